import { type ConfigFields, SSL_CONFIG } from '../config/config-field';
import { ConfigReader } from '../config/config-reader';
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

/** Members of a connection by the protocol of PostgreSQL. @param port the one where none is given */
export const postgresFields = (port: number) =>
  ({
    hostPort: { type: 'host', title: 'Host and port', port, required: true, target: true, url: 'host' },
    username: { type: 'text', title: 'User', required: true, target: true, url: 'user' },
    'authType.password': { type: 'text', title: 'Password', secret: true, url: 'password' },
    database: { type: 'text', title: 'Database', required: true, target: true, url: 'path' },
    ingestAllDatabases: {
      type: 'flag',
      title: 'All databases',
      description: 'Whether all databases of the server are read that the user may connect to',
      standard: false,
      target: true,
    },
    sslMode: {
      type: 'text',
      title: 'TLS',
      description:
        'Default: TLS is required, except for a server on this machine. `disable` sends everything unencrypted.',
      words: SSL_MODES,
      target: true,
      url: '?sslmode',
    },
    ...SSL_CONFIG,
  }) as const satisfies ConfigFields;

export const POSTGRES_FIELDS = postgresFields(PORT);

/**
 * The shape of OpenMetadata's connector; members beside these are ignored. Without `sslMode` TLS is required, but of this machine.
 *
 * @param isOfBefore whether it was stored when TLS was preferred then
 * @param fields those of another server that speaks its protocol
 */
export function readPostgresConfig(
  config: Readonly<Record<string, unknown>>,
  isOfBefore = false,
  fields: ReturnType<typeof postgresFields> = POSTGRES_FIELDS,
): ReadConfig<PostgresConfig> {
  const reader = new ConfigReader(config, fields);
  const password = reader.text('authType.password');
  const [ca, cert, key] = (['caCertificate', 'sslCertificate', 'sslKey'] as const).map((name) =>
    reader.pem(`sslConfig.${name}`),
  );
  const target = reader.hostPort('hostPort');
  const read: PostgresConfig = {
    ...target,
    user: reader.text('username'),
    database: reader.text('database'),
    allDatabases: reader.boolean('ingestAllDatabases'),
    sslMode: reader.oneOf('sslMode', isOfBefore || isLoopback(target.host) ? 'prefer' : 'require'),
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
