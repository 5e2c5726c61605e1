import { isObject } from '@app/common';
import type { NewRule } from './mapping';

/** A live database service whose data may be read, with its databases. */
export interface ReadService {
  /** bigint in decimal */
  readonly node: string;
  readonly serviceType: string;
  /** Its connection as it is shown, without secrets. */
  readonly config: unknown;
  readonly databases: readonly { readonly node: string; readonly name: string }[];
}

interface Naming {
  readonly scheme: string;
  readonly port: number;
  /** The members that say which database is read; absent: names have no database. */
  readonly database?: string;
}

const POSTGRES: Naming = { scheme: 'postgres', port: 5_432, database: 'database' };
const MYSQL: Naming = { scheme: 'mysql', port: 3_306 };

/** The namespaces of OpenLineage's naming page that a host and port make, by type of service. */
const NAMINGS: Readonly<Record<string, Naming>> = {
  Postgres: POSTGRES,
  Timescale: POSTGRES,
  Greenplum: POSTGRES,
  Mysql: MYSQL,
  MariaDB: MYSQL,
  Mssql: { scheme: 'mssql', port: 1_433, database: 'database' },
  Trino: { scheme: 'trino', port: 8_080, database: 'catalog' },
};

/** The database of a MySQL server in the catalog, where its connection names none. */
const ONE_DATABASE = 'default';

/**
 * The naming rules that follow from services: the host and port are the namespace. Where a type's names begin with a database, a rule is for
 * those of the connection's database, or for all where it names none. Two services with one and the same rule have none.
 */
export function derivedRules(services: readonly ReadService[]): NewRule[] {
  const rules = new Map<string, NewRule | undefined>();
  for (const service of services) {
    const rule = ruleOf(service);
    if (!rule) continue;
    const key = JSON.stringify([rule.prefix, rule.database]);
    rules.set(key, rules.has(key) ? undefined : rule);
  }
  return [...rules.values()].filter((rule) => rule !== undefined);
}

function ruleOf({ node, serviceType, config, databases }: ReadService): NewRule | undefined {
  const naming = NAMINGS[serviceType];
  if (!naming || !isObject(config)) return undefined;
  const prefix = namespaceOf(naming, config.hostPort);
  if (prefix === undefined) return undefined;
  if (naming.database !== undefined) {
    const database = textOf(config[naming.database]);
    return { prefix, service: node, derived: true, ...(database !== undefined && { database }) };
  }
  const name = textOf(config.databaseName) ?? ONE_DATABASE;
  const found = databases.find((one) => one.name === name);
  return found && { prefix, service: found.node, derived: true };
}

function namespaceOf({ scheme, port }: Naming, hostPort: unknown): string | undefined {
  const text = textOf(hostPort);
  if (text === undefined) return undefined;
  return `${scheme}://${/:\d+$/.test(text) ? text : `${text}:${port}`}`;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
