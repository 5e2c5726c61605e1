import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { paths } from 'catalog-api';
import { ApiError } from '../service/api-error';
import { answerOf, api, type Schemas } from '../service/client';

export type ContractIncident = Schemas['ContractIncident'];
export type TestCaseIncident = Schemas['TestCaseResolutionStatus'];
export type IncidentAction = Schemas['IncidentActionDto'];
export type IncidentEvent = Schemas['ContractIncidentEvent'];
type TestCaseStatus = Schemas['IncidentStatusDto'];

/** An open incident: of a contract, or of a test case. The two open and close apart. */
export type Incident =
  | { readonly of: 'contract'; readonly incident: ContractIncident }
  | { readonly of: 'test case'; readonly incident: TestCaseIncident };

type ContractIncidentsQuery = NonNullable<paths['/api/v1/dataContracts/incidents']['get']['parameters']['query']>;
type IncidentFilter = Pick<ContractIncidentsQuery, 'owner' | 'tier' | 'sortBy' | 'sortOrder' | 'after'>;
const OF_TEST_CASES = '/api/v1/dataQuality/testCases/testCaseIncidentStatus';
type StatusFilter = Pick<
  NonNullable<paths[typeof OF_TEST_CASES]['get']['parameters']['query']>,
  'owner' | 'tier' | 'sortBy' | 'sortOrder' | 'after'
>;

export interface IncidentPage {
  readonly rows: readonly Incident[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

/** Rows of a page. */
const PAGE_SIZE = 25;
const MOST_AFFECTED = 1000;
const REST_MS = 20_000;

/** Since when it fails, in epoch ms: the same as on the page of the contract. Of a test case the newest status says when that was set. */
export const sinceOf = (one: Incident): number =>
  one.of === 'contract' ? (one.incident.since ?? one.incident.openedAt) : one.incident.timestamp;

/** One page of the open incidents of contracts. */
export const contractIncidentsQuery = (filter: IncidentFilter) =>
  queryOptions({
    queryKey: ['governance', 'incidents', filter],
    queryFn: async ({ signal }) => {
      const params = { query: { ...filter, limit: PAGE_SIZE } };
      const { data, paging } = await answerOf(api.GET('/api/v1/dataContracts/incidents', { params, signal }));
      return { rows: data.map((incident): Incident => ({ of: 'contract', incident })), paging };
    },
    placeholderData: keepPreviousData,
    refetchInterval: REST_MS,
  });

/** One page of the open incidents of test cases. */
export const testCaseIncidentsQuery = (filter: StatusFilter) =>
  queryOptions({
    queryKey: ['governance', 'incidents', 'test cases', filter],
    queryFn: async ({ signal }) => {
      const params = { query: { ...filter, open: true, limit: PAGE_SIZE } };
      const { data, paging } = await answerOf(api.GET(OF_TEST_CASES, { params, signal }));
      return { rows: data.map((incident): Incident => ({ of: 'test case', incident })), paging };
    },
    placeholderData: keepPreviousData,
    refetchInterval: REST_MS,
  });

/** How many incidents are open, of contracts and of test cases. */
export const incidentCountsQuery = (filter: Pick<IncidentFilter, 'owner' | 'tier'>) =>
  queryOptions({
    queryKey: ['governance', 'incidents', 'counts', filter],
    queryFn: async ({ signal }) => {
      const [ofContracts, ofTestCases] = await Promise.all([
        answerOf(api.GET('/api/v1/dataContracts/incidents', { params: { query: { ...filter, limit: 1 } }, signal })),
        answerOf(api.GET(OF_TEST_CASES, { params: { query: { ...filter, open: true, limit: 0 } }, signal })),
      ]);
      return { contract: ofContracts.paging.total, testCase: ofTestCases.paging.total };
    },
    placeholderData: keepPreviousData,
    refetchInterval: REST_MS,
  });

/** FQNs of the test cases of a table that have an open incident. */
export const testsWithIncidentQuery = (table: string) =>
  queryOptions({
    queryKey: ['governance', 'incidents', 'of table', table],
    queryFn: async ({ signal }) => {
      const params = { query: { originEntityFQN: table, open: true, limit: MOST_AFFECTED } };
      const { data } = await answerOf(api.GET(OF_TEST_CASES, { params, signal }));
      return new Set(data.flatMap(({ testCaseReference }) => testCaseReference?.fullyQualifiedName ?? []));
    },
  });

/** The open incident of a test case; null where none is. */
export const incidentOfTestQuery = (testCaseFQN: string) =>
  queryOptions({
    queryKey: ['governance', 'incidents', 'test case', testCaseFQN],
    queryFn: async ({ signal }) => {
      const params = { query: { testCaseFQN, open: true, latest: true, limit: 1 } };
      return (await answerOf(api.GET(OF_TEST_CASES, { params, signal }))).data[0] ?? null;
    },
  });

/** Open incidents that are assigned to the reader or a team of theirs. */
export const ownIncidentsQuery = queryOptions({
  queryKey: ['governance', 'own incidents'],
  queryFn: async ({ signal }) => {
    const params = { query: { mine: true, limit: 20 } };
    return (await answerOf(api.GET('/api/v1/dataContracts/incidents', { params, signal }))).data;
  },
  refetchInterval: REST_MS,
});

/** The open incident of a contract; null where none is. */
export const openIncidentQuery = (contract: string) =>
  queryOptions({
    queryKey: ['contract', contract, 'open-incident'],
    queryFn: async ({ signal }) => {
      const params = { query: { contract, limit: 1 } };
      return (await answerOf(api.GET('/api/v1/dataContracts/incidents', { params, signal }))).data[0] ?? null;
    },
    refetchInterval: REST_MS,
  });

/** Events of an incident, the oldest first. */
export const incidentHistoryQuery = (incidentId: string) =>
  queryOptions({
    queryKey: ['governance', 'incident', incidentId, 'history'],
    queryFn: async ({ signal }) => {
      const params = { path: { incidentId } };
      return (await answerOf(api.GET('/api/v1/dataContracts/incidents/{incidentId}/history', { params, signal }))).data;
    },
  });

/** Opens an incident by hand; where one is open, the comment is added to it. */
export const openIncident = (contract: string, comment: string): Promise<ContractIncident> =>
  answerOf(api.POST('/api/v1/dataContracts/{id}/incidents', { params: { path: { id: contract } }, body: { comment } }));

/** The incident as it is now. */
export const readIncident = (incidentId: string): Promise<ContractIncident> =>
  answerOf(api.GET('/api/v1/dataContracts/incidents/{incidentId}', { params: { path: { incidentId } } }));

export const actOnIncident = (incidentId: string, body: IncidentAction): Promise<ContractIncident> =>
  answerOf(
    api.POST('/api/v1/dataContracts/incidents/{incidentId}/actions', { params: { path: { incidentId } }, body }),
  );

/** The outcome of an action on several incidents. */
export interface ActedOn {
  readonly done: readonly ContractIncident[];
  /** Counts of those on which the reader has no right, and of those that had ended. */
  readonly refused: number;
  readonly ended: number;
}

/** The open incidents that follow from one. Read before it is resolved, after which they follow from it no more. */
export async function affectedBy(incidentId: string): Promise<readonly ContractIncident[]> {
  const params = { query: { cause: incidentId, limit: MOST_AFFECTED } };
  return (await answerOf(api.GET('/api/v1/dataContracts/incidents', { params }))).data;
}

/** Does the same to each of these incidents, a request each; those without the right, and those that have ended, are counted and left. */
export async function actOnEach(incidents: readonly ContractIncident[], body: IncidentAction): Promise<ActedOn> {
  const done: ContractIncident[] = [];
  let [refused, ended] = [0, 0];
  for (const incident of incidents) {
    try {
      await actOnIncident(incident.id, body);
      done.push(incident);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.isForbidden) refused += 1;
      else if (error.isMissing || error.isConflict) ended += 1;
      else throw error;
    }
  }
  return { done, refused, ended };
}

/** Adds a status to the incident of a test case. */
export const setTestCaseStatus = (body: TestCaseStatus): Promise<TestCaseIncident> =>
  answerOf(api.POST(OF_TEST_CASES, { body }));
