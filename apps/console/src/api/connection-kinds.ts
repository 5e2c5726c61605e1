import { queryOptions } from '@tanstack/react-query';
import { allowAccess, crawlService, testService, type DatabaseService, type DataRun } from './connections';
import { answerOf, api, AS_PATCH, type Schemas } from './service/client';

/** Connections that one engine reads, with the JSON schema of their configuration. */
export type ConnectionKind = Schemas['ConnectionKind'];
/** How a source is reached, by the schema of its kind. */
export type ConnectionConfig = Readonly<Record<string, unknown>>;

const AN_HOUR_MS = 3_600_000;
/** Waited for a test: longer than a connection may take. */
const WAIT_TEST = 'wait=30';

export const connectionKindsQuery = queryOptions({
  queryKey: ['connection-kinds'],
  queryFn: async ({ signal }) =>
    (await answerOf(api.GET('/api/v1/services/databaseServices/connectionKinds', { signal }))).data,
  staleTime: AN_HOUR_MS,
});

/** A service whose connection is edited, with the tag of its version; secrets are masked. */
export const editedServiceQuery = (fqn: string) =>
  queryOptions({
    queryKey: ['edited-service', fqn],
    queryFn: async ({ signal }) => {
      const path = '/api/v1/services/databaseServices/name/{fqn}';
      const { data, error, response } = await api.GET(path, {
        params: { path: { fqn }, query: { fields: 'connection' } },
        signal,
      });
      const service = await answerOf(Promise.resolve({ data, error, response }));
      return { service, etag: response.headers.get('etag') ?? '' };
    },
    // What is typed is not replaced while one types it.
    staleTime: Infinity,
    gcTime: 0,
  });

/** Tries a connection that is not stored. */
export const testConnection = (serviceType: string, config: ConnectionConfig): Promise<DataRun> =>
  answerOf(
    api.POST('/api/v1/services/databaseServices/connectionTests', {
      params: { header: { Prefer: WAIT_TEST } },
      body: { serviceType, connection: { config } } as unknown as Schemas['UnstoredConnectionTest'],
    }),
  );

interface NewConnection {
  readonly name: string;
  readonly serviceType: string;
  readonly config: ConnectionConfig;
}

/** Makes a service; one that this visit has made already is taken again, so that what failed behind it can be repeated. */
export async function connectSource(
  { name, serviceType, config }: NewConnection,
  made: DatabaseService | undefined,
  onMade: (service: DatabaseService) => void,
): Promise<DatabaseService> {
  const body = { name, serviceType, connection: { config } };
  const service = made ?? (await answerOf(api.POST('/api/v1/services/databaseServices', { body })));
  onMade(service);
  await allowAccess(service.fullyQualifiedName, {});
  await crawlService(service.fullyQualifiedName);
  return service;
}

/** Stores the connection of a service as it was read, and has it tested. A mask keeps the secret that is stored. */
export async function changeConnection(
  { id, fullyQualifiedName, connection }: DatabaseService,
  etag: string,
  config: ConnectionConfig,
): Promise<void> {
  const value = { ...connection, config };
  const body: Schemas['JsonPatch'] = [{ op: 'add', path: '/connection', value }];
  const params = { path: { id }, header: { 'If-Match': etag } };
  await answerOf(api.PATCH('/api/v1/services/databaseServices/{id}', { params, body, headers: AS_PATCH }));
  await testService(fullyQualifiedName);
}
