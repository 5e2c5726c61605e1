import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client';
import { ENTITY_TYPES } from './entity-types';
import { LOOK_AGAIN_MS, type Contract, type ExecutionStatus } from './contracts';
import type { Bucket } from './searches';

const STATUSES: readonly ExecutionStatus[] = ['Success', 'PartialSuccess', 'Failed', 'Aborted', 'Queued', 'Running'];
/** Contracts that do not hold and are listed on the start page. */
const MOST_LISTED = 8;
const MOST_GROUPS = 12;

/** How many contracts have each latest status, and how many there are. */
export const countsQuery = queryOptions({
  queryKey: ['contracts', 'counts'],
  queryFn: async ({ signal }) => {
    const count = async (latestStatus?: ExecutionStatus): Promise<number> => {
      const query = { limit: 0, ...(latestStatus ? { latestStatus } : {}) };
      return (await answerOf(api.GET('/api/v1/dataContracts', { params: { query }, signal }))).paging?.total ?? 0;
    };
    const [total = 0, ...counts] = await Promise.all([count(), ...STATUSES.map(count)]);
    const byStatus = Object.fromEntries(STATUSES.map((status, at) => [status, counts[at] ?? 0]));
    return { total, byStatus: byStatus as Readonly<Record<ExecutionStatus, number>> };
  },
  refetchInterval: LOOK_AGAIN_MS,
});

/** Contracts whose latest result is no success, newest result first. */
export const brokenQuery = queryOptions({
  queryKey: ['contracts', 'broken'],
  queryFn: async ({ signal }) => {
    const list = async (latestStatus: ExecutionStatus): Promise<Contract[]> => {
      const query = { latestStatus, limit: MOST_LISTED, fields: 'owners,latestResult' };
      return ((await answerOf(api.GET('/api/v1/dataContracts', { params: { query }, signal }))).data ??
        []) as Contract[];
    };
    const lists = await Promise.all([list('Failed'), list('PartialSuccess')]);
    return lists
      .flat()
      .sort((a, b) => (b.latestResult?.timestamp ?? 0) - (a.latestResult?.timestamp ?? 0))
      .slice(0, MOST_LISTED);
  },
  refetchInterval: LOOK_AGAIN_MS,
});

export interface Covered {
  readonly name: string;
  readonly assets: number;
  readonly withContract: number;
  readonly holding: number;
}

/** What a contract can be attached to is what lineage goes through. */
const ASSET_TYPES = Object.keys(ENTITY_TYPES).filter((type) => ENTITY_TYPES[type]?.lineage);

const GROUPS = { service: 'service.name', domain: 'domains.fullyQualifiedName' } as const;

/** How many assets there are, have a contract, and keep it: by service and by domain. */
export const coverageQuery = queryOptions({
  queryKey: ['contracts', 'coverage'],
  queryFn: async ({ signal }) => {
    const groups = async (q: string): Promise<Readonly<Record<string, { buckets: Bucket[] }>>> => {
      const aggregations = Object.fromEntries(
        Object.entries(GROUPS).map(([name, field]) => [name, { terms: { field, size: MOST_GROUPS } }]),
      );
      const query = {
        q,
        size: 0,
        query_filter: JSON.stringify({ query: { terms: { entityType: ASSET_TYPES } } }),
        aggregations: JSON.stringify(aggregations),
      };
      const answer = await answerOf(api.GET('/api/v1/search/query', { params: { query }, signal }));
      return (answer.aggregations ?? {}) as Record<string, { buckets: Bucket[] }>;
    };
    const [all, covered, holding] = await Promise.all([
      groups('*'),
      groups('contract.name:*'),
      groups('contract.latestStatus:Success'),
    ]);
    const by = (group: keyof typeof GROUPS): Covered[] =>
      (all[group]?.buckets ?? []).map(({ key, doc_count: assets }) => {
        const countIn = (one: typeof all): number =>
          one[group]?.buckets.find((bucket) => bucket.key === key)?.doc_count ?? 0;
        return { name: key, assets, withContract: countIn(covered), holding: countIn(holding) };
      });
    return { byService: by('service'), byDomain: by('domain') };
  },
});
