import { queryOptions } from '@tanstack/react-query';
import type { DataRun } from '../connections';
import { writtenBy, type Written } from '../governance/proposals';
import { answerOf, api, AS_PATCH, type Schemas } from '../service/client';

export type TestDefinition = Schemas['TestDefinition'];
export type TestCase = Schemas['TestCase'];
export type TriedCheck = Schemas['TriedCheckDto'];

const MOST_DEFINITIONS = 200;
/** Kinds of checks hardly ever change. */
const STALE_MS = 300_000;

/** Definitions of checks of columns that are in use. */
export const columnDefinitionsQuery = queryOptions({
  queryKey: ['test-definitions', 'COLUMN'],
  queryFn: async ({ signal }) => {
    const query = { entityType: 'COLUMN', enabled: 'true', limit: MOST_DEFINITIONS } as const;
    return (await answerOf(api.GET('/api/v1/dataQuality/testDefinitions', { params: { query }, signal }))).data;
  },
  staleTime: STALE_MS,
});

/** Computes a check on the source of a table; nothing is stored but the run, for an hour. */
export const tryCheck = (table: string, check: TriedCheck): Promise<DataRun> =>
  answerOf(
    api.POST('/api/v1/tables/{id}/checks', {
      params: { path: { id: table }, header: { Prefer: 'respond-async' } },
      body: { definitions: [check], dryRun: true, profile: false },
    }),
  );

/** Computes test cases of a table on its source. @param testCases ids; absent: all that the service can compute */
export const checkTable = (table: string, testCases?: readonly string[]): Promise<DataRun> =>
  answerOf(
    api.POST('/api/v1/tables/{id}/checks', {
      params: { path: { id: table }, header: { Prefer: 'respond-async' } },
      body: {
        dryRun: false,
        profile: false,
        ...(testCases && { testCases: testCases.map((id) => ({ id, type: 'testCase' as const })) }),
      },
    }),
  );

const MOST_NAMES = 1_000;

/** Names that test cases of a table have, of deleted ones too: these keep theirs. */
export const testCaseNamesQuery = (fqn: string) =>
  queryOptions({
    queryKey: ['test-cases', 'names', fqn],
    queryFn: async ({ signal }) => {
      const query = { entityLink: `<#E::table::${fqn}>`, include: 'all', limit: MOST_NAMES } as const;
      return (await answerOf(api.GET('/api/v1/dataQuality/testCases', { params: { query }, signal }))).data;
    },
  });

export type TestResult = Schemas['TestCaseResult'];

const MOST_RESULTS = 50;

/** The results of a test case, the newest first. */
export const testResultsQuery = (fqn: string) =>
  queryOptions({
    queryKey: ['test-results', fqn],
    queryFn: async ({ signal }) => {
      const params = { path: { fqn }, query: { limit: MOST_RESULTS } };
      return (await answerOf(api.GET('/api/v1/dataQuality/testCases/{fqn}/testCaseResult', { params, signal }))).data;
    },
  });

/** Deletes a test case so that it can be restored. */
export const deleteTestCase = (id: string): Promise<unknown> =>
  answerOf(api.DELETE('/api/v1/dataQuality/testCases/{id}', { params: { path: { id } } }));

export const restoreTestCase = (id: string): Promise<unknown> =>
  answerOf(api.PUT('/api/v1/dataQuality/testCases/restore', { body: { id } }));

/** Makes a test case: 409 where one has its name. */
export const createTestCase = (body: Schemas['CreateTestCase']): Promise<TestCase> =>
  answerOf(api.POST('/api/v1/dataQuality/testCases', { body }));

/** Has the contract expect a test case. A proposal comes of it where the policy of the contract asks others first. */
export async function expectTestCase(contract: string, testCase: string): Promise<Written> {
  const path = { id: contract };
  const read = api.GET('/api/v1/dataContracts/{id}', { params: { path, query: { fields: 'qualityExpectations' } } });
  const { qualityExpectations = [] } = await answerOf(read);
  // Another change in between is not written over.
  const etag = (await read).response.headers.get('etag');
  const own = qualityExpectations.map(({ id, type }) => ({ id, type }));
  const body: Schemas['JsonPatch'] = [
    { op: 'add', path: '/qualityExpectations', value: [...own, { id: testCase, type: 'testCase' }] },
  ];
  const headers = { ...AS_PATCH, ...(etag !== null && { 'if-match': etag }) };
  return writtenBy(api.PATCH('/api/v1/dataContracts/{id}', { params: { path }, body, headers }));
}
