import { isObject } from '@app/common';
import { DEFAULT_DATABASE } from './named-table';

/** The namespaces of OpenLineage's naming page that a connection makes, and which names of them are the service's. */
export interface ServiceNamespaces {
  readonly namespaces: readonly string[];
  /** Databases whose names alone are meant; absent: all. */
  readonly databases?: readonly string[];
  /** The one database that names lie in which have none; absent: they begin with a database. */
  readonly within?: string;
}

type Config = Readonly<Record<string, unknown>>;
type Read = (config: Config) => ServiceNamespaces;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Host and port, behind each of these schemes. */
function addressesOf(config: Config, port: number, ...schemes: readonly string[]): string[] {
  const text = textOf(config.hostPort);
  if (text === undefined) return [];
  const address = /:\d+$/.test(text) ? text : `${text}:${port}`;
  return schemes.map((scheme) => `${scheme}://${address}`);
}

/** The member that says which database is read, unless all are. */
const onlyOf = (config: Config, member: string): Pick<ServiceNamespaces, 'databases'> => {
  const database = textOf(config[member]);
  return database === undefined || config.ingestAllDatabases === true ? {} : { databases: [database] };
};

const levelled =
  (port: number, database: string, ...schemes: readonly string[]): Read =>
  (config) => ({ namespaces: addressesOf(config, port, ...schemes), ...onlyOf(config, database) });

const flat =
  (port: number, scheme: string): Read =>
  (config) => ({
    namespaces: addressesOf(config, port, scheme),
    within: textOf(config.databaseName) ?? DEFAULT_DATABASE,
  });

/** A cluster or workgroup of AWS by its name and region, any other by its address. */
const REDSHIFT_HOST = /^([^.]+)\.[^.]+\.([^.]+)\.redshift(?:-serverless)?\.amazonaws\.com(?:\.cn)?(:\d+)$/i;
const redshift: Read = (config) => {
  const namespaces = addressesOf(config, 5_439, 'redshift').flatMap((namespace) => {
    const [, cluster, region, port] = REDSHIFT_HOST.exec(namespace.slice('redshift://'.length)) ?? [];
    return cluster === undefined ? [namespace] : [`redshift://${cluster}.${region}${port}`, namespace];
  });
  return { namespaces, ...onlyOf(config, 'database') };
};

/** An account as it is written and in lower case; a locator also with the region and cloud that its producers complete it by. */
const snowflake: Read = (config) => {
  const account = textOf(config.account);
  if (account === undefined) return { namespaces: [] };
  const [locator = '', ...more] = account.split('.');
  const whole = [locator, more[0] ?? 'us-west-1', more[1] ?? 'aws'].join('.');
  const forms = [account, ...(more.length > 1 || locator.includes('-') ? [] : [whole])];
  const namespaces = new Set(forms.flatMap((form) => [form, form.toLowerCase()]).map((form) => `snowflake://${form}`));
  return { namespaces: [...namespaces], ...onlyOf(config, 'database') };
};

const bigQuery: Read = (config) => {
  const credentials = isObject(config.credentials) ? config.credentials.gcpConfig : undefined;
  const sent = isObject(credentials) ? credentials.projectId : undefined;
  const databases = (Array.isArray(sent) ? (sent as unknown[]) : [sent]).flatMap((one) => textOf(one) ?? []);
  return databases.length > 0 ? { namespaces: ['bigquery'], databases } : { namespaces: [] };
};

/** A workspace, with its port or without. */
const databricks: Read = (config) => {
  const host = textOf(config.hostPort)?.replace(/^https?:\/\/|\/$/gi, '');
  if (host === undefined) return { namespaces: [] };
  const hosts = new Set([host, host.replace(/:443$/, ''), /:\d+$/.test(host) ? host : `${host}:443`]);
  const namespaces = [...hosts].flatMap((one) => [`unitycatalog://${one}`, `databricks://${one}`]);
  return { namespaces, ...onlyOf(config, 'catalog') };
};

const postgres = levelled(5_432, 'database', 'postgres');
const mysql = flat(3_306, 'mysql');

const READERS: ReadonlyMap<string, Read> = new Map([
  ['Postgres', postgres],
  ['Timescale', postgres],
  ['Greenplum', postgres],
  ['Cockroach', levelled(26_257, 'database', 'postgres')],
  ['Mysql', mysql],
  ['MariaDB', mysql],
  ['SingleStore', mysql],
  ['Clickhouse', flat(8_123, 'clickhouse')],
  ['Mssql', levelled(1_433, 'database', 'mssql', 'sqlserver')],
  ['Trino', levelled(8_080, 'catalog', 'trino')],
  ['Redshift', redshift],
  ['Snowflake', snowflake],
  ['BigQuery', bigQuery],
  ['Databricks', databricks],
  ['UnityCatalog', databricks],
]);

/** Namespaces of a connection; none for files, which have no address, and for types that nothing reads. */
export function serviceNamespaces(serviceType: string, config: unknown): ServiceNamespaces {
  const read = READERS.get(serviceType);
  return read && isObject(config) ? read(config) : { namespaces: [] };
}
