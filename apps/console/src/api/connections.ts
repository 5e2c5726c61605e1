import { queryOptions } from '@tanstack/react-query';
import type { RunKind, RunStatus } from '../search-parameters';
import { pageOf } from './administration';
import { isEnded } from './execution-status';
import { ApiError } from './service/api-error';
import { readJson, type Schemas } from './service/client';

/** A question to a source, with its outcome. */
export type DataRun = Schemas['DataRun'];
export type TestStep = Schemas['ConnectionTestStep'];
export type DataAccess = Schemas['DataAccess'];

/** A database service, with the outcome of the newest test of its connection. */
export interface DatabaseService {
  readonly id: string;
  readonly name: string;
  readonly displayName?: string;
  readonly fullyQualifiedName: string;
  readonly serviceType: string;
  readonly testConnectionResult?: {
    readonly status: 'Successful' | 'Failed';
    readonly lastUpdatedAt: number;
    readonly steps?: readonly TestStep[];
  };
}

/** A database service, and the newest crawl of its source. */
export interface Connection {
  readonly service: DatabaseService;
  readonly crawl?: DataRun;
}

interface List<T> {
  readonly data: readonly T[];
  readonly paging: { readonly total: number; readonly after?: string };
}

const SERVICES = '/api/v1/services/databaseServices';
const RUNS = '/api/v1/dataRuns';
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
      readJson<List<DatabaseService>>(`${SERVICES}?fields=testConnectionResult&limit=${MOST_SERVICES}`, { signal }),
      readJson<List<DataRun>>(`${RUNS}?kind=crawl&limit=${MOST_CRAWLS}`, { signal }),
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
      const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return pageOf<DataRun>(`${RUNS}?${new URLSearchParams(given).toString()}`, after, signal);
    },
    refetchInterval: ({ state }) => pauseOf(state.data?.data ?? []),
  });

export const serviceQuery = (service: string) =>
  queryOptions({
    queryKey: ['connections', service],
    queryFn: ({ signal }) =>
      readJson<DatabaseService>(`${SERVICES}/name/${encodeURIComponent(service)}?fields=testConnectionResult`, {
        signal,
      }),
    refetchInterval: REST_MS,
  });

/** How the source of a service may be read; null where it may not be. */
export const dataAccessQuery = (service: string) =>
  queryOptions({
    queryKey: ['connections', service, 'access'],
    queryFn: async ({ signal }) => {
      try {
        return await readJson<DataAccess>(`${SERVICES}/name/${encodeURIComponent(service)}/dataAccess`, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.isMissing) return null;
        throw error;
      }
    },
  });
