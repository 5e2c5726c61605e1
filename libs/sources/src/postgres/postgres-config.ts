import { ConfigReader } from '../connect/config-reader';
import { isLoopback } from '../connect/host-port';
import type { ReadConfig } from '../engine';

export const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

export interface PostgresConfig {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string;
  readonly database: string;
  readonly allDatabases: boolean;
  readonly sslMode: (typeof SSL_MODES)[number];
  /** PEM texts. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

const PORT = 5432;

/** Members that say where a connection leads, and as whom. */
export const POSTGRES_KEYS = [
  ...['hostPort', 'username', 'database', 'ingestAllDatabases', 'sslMode'],
  ...['sslConfig.caCertificate', 'sslConfig.sslCertificate'],
];

/**
 * The shape of OpenMetadata's connector; members beside these are ignored. Without `sslMode` TLS is required, but of this machine.
 *
 * @param isOfBefore whether it was stored when TLS was preferred then
 * @param port the one where none is given
 */
export function readPostgresConfig(
  config: Readonly<Record<string, unknown>>,
  isOfBefore = false,
  port = PORT,
): ReadConfig<PostgresConfig> {
  const reader = new ConfigReader(config);
  const password = reader.text('authType.password');
  const [ca, cert, key] = ['caCertificate', 'sslCertificate', 'sslKey'].map((name) => reader.pem(`sslConfig.${name}`));
  const target = reader.hostPort('hostPort', port);
  const read: PostgresConfig = {
    ...target,
    user: reader.required('username'),
    database: reader.required('database'),
    allDatabases: reader.boolean('ingestAllDatabases', false),
    sslMode: reader.oneOf('sslMode', SSL_MODES, isOfBefore || isLoopback(target.host) ? 'prefer' : 'require'),
    password,
    ca,
    cert,
    key,
  };
  // Without a certificate those of public authorities apply, which is right for databases of a cloud.
  if (read.sslMode.startsWith('verify-') && cert !== undefined && key === undefined)
    reader.fault('sslConfig.sslKey', 'is required beside sslCertificate');
  return reader.result(read);
}
