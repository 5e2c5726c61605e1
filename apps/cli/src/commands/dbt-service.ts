import { usageError } from '../cli-error';
import type { CatalogClient } from '../connection/catalog-client';
import { entityPath } from '../connection/service-url';
import { count } from '../report/report';

/** Services that are looked at where none is named. */
const MOST_SERVICES = 1_000;

/** Service types of adapters whose name is not theirs with a capital. */
const SERVICE_TYPES: Readonly<Record<string, string>> = {
  bigquery: 'BigQuery',
  mariadb: 'MariaDB',
  sqlserver: 'Mssql',
  duckdb: 'DuckDB',
};

interface ServiceList {
  readonly data: readonly { readonly fullyQualifiedName: string; readonly serviceType?: string }[];
}

export interface ServiceWish {
  /** FQN of the database service. */
  readonly named?: string;
  /** Whether it is made where there is none. */
  readonly makes: boolean;
}

/**
 * FQN of the database service of a project: the named one, the only one, or the only one of the adapter that the manifest names. One that is made has
 * the name of the project where none is given.
 *
 * @param head beginning of the manifest, where dbt writes who made it
 * @throws {CliError} usage where there is none or several
 */
export async function dbtService(client: CatalogClient, head: string, { named, makes }: ServiceWish): Promise<string> {
  const adapter = metadataOf(head, 'adapter_type')?.toLowerCase();
  if (named !== undefined) return makes ? madeService(client, named, adapter) : named;
  const { data } = await client.json<ServiceList>({
    path: '/services/databaseServices',
    query: { limit: MOST_SERVICES },
    what: 'Looking for the database service',
  });
  const type = typeOf(adapter)?.toLowerCase();
  const ofAdapter = data.filter(({ serviceType }) => [type, adapter].includes(serviceType?.toLowerCase()));
  const [one, ...others] = data.length > 1 || makes ? ofAdapter : data;
  if (one && others.length === 0) return one.fullyQualifiedName;
  if (!one && makes) return madeService(client, metadataOf(head, 'project_name') ?? adapter ?? 'dbt', adapter);
  throw usageError(
    `--service is needed: ${count(data.length, 'database service')}, ${one ? others.length + 1 : 'none'} of ${adapter ?? 'an unknown adapter'}; --create-service makes one`,
    ...data.map(({ fullyQualifiedName }) => fullyQualifiedName).slice(0, 10),
  );
}

const metadataOf = (head: string, member: string): string | undefined =>
  new RegExp(`"${member}"\\s*:\\s*"([^"]+)"`).exec(head)?.[1];

const typeOf = (adapter: string | undefined): string | undefined =>
  adapter && (SERVICE_TYPES[adapter] ?? `${adapter[0]!.toUpperCase()}${adapter.slice(1)}`);

/** One that is there stays as it is. */
async function madeService(client: CatalogClient, name: string, adapter: string | undefined): Promise<string> {
  const what = `Looking up the database service ${name}`;
  const path = entityPath('services/databaseServices', name);
  const known = await client.jsonIfThere<{ fullyQualifiedName: string }>({ path, what });
  if (known) return known.fullyQualifiedName;
  const body = { name, serviceType: typeOf(adapter) ?? 'CustomDatabase' };
  const made = await client.json<{ fullyQualifiedName: string }>({
    ...{ method: 'PUT', path: '/services/databaseServices', body },
    what: `Making the database service ${name}`,
  });
  return made.fullyQualifiedName;
}
