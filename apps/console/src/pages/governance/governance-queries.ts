import { queryOptions } from '@tanstack/react-query';
import { pageOf } from '../../api/administration';
import { readJson, type Schemas } from '../../api/service/client';

export type ContractIncident = Schemas['ContractIncident'];
export type TestCaseIncident = Schemas['TestCaseResolutionStatus'];
export type Proposal = Schemas['ContractProposal'];
export type ObjectiveRow = Schemas['ObjectiveReportRow'];

/** An open incident: of a contract, or of a test case. The two open and close apart. */
export type Incident =
  | { readonly of: 'contract'; readonly incident: ContractIncident }
  | { readonly of: 'test case'; readonly incident: TestCaseIncident };

interface List<T> {
  readonly data: readonly T[];
  readonly paging: { readonly total: number; readonly after?: string };
}

const CONTRACTS = '/api/v1/dataContracts';
const TEST_CASE_INCIDENTS = '/api/v1/dataQuality/testCases/testCaseIncidentStatus';
/** Incidents that one look takes of each kind. */
const MOST_INCIDENTS = 500;
const REST_MS = 20_000;

/** When an incident began, in epoch ms; of a test case its newest status says when that was set. */
export const sinceOf = ({ of, incident }: Incident): number =>
  of === 'contract' ? incident.openedAt : incident.timestamp;

/** Open incidents of contracts and of test cases, the newest first. */
export const incidentsQuery = queryOptions({
  queryKey: ['governance', 'incidents'],
  queryFn: async ({ signal }): Promise<readonly Incident[]> => {
    const [contracts, testCases] = await Promise.all([
      readJson<List<ContractIncident>>(`${CONTRACTS}/incidents?limit=${MOST_INCIDENTS}`, { signal }),
      readJson<List<TestCaseIncident>>(`${TEST_CASE_INCIDENTS}?latest=true&limit=${MOST_INCIDENTS}`, { signal }),
    ]);
    return [
      ...contracts.data.map((incident): Incident => ({ of: 'contract', incident })),
      ...testCases.data
        .filter((status) => status.testCaseResolutionStatusType !== 'Resolved')
        .map((incident): Incident => ({ of: 'test case', incident })),
    ].sort((one, other) => sinceOf(other) - sinceOf(one));
  },
  refetchInterval: REST_MS,
});

/** Proposals of changes to contracts, the newest first. */
export const proposalsQuery = (after: string | undefined) =>
  queryOptions({
    queryKey: ['governance', 'proposals', after],
    queryFn: ({ signal }) => pageOf<Proposal>(`${CONTRACTS}/proposals`, after, signal),
    refetchInterval: REST_MS,
  });

/** All objectives, as this month of the calendar has gone so far in UTC. */
export const objectivesQuery = queryOptions({
  queryKey: ['governance', 'objectives'],
  queryFn: async ({ signal }) => {
    const month = new Date().toISOString().slice(0, 7);
    const { data } = await readJson<{ readonly data: readonly ObjectiveRow[] }>(
      `${CONTRACTS}/objectives/report?month=${month}`,
      { signal },
    );
    return data;
  },
  refetchInterval: REST_MS,
});
