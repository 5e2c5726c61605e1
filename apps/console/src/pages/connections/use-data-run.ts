import { useMutation, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dataRunQuery, type DataRun } from '../../api/connections';
import { isEnded } from '../../api/execution-status';

/** A person waits for it. */
const WATCH_MS = 1_000;

/** A data run that was asked for on this visit. */
export interface AskedRun<Input> {
  readonly run: DataRun | undefined;
  readonly isRunning: boolean;
  readonly error: unknown;
  readonly begin: (input: Input) => void;
}

/** Asks for a data run and follows it until it has ended. @param changed query keys of what it changes, the same list at each call */
export function useDataRun<Input = void>(
  ask: (input: Input) => Promise<DataRun>,
  changed: readonly QueryKey[],
): AskedRun<Input> {
  const queries = useQueryClient();
  const asked = useMutation({ mutationFn: ask });
  const id = asked.data?.id;
  const watched = useQuery({ ...dataRunQuery(id ?? '', WATCH_MS), enabled: id !== undefined });
  const run = watched.data?.id === id ? watched.data : asked.data;
  const hasEnded = run !== undefined && isEnded(run.status);
  useEffect(() => {
    if (hasEnded) for (const queryKey of changed) void queries.invalidateQueries({ queryKey });
  }, [hasEnded, id, queries, changed]);
  return {
    run,
    isRunning: asked.isPending || (run !== undefined && !hasEnded),
    error: asked.error ?? watched.error,
    begin: asked.mutate,
  };
}
