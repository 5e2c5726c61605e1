import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './service/client';
import { BROKEN, type ExecutionStatus } from './execution-status';
import { LOOK_AGAIN_MS, type Contract } from './contracts';

/** Contracts that do not hold and are listed with their reasons. */
const MOST_LISTED = 8;
const MOST_TURNED = 5;
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

/** Contracts that are broken, newest result first. */
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
        return ((await answerOf(api.GET('/api/v1/dataContracts', { params: { query }, signal }))).data ??
          []) as Contract[];
      };
      const lists = await Promise.all(BROKEN.map(list));
      return lists
        .flat()
        .sort((a, b) => (b.latestResult?.timestamp ?? 0) - (a.latestResult?.timestamp ?? 0))
        .slice(0, MOST_LISTED);
    },
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Contracts that changed within a day, have failed longest, or are due soon. */
export const turnsQuery = (mine: boolean) =>
  queryOptions({
    queryKey: ['contracts', 'turns', mine],
    queryFn: async ({ signal }) => {
      const since = Date.now() - DAY_MS;
      const limit = MOST_TURNED;
      const [broke, recovered, longest, risks] = await Promise.all([
        answerOf(api.GET('/api/v1/dataContracts/broken', { params: { query: { since, limit, mine } }, signal })),
        answerOf(api.GET('/api/v1/dataContracts/recovered', { params: { query: { since, limit, mine } }, signal })),
        answerOf(
          api.GET('/api/v1/dataContracts/broken', { params: { query: { order: 'oldest', limit, mine } }, signal }),
        ),
        answerOf(api.GET('/api/v1/dataContracts/slaRisks', { params: { query: { limit, mine } }, signal })),
      ]);
      return { broke: broke.data, recovered: recovered.data, longest: longest.data, risks: risks.data };
    },
    refetchInterval: LOOK_AGAIN_MS,
  });

export type Turns = Awaited<ReturnType<NonNullable<ReturnType<typeof turnsQuery>['queryFn']>>>;

/** How many assets there are, have a contract, and keep it: by service and by domain. */
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
