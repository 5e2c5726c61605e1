import type { paths } from 'catalog-api';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { writtenBy, type Written } from './governance/proposals';
import { ApiError } from './service/api-error';
import { answerOf, api, type Schemas } from './service/client';

export type Contract = Schemas['DataContract'];
export type ContractResult = Schemas['DataContractResult'];
export type FieldReason = Schemas['FieldReason'];

export interface ContractFilter {
  readonly status?: string | undefined;
  readonly latestStatus?: string | undefined;
  readonly owner?: string | undefined;
  readonly domain?: string | undefined;
  readonly service?: string | undefined;
  readonly tier?: string | undefined;
  readonly tag?: string | undefined;
  /** Only those that oneself or a team of oneself owns. */
  readonly mine?: true | undefined;
  /** A part of the FQN, in any case. */
  readonly text?: string | undefined;
  readonly sortBy?: 'name' | 'status' | 'since' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

export type Change = Schemas['ContractChange'];

type ContractsQuery = paths['/api/v1/dataContracts']['get']['parameters']['query'];

export const PAGE_SIZE = 25;
/** Time after which shown data is read again, also where no event reported a change. */
export const LOOK_AGAIN_MS = 60_000;

const HEAD_FIELDS = 'owners,domains,tags,latestResult';

/** One page of the list of contracts; `after` and `before` are cursors of an answer to the same filter. */
export const contractsQuery = (filter: ContractFilter, after?: string, before?: string) =>
  queryOptions({
    queryKey: ['contracts', filter, after, before],
    queryFn: async ({ signal }) => {
      // The words come from the address of the page: the API says which of them there are.
      const { mine, ...words } = filter;
      const own = mine && { mine: 'true' };
      const query = { ...words, ...own, limit: PAGE_SIZE, fields: HEAD_FIELDS, after, before } as ContractsQuery;
      const page = await answerOf(api.GET('/api/v1/dataContracts', { params: { query }, signal }));
      return { rows: page.data, paging: page.paging };
    },
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });

export const contractQuery = (fqn: string) =>
  queryOptions({
    queryKey: ['contract', fqn],
    queryFn: ({ signal }) => {
      const params = { path: { fqn }, query: { fields: '*' } };
      return answerOf(api.GET('/api/v1/dataContracts/name/{fqn}', { params, signal }));
    },
    refetchInterval: LOOK_AGAIN_MS,
  });

/** The contract with what it inherits. */
export const effectiveQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract', id, 'effective'],
    queryFn: ({ signal }) => readEffective(id, signal),
  });

function readEffective(id: string, signal: AbortSignal): Promise<Contract> {
  const params = { path: { id }, query: { fields: '*', effective: true } };
  return answerOf(api.GET('/api/v1/dataContracts/{id}', { params, signal }));
}

/** The contract of an alert, with what it inherits. To who may not view contracts it is not there, as is one that is hidden. */
export const alertQuery = (id: string) =>
  queryOptions({
    ...effectiveQuery(id),
    queryFn: async ({ signal }) => {
      try {
        return await readEffective(id, signal);
      } catch (error) {
        if (error instanceof ApiError && (error.isForbidden || error.isMalformed)) throw new ApiError(404, undefined);
        throw error;
      }
    },
    refetchInterval: LOOK_AGAIN_MS,
  });

export const resultsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['contract-results', id],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const params = { path: { id }, query: { fields: 'details', limit: 60, after: pageParam } };
      const page = await answerOf(api.GET('/api/v1/dataContracts/{id}/results', { params, signal }));
      return { rows: page.data, paging: page.paging };
    },
    getNextPageParam: (last) => last.paging.after,
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Evidence of refreshes that a result found; empty where it found none. @param result its id; absent: it is not asked for */
export const latestEvidenceQuery = (id: string, result: string | undefined) =>
  queryOptions({
    queryKey: ['contract-results', id, 'evidence', result],
    queryFn: async ({ signal }) => {
      const params = { path: { id, result: result ?? '' }, query: { fields: 'details' } } as const;
      const { details } = await answerOf(api.GET('/api/v1/dataContracts/{id}/results/{result}', { params, signal }));
      return details?.slaValidation?.evidence ?? [];
    },
    enabled: result !== undefined,
    staleTime: Infinity,
  });

const DAY_MS = 86_400_000;
const TREND_DAYS = 30;

/** From the first of the thirty days that end with today, as the reader counts them: so each part of the trend is a day. */
function trendWindow(): string {
  const now = Date.now();
  const start = new Date(now).setHours(0, 0, 0, 0) - (TREND_DAYS - 1) * DAY_MS;
  return `PT${((now - start) / 1000).toFixed(3)}S`;
}

export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract-summary', id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/dataContracts/{id}/results/summary', {
          params: { path: { id }, query: { window: trendWindow(), bucket: 'P1D', fields: 'trendDimensions' } },
          signal,
        }),
      ),
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract-versions', id],
    queryFn: async ({ signal }) => {
      const page = await answerOf(api.GET('/api/v1/dataContracts/{id}/versions', { params: { path: { id } }, signal }));
      return page.versions ?? [];
    },
  });

/** Differences between two versions. */
export const versionDiffQuery = (id: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['contract-diff', id, from, to],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { from, to } };
      return answerOf(api.GET('/api/v1/dataContracts/{id}/diff', { params, signal }));
    },
    staleTime: Infinity,
  });

export const impactQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract-impact', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/dataContracts/{id}/impact', { params: { path: { id } }, signal })),
  });

/** Asks for a run and does not wait for its end. */
export function requestValidation(id: string): Promise<ContractResult> {
  const params = { path: { id }, header: { Prefer: 'respond-async' } };
  return answerOf(api.POST('/api/v1/dataContracts/{id}/validate', { params }));
}

/** Ends a run that goes on; its result is Aborted. */
export function cancelValidation(id: string, resultId: string): Promise<ContractResult> {
  const params = { path: { id, resultId } };
  return answerOf(api.POST('/api/v1/dataContracts/{id}/results/{resultId}/cancel', { params }));
}

/** Asks for runs of many contracts; the batch is followed by its id. */
export function requestValidations(contractIds: readonly string[]): Promise<Schemas['ValidationBatch']> {
  const body = { contractIds: [...contractIds] };
  return answerOf(api.POST('/api/v1/dataContracts/validations', { body }));
}

type RuleTrial = Schemas['RuleTrialDto'];
export type TriedRule = Schemas['EvaluateRulesOutputResultsItem'];

/** Tries rules on an asset as it is, in the order sent; nothing is stored. */
export async function tryRules(
  entityType: string,
  entityId: string,
  rules: RuleTrial['rules'],
): Promise<readonly TriedRule[]> {
  const body = { entityType, entityId, rules } as RuleTrial;
  return (await answerOf(api.POST('/api/v1/dataContracts/rules/evaluate', { body }))).results;
}

/** Deletes a contract, or proposes it where its policy asks others first. The results stay, and the contract can be restored. */
export function deleteContract(id: string): Promise<Written> {
  return writtenBy(api.DELETE('/api/v1/dataContracts/{id}', { params: { path: { id } } }));
}
