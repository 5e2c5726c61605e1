import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dataRunQuery, type DataRun } from '../../api/connections';
import { isEnded } from '../../api/execution-status';
import { checkTable } from '../../api/operations/checks';

/** A person waits for it. */
const WATCH_MS = 1_000;
/** Query keys of what a run of checks changes. */
const CHANGED = [['test-cases'], ['test-results'], ['data-runs', { kind: 'check' }], ['asset'], ['profiled']];

/** A run of checks that was asked for on this visit. */
export interface CheckRun {
  readonly run: DataRun | undefined;
  readonly isRunning: boolean;
  readonly error: unknown;
  /** @param testCases ids; absent: all of the table */
  readonly begin: (testCases?: readonly string[]) => void;
}

/** Has checks of a table computed, and follows the run until it has ended. @param table id */
export function useCheckRun(table: string): CheckRun {
  const queries = useQueryClient();
  const asked = useMutation({ mutationFn: (testCases?: readonly string[]) => checkTable(table, testCases) });
  const id = asked.data?.id;
  const watched = useQuery({ ...dataRunQuery(id ?? '', WATCH_MS), enabled: id !== undefined });
  const run = watched.data?.id === id ? watched.data : asked.data;
  const hasEnded = run !== undefined && isEnded(run.status);
  useEffect(() => {
    if (hasEnded) for (const queryKey of CHANGED) void queries.invalidateQueries({ queryKey });
  }, [hasEnded, id, queries]);
  return {
    run,
    isRunning: asked.isPending || (run !== undefined && !hasEnded),
    error: asked.error ?? watched.error,
    begin: asked.mutate,
  };
}
