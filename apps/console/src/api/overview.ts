import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './service/client';
import { BROKEN, type ExecutionStatus } from './execution-status';
import { LOOK_AGAIN_MS, type Contract } from './contracts';

/** Failing contracts that are listed with their reasons. */
const MOST_LISTED = 8;
const MOST_CHANGED = 5;
const MOST_GROUPS = 12;
const DAY_MS = 86_400_000;

/** How many contracts have each latest status, of all or of one's own; how many have none, and which runs are open. */
export const countsQuery = (mine: boolean) =>
  queryOptions({
    queryKey: ['contracts', 'counts', mine],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/dataContracts/statusCounts', { params: { query: { mine } }, signal })),
    refetchInterval: LOOK_AGAIN_MS,
  });

/** A broken contract as far as a list shows it; one that is deleted has no page. */
export interface BrokenContract extends Pick<Contract, 'id' | 'name' | 'fullyQualifiedName' | 'owners' | 'deleted'> {
  readonly displayName?: string | undefined;
  readonly latestResult?: { readonly status: ExecutionStatus; readonly timestamp: number; readonly message?: string };
}

/** A contract that a crawl has deleted with its table. */
const goneContract = ({ contract, status, goneAt }: BrokenRow): BrokenContract[] => {
  if (goneAt === undefined) return [];
  const latestResult = { status, timestamp: goneAt, message: 'The table is gone in the source.' };
  return [{ ...contract, deleted: true, latestResult }];
};

/** Contracts that are broken, newest result first; those whose table is gone as well. */
export const brokenQuery = (mine: boolean) =>
  queryOptions({
    queryKey: ['contracts', 'broken', mine],
    queryFn: async ({ signal }) => {
      const list = async (latestStatus: ExecutionStatus): Promise<Contract[]> => {
        const query = {
          latestStatus,
          limit: MOST_LISTED,
          fields: 'owners,latestResult',
          ...(mine && { mine: 'true' }),
        };
        return (await answerOf(api.GET('/api/v1/dataContracts', { params: { query }, signal }))).data;
      };
      const newest = { params: { query: { limit: MOST_LISTED, mine } }, signal };
      const [broken, ...lists] = await Promise.all([
        answerOf(api.GET('/api/v1/dataContracts/broken', newest)),
        ...BROKEN.map(list),
      ]);
      const contracts: BrokenContract[] = [...broken.data.flatMap(goneContract), ...lists.flat()];
      return contracts
        .sort((a, b) => (b.latestResult?.timestamp ?? 0) - (a.latestResult?.timestamp ?? 0))
        .slice(0, MOST_LISTED);
    },
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Contracts that changed within a day, have failed longest, or are not judged. */
export const verdictChangesQuery = (mine: boolean) =>
  queryOptions({
    queryKey: ['contracts', 'verdict changes', mine],
    queryFn: async ({ signal }) => {
      const since = Date.now() - DAY_MS;
      const limit = MOST_CHANGED;
      const [broke, recovered, longest, unjudged] = await Promise.all([
        answerOf(api.GET('/api/v1/dataContracts/broken', { params: { query: { since, limit, mine } }, signal })),
        answerOf(api.GET('/api/v1/dataContracts/recovered', { params: { query: { since, limit, mine } }, signal })),
        answerOf(
          api.GET('/api/v1/dataContracts/broken', { params: { query: { order: 'oldest', limit, mine } }, signal }),
        ),
        answerOf(api.GET('/api/v1/dataContracts/notJudged', { params: { query: { limit, mine } }, signal })),
      ]);
      return {
        broke: broke.data,
        recovered: recovered.data,
        longest: longest.data,
        unjudged: unjudged.data,
      };
    },
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Promises that are due soon. Time brings them and no event does: a result of a contract is no reason to ask again. */
export const risksQuery = (mine: boolean) =>
  queryOptions({
    queryKey: ['sla-risks', mine],
    queryFn: async ({ signal }) => {
      const params = { query: { limit: MOST_CHANGED, mine } };
      return (await answerOf(api.GET('/api/v1/dataContracts/slaRisks', { params, signal }))).data;
    },
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: LOOK_AGAIN_MS,
  });

export type SlaRisk = Awaited<ReturnType<NonNullable<ReturnType<typeof risksQuery>['queryFn']>>>[number];

type BrokenRow = VerdictChanges['longest'][number];

export type VerdictChanges = Awaited<ReturnType<NonNullable<ReturnType<typeof verdictChangesQuery>['queryFn']>>>;

/** Counts of assets, of those with a contract, and of those that meet it: by service and by domain. */
export const coverageQuery = queryOptions({
  queryKey: ['contracts', 'coverage'],
  queryFn: async ({ signal }) => {
    const coverage = async (by: 'service' | 'domain') =>
      (
        await answerOf(
          api.GET('/api/v1/dataContracts/coverage', { params: { query: { by, limit: MOST_GROUPS } }, signal }),
        )
      ).data;
    const [byService, byDomain] = await Promise.all([coverage('service'), coverage('domain')]);
    return { byService, byDomain };
  },
});

export type Coverage = Awaited<ReturnType<NonNullable<typeof coverageQuery.queryFn>>>['byService'][number];
