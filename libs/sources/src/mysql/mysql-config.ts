import { ConfigReader } from '../connect/config-reader';
import type { ReadConfig } from '../engine';

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
  /** PEM texts; TLS is spoken where one is given. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

const PORT = 3306;

/** The shape of OpenMetadata's connectors of MySQL and MariaDB; members beside these are ignored. */
export function readMysqlConfig(config: Readonly<Record<string, unknown>>): ReadConfig<MysqlConfig> {
  const reader = new ConfigReader(config);
  const inAuthType = reader.text('authType.password');
  const password = inAuthType ?? reader.text('password');
  const schema = reader.text('databaseSchema');
  const [ca, cert, key] = ['caCertificate', 'sslCertificate', 'sslKey'].map((name) => reader.pem(`sslConfig.${name}`));
  const read: MysqlConfig = {
    ...reader.hostPort('hostPort', PORT),
    user: reader.required('username'),
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
