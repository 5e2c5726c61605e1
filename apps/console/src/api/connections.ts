import { queryOptions } from '@tanstack/react-query';
import type { RunKind, RunStatus } from '../search-parameters';
import { PAGE_SIZE } from './administration';
import { isEnded } from './execution-status';
import { unless } from './service/api-error';
import { answerOf, api, type Schemas } from './service/client';

/** A question to a source, with its outcome. */
export type DataRun = Schemas['DataRun'];
export type TestStep = Schemas['ConnectionTestStep'];
export type DataAccess = Schemas['DataAccess'];

/** A database service, with the outcome of the newest test of its connection. */
export type DatabaseService = Schemas['DatabaseService'];

/** A database service, and the newest crawl of its source. */
export interface Connection {
  readonly service: DatabaseService;
  readonly crawl?: DataRun;
}

const TESTED = 'testConnectionResult';
/** Services and crawls that one look takes; an installation with more finds the others by the address of the service. */
const MOST_SERVICES = 500;
const MOST_CRAWLS = 500;
/** While a run goes on. */
const WATCH_MS = 2_000;
const REST_MS = 20_000;

const pauseOf = (runs: readonly DataRun[]): number =>
  runs.some(({ status }) => !isEnded(status)) ? WATCH_MS : REST_MS;

/** Database services by name, each with its newest crawl. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async ({ signal }): Promise<readonly Connection[]> => {
    const [services, crawls] = await Promise.all([
      answerOf(
        api.GET('/api/v1/services/databaseServices', {
          params: { query: { fields: TESTED, limit: MOST_SERVICES } },
          signal,
        }),
      ),
      answerOf(api.GET('/api/v1/dataRuns', { params: { query: { kind: 'crawl', limit: MOST_CRAWLS } }, signal })),
    ]);
    return services.data.map((service) => {
      const crawl = crawls.data.find((one) => one.service?.id === service.id);
      return { service, ...(crawl && { crawl }) };
    });
  },
  refetchInterval: ({ state }) => pauseOf((state.data ?? []).flatMap(({ crawl }) => crawl ?? [])),
});

/** Which data runs are listed. */
export interface RunFilter {
  readonly service?: string | undefined;
  readonly kind?: RunKind | undefined;
  readonly status?: RunStatus | undefined;
}

/** Data runs, the newest first; looked at again more often while one of them goes on. */
export const dataRunsQuery = (filter: RunFilter, after: string | undefined) =>
  queryOptions({
    queryKey: ['data-runs', filter, after],
    queryFn: ({ signal }) => {
      const params = { query: { ...filter, limit: PAGE_SIZE, after } };
      return answerOf(api.GET('/api/v1/dataRuns', { params, signal }));
    },
    refetchInterval: ({ state }) => pauseOf(state.data?.data ?? []),
  });

/** A data run, looked at again until it has ended. @param pauseMs between two looks */
export const dataRunQuery = (id: string, pauseMs = WATCH_MS) =>
  queryOptions({
    queryKey: ['data-runs', 'one', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/dataRuns/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && isEnded(state.data.status) ? false : pauseMs),
  });

/** A database service; looked at again more often while a test or a crawl of it goes on. */
export const serviceQuery = (service: string) =>
  queryOptions({
    queryKey: ['connections', service],
    queryFn: async ({ signal }) => {
      // Before the service: it then shows the outcome of each run that has ended here.
      const runs = await answerOf(api.GET('/api/v1/dataRuns', { params: { query: { service, limit: 5 } }, signal }));
      const params = { path: { fqn: service }, query: { fields: TESTED } };
      const found = await answerOf(api.GET('/api/v1/services/databaseServices/name/{fqn}', { params, signal }));
      return { service: found, runs: runs.data };
    },
    refetchInterval: ({ state }) => pauseOf(state.data?.runs ?? []),
  });

/** How the source of a service may be read; null where it may not be. */
export const dataAccessQuery = (service: string) =>
  queryOptions({
    queryKey: ['connections', service, 'access'],
    queryFn: async ({ signal }) => {
      const params = { query: { service } };
      const path = '/api/v1/services/databaseServices/dataAccess';
      return (await answerOf(api.GET(path, { params, signal }))).data[0] ?? null;
    },
  });

/** Members of a data access that its request takes; the others are made by the service. */
type AccessRequest = Schemas['DataAccessRequest'];

/** Says how the source of a service may be read. */
export function allowAccess(fqn: string, access: Partial<AccessRequest> | DataAccess): Promise<DataAccess> {
  const { enabled, customSql, functions, exampleKeys, timezone, columnPromises, crawl, limits } = access;
  const body = { enabled, customSql, functions, exampleKeys, timezone, columnPromises, crawl, limits } as AccessRequest;
  const path = { fqn };
  return answerOf(api.PUT('/api/v1/services/databaseServices/name/{fqn}/dataAccess', { params: { path }, body }));
}

export const testService = (fqn: string): Promise<DataRun> =>
  answerOf(
    api.POST('/api/v1/services/databaseServices/name/{fqn}/connectionTests', {
      params: { path: { fqn }, header: { Prefer: 'respond-async' } },
    }),
  );

/** Begins a crawl of the source of a service. */
export const crawlService = (fqn: string): Promise<DataRun> =>
  answerOf(
    api.POST('/api/v1/services/databaseServices/name/{fqn}/crawls', {
      params: { path: { fqn }, header: { Prefer: 'respond-async' } },
      body: { dryRun: false } as Schemas['CrawlBody'],
    }),
  );

/** Tables that are shown of a source; its coverage has all. */
export const SHOWN_TABLES = 10;

/** Tables of a service by name, each with whether it has a contract. */
export const foundTablesQuery = (service: string) =>
  queryOptions({
    queryKey: ['connections', service, 'tables'],
    queryFn: async ({ signal }) => {
      const [{ data, paging }, contracts] = await Promise.all([
        answerOf(api.GET('/api/v1/tables', { params: { query: { service, limit: SHOWN_TABLES } }, signal })),
        answerOf(api.GET('/api/v1/dataContracts', { params: { query: { service, limit: MOST_SERVICES } }, signal })),
      ]);
      const promised = new Set(contracts.data.map(({ entity }) => entity?.id));
      return { total: paging.total, tables: data.map((table) => ({ table, hasContract: promised.has(table.id) })) };
    },
  });

/** Ends a data run; one that has ended meanwhile is none to end. */
export const cancelDataRun = (id: string): Promise<unknown> =>
  unless(answerOf(api.POST('/api/v1/dataRuns/{id}/cancel', { params: { path: { id } } })), (error) => error.isConflict);

/** Asks for the same of the same target once more: of a table all that it has. */
export function repeatRun({ kind, service, asset }: DataRun): Promise<unknown> {
  if (kind === 'connectionTest') return testService(service?.fullyQualifiedName ?? '');
  if (kind === 'crawl') return crawlService(service?.fullyQualifiedName ?? '');
  const params = { path: { fqn: asset?.fullyQualifiedName ?? '' }, header: { Prefer: 'respond-async' } };
  return kind === 'profile'
    ? answerOf(api.POST('/api/v1/tables/name/{fqn}/profiles', { params, body: { quantiles: true } }))
    : answerOf(api.POST('/api/v1/tables/name/{fqn}/checks', { params, body: { dryRun: false, profile: false } }));
}
