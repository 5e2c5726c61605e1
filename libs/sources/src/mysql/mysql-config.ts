import { type ConfigFields, SSL_CONFIG } from '../config/config-field';
import { ConfigReader } from '../config/config-reader';
import { isLoopback } from '../connect/host-port';
import type { ReadConfig } from '../engine';

export const MYSQL_SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

export interface MysqlConfig {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string;
  /** Where the password stands in the config, for messages. */
  readonly passwordField: string;
  /** The name of the database in the catalog: a server of MySQL has none above its schemas. */
  readonly databaseName: string;
  /** Only this schema is read. */
  readonly schema?: string;
  /** `verify-ca` and `verify-full` check the certificate of the server, `verify-full` its name as well. */
  readonly sslMode: (typeof MYSQL_SSL_MODES)[number];
  /** PEM texts. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

const PORT = 3306;

export const MYSQL_FIELDS = {
  hostPort: { type: 'host', title: 'Host and port', port: PORT, required: true, target: true, url: 'host' },
  username: { type: 'text', title: 'User', required: true, target: true, url: 'user' },
  'authType.password': { type: 'text', title: 'Password', secret: true, url: 'password' },
  password: { type: 'text', title: 'Password', secret: true, deprecated: true },
  databaseName: {
    type: 'text',
    title: 'Name in the catalog',
    description: 'The database above the schemas, of which a server of MySQL has none',
    standard: 'default',
    target: true,
  },
  databaseSchema: {
    type: 'text',
    title: 'Schema',
    description: 'The one schema that is read; without it all that the user sees',
    target: true,
    url: 'path',
  },
  sslMode: {
    type: 'text',
    title: 'TLS',
    description:
      'Default: TLS is required, except for a server on this machine, and the certificate is checked where a CA is given. `disable` sends everything unencrypted.',
    words: MYSQL_SSL_MODES,
    target: 'later',
  },
  ...SSL_CONFIG,
} as const satisfies ConfigFields;

/**
 * The shape of OpenMetadata's connectors of MySQL and MariaDB, and `sslMode`; members beside these are ignored. Without `sslMode` the certificate of the
 * server is checked where one is given, and TLS is required without one, but of this machine.
 *
 * @param isOfBefore whether it was stored when no TLS was spoken without a certificate, whatever `sslMode` said
 */
export function readMysqlConfig(
  config: Readonly<Record<string, unknown>>,
  isOfBefore = false,
): ReadConfig<MysqlConfig> {
  const reader = new ConfigReader(config, MYSQL_FIELDS);
  const [inAuthType, beside] = [reader.text('authType.password'), reader.text('password')];
  const password = inAuthType ?? beside;
  const schema = reader.text('databaseSchema');
  const [ca, cert, key] = (['caCertificate', 'sslCertificate', 'sslKey'] as const).map((name) =>
    reader.pem(`sslConfig.${name}`),
  );
  const target = reader.hostPort('hostPort');
  const standard = (ca ?? cert) ? 'verify-ca' : isOfBefore || isLoopback(target.host) ? 'disable' : 'require';
  const read: MysqlConfig = {
    ...target,
    sslMode: isOfBefore ? standard : reader.oneOf('sslMode', standard),
    user: reader.text('username'),
    databaseName: reader.text('databaseName') ?? 'default',
    passwordField: `connection.config.${inAuthType === undefined ? 'password' : 'authType.password'}`,
    password,
    schema,
    ca,
    cert,
    key,
  };
  if (cert !== undefined && key === undefined) reader.fault('sslConfig.sslKey', 'is required beside sslCertificate');
  return reader.result(read);
}
