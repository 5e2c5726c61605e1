import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Covered, GroupedBy } from '../search-parameters';
import { answerOf, api, saveText, type Schemas } from './service/client';
import { BROKEN } from './execution-status';
import { LOOK_AGAIN_MS } from './contracts';
import { ENTITY_TYPES } from './entity-types';
import { isNamed } from './searches';

/** A domain or a service by its FQN; all assets without either. */
export interface Scope {
  readonly domain?: string | undefined;
  readonly service?: string | undefined;
}

const MOST_GROUPS = 1_000;
export const ASSETS_A_PAGE = 25;

/** Counts of assets, of those with a contract, and of those that meet it, for each domain or service: those with the most assets first. */
export const groupsQuery = (by: 'service' | 'domain') =>
  queryOptions({
    queryKey: ['contracts', 'coverage', by],
    queryFn: async ({ signal }) => {
      const query = { by, limit: MOST_GROUPS };
      return (await answerOf(api.GET('/api/v1/dataContracts/coverage', { params: { query }, signal }))).data;
    },
  });

export type ReportedGroup = Schemas['GroupReportRow'];

/** Coverage of each group, and how its contracts went over the last days: the worst first. */
export const reportQuery = (groupBy: GroupedBy, days: number) =>
  queryOptions({
    queryKey: ['contracts', 'report', groupBy, days],
    queryFn: async ({ signal }) => {
      const query = { groupBy, days };
      const report = await answerOf(api.GET('/api/v1/dataContracts/report', { params: { query }, signal }));
      return report as Schemas['GroupReport'];
    },
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Saves the same rows as CSV. */
export const saveReport = (groupBy: GroupedBy, days: number): Promise<void> =>
  saveText(
    `/api/v1/dataContracts/report?groupBy=${groupBy}&days=${days}&format=csv`,
    `contracts-by-${groupBy}-${days}-days.csv`,
  );

/** How many contracts passed and failed at the end of each of the last days, as the reader counts them. */
export const trendQuery = ({ domain, service }: Scope, days: number) =>
  queryOptions({
    queryKey: ['contracts', 'trend', domain, service, days],
    queryFn: async ({ signal }) => {
      const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions();
      const query = { domain, service, timezone, days };
      return (await answerOf(api.GET('/api/v1/dataContracts/trend', { params: { query }, signal }))).data;
    },
    refetchInterval: LOOK_AGAIN_MS,
  });

export type DayOfVerdicts = Awaited<ReturnType<NonNullable<ReturnType<typeof trendQuery>['queryFn']>>>[number];

const COVERABLE = Object.entries(ENTITY_TYPES).flatMap(([type, { promises }]) => (promises ? [type] : []));

const HAS_CONTRACT = { exists: { field: 'contract.name' } };
const statusOf = (...statuses: string[]) => ({ terms: { 'contract.latestStatus': statuses } });
const CONDITIONS: Readonly<Record<Covered, object>> = {
  with: { must: [HAS_CONTRACT] },
  without: { must_not: [HAS_CONTRACT] },
  holding: { must: [statusOf('Success')] },
  failing: { must: [statusOf(...BROKEN)] },
};

/** A page of the assets that could have a contract, with the state of the one that they have. */
export const coveredAssetsQuery = ({ domain, service }: Scope, show: Covered | undefined, page: number) =>
  queryOptions({
    queryKey: ['contracts', 'covered', domain, service, show, page],
    queryFn: async ({ signal }) => {
      const filter = [
        { terms: { entityType: COVERABLE } },
        ...(domain === undefined ? [] : [{ term: { 'domains.fullyQualifiedName': domain } }]),
        // What lies in a service begins with its FQN, which no search knows otherwise.
        ...(service === undefined ? [] : [{ prefix: { fullyQualifiedName: `${service}.` } }]),
      ];
      const query = {
        q: '*',
        query_filter: JSON.stringify({ query: { bool: { filter, ...(show && CONDITIONS[show]) } } }),
        sort_field: 'fullyQualifiedName',
        sort_order: 'asc',
        from: (page - 1) * ASSETS_A_PAGE,
        size: ASSETS_A_PAGE,
        include_aggregations: false,
      } as const;
      const { hits } = await answerOf(api.GET('/api/v1/search/query', { params: { query }, signal }));
      return {
        total: hits.total?.value ?? 0,
        assets: (hits.hits ?? []).flatMap(({ _source }) => (isNamed(_source) ? [_source] : [])),
      };
    },
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
