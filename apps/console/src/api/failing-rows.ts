import { queryOptions } from '@tanstack/react-query';
import type { paths } from 'catalog-api';
import type { Contract, ContractResult } from './contracts';
import { unless } from './service/api-error';
import { answerOf, api, type Schemas } from './service/client';

type DataRun = Schemas['DataRun'];
type Check = NonNullable<DataRun['checks']>[number];

/** A check that found failing rows, with the statement that selects them. */
export interface FailingRows {
  /** FQN of the test case; absent of a check that the contract itself asks for. */
  readonly testCase: string | undefined;
  readonly name: string;
  readonly failedRows: number | undefined;
  readonly statement: string;
}

/** Test cases that one look asks for their queries; further ones have theirs on their pages. */
const MOST_ASKED = 20;

/** An answer that the reader may not have, or that is not there any more, is none. */
const unlessRefused = <T>(asked: Promise<T>): Promise<T | undefined> =>
  unless(asked, ({ isForbidden, isMissing }) => isForbidden || isMissing);

/** The statement that selects the failing rows of a check; undefined where no row fails. */
export const statementOf = ({ status, failedRows, statement }: Check): string | undefined =>
  status === 'Failed' && failedRows !== 0 ? statement : undefined;

const failingOf = (run: DataRun | undefined): readonly FailingRows[] =>
  (run?.checks ?? []).flatMap((check) => {
    const statement = statementOf(check);
    if (statement === undefined) return [];
    const { name, testCase, failedRows } = check;
    return [{ name, testCase: testCase?.fullyQualifiedName, failedRows, statement }];
  });

/** Runs of a table that are looked through for the newest one of a test: some compute one test alone. */
const MOST_RUNS = 20;

type RunsOf = Pick<NonNullable<paths['/api/v1/dataRuns']['get']['parameters']['query']>, 'asset' | 'kind'>;

async function newestRuns(of: RunsOf, signal: AbortSignal): Promise<readonly DataRun[]> {
  const params = { query: { ...of, limit: MOST_RUNS } };
  return (await unlessRefused(answerOf(api.GET('/api/v1/dataRuns', { params, signal }))))?.data ?? [];
}

/** The failing rows that the newest run that computed a test found. @param runs the newest first */
function newestOf(fqn: string, runs: readonly DataRun[]): FailingRows | undefined {
  const newest = runs.find(({ checks = [] }) => checks.some(({ testCase }) => testCase?.fullyQualifiedName === fqn));
  return failingOf(newest).find(({ testCase }) => testCase === fqn);
}

/** The query that the runner of a test stored with it. */
async function storedQuery(fqn: string, signal: AbortSignal): Promise<readonly FailingRows[]> {
  const params = { path: { fqn } };
  const found = await unlessRefused(answerOf(api.GET('/api/v1/dataQuality/testCases/name/{fqn}', { params, signal })));
  if (!found?.inspectionQuery) return [];
  const { name, displayName = name, inspectionQuery } = found;
  return [{ testCase: fqn, name: displayName, failedRows: undefined, statement: inspectionQuery }];
}

/**
 * Statements for the failing rows of a result: of the reading that it rests on, for its other test cases of the newest check of the
 * table, else the query that their runner stored.
 */
export const failingRowsQuery = (
  entity: Contract['entity'],
  result: ContractResult | undefined,
  failedTests: readonly string[],
) =>
  queryOptions({
    queryKey: ['contract-results', result?.id, 'failing-rows'],
    queryFn: async ({ signal }): Promise<readonly FailingRows[]> => {
      const runId = result?.details?.data?.runId;
      const reading = runId
        ? await unlessRefused(answerOf(api.GET('/api/v1/dataRuns/{id}', { params: { path: { id: runId } }, signal })))
        : undefined;
      const found = [...failingOf(reading)];
      const missing = () => failedTests.filter((fqn) => found.every(({ testCase }) => testCase !== fqn));
      if (missing().length > 0 && entity?.type === 'table') {
        const runs = await newestRuns({ asset: entity.id, kind: 'check' }, signal);
        found.push(...missing().flatMap((fqn) => newestOf(fqn, runs) ?? []));
      }
      const stored = await Promise.all(
        missing()
          .slice(0, MOST_ASKED)
          .map((fqn) => storedQuery(fqn, signal)),
      );
      return [...found, ...stored.flat()];
    },
    enabled: result !== undefined,
    staleTime: Infinity,
  });

/** The statement for the rows that fail a test: of the newest run on the data that computed it, else that which its runner stored; null where there is none. */
export const failingRowsOfTestQuery = (table: string, testCase: string) =>
  queryOptions({
    queryKey: ['test-results', testCase, 'failing-rows'],
    queryFn: async ({ signal }): Promise<FailingRows | null> => {
      const found = newestOf(testCase, await newestRuns({ asset: table }, signal));
      return found ?? (await storedQuery(testCase, signal))[0] ?? null;
    },
  });
