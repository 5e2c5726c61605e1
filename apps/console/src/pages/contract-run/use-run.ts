import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { requestValidation, type Contract, type ContractResult } from '../../api/contracts';
import { isEnded, type ExecutionStatus } from '../../api/execution-status';
import { mayDoTo } from '../../api/permissions';
import { followEvents, type StreamEvent } from '../../api/service/event-stream';
import { dimensionsOf, outcomeOf, type DimensionOutcome } from '../verdict/verdict-data';

export interface Run {
  readonly isRunning: boolean;
  /** Absent before the first run of this visit. */
  readonly status: ExecutionStatus | undefined;
  /** The stored result, once the service has taken it. */
  readonly result: ContractResult | undefined;
  readonly dimensions: readonly DimensionOutcome[];
  readonly error: unknown;
  readonly start: () => void;
}

const KEYS = ['contract', 'contract-results', 'contract-summary', 'contracts'];

/** Validates a contract, and follows the run dimension by dimension. */
export function useRun(id: string): Run {
  const queries = useQueryClient();
  const [status, setStatus] = useState<ExecutionStatus>();
  const [stored, setStored] = useState<ContractResult>();
  const [dimensions, setDimensions] = useState<readonly DimensionOutcome[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const leave = useRef<AbortController>(undefined);
  useEffect(() => () => leave.current?.abort(), []);

  const hear = ({ event, data }: StreamEvent): void => {
    if (event === 'state') setStatus((data as { status: ExecutionStatus }).status);
    if (event === 'dimension') {
      const outcome = outcomeOf((data as { dimension: string }).dimension, data as object);
      if (outcome) setDimensions((known) => [...known, outcome]);
    }
    if (event === 'refused')
      setError(new Error((data as { message?: string }).message ?? 'The run may not be followed'));
  };
  const start = async (): Promise<void> => {
    const controller = (leave.current = new AbortController());
    setError(undefined);
    setDimensions([]);
    setStatus('Queued');
    setStored(undefined);
    setRunning(true);
    try {
      const result = await requestValidation(id);
      setStatus(result.contractExecutionStatus);
      setStored(result);
      // A quick run has ended before it is answered, and has no events to follow.
      if (isEnded(result.contractExecutionStatus)) setDimensions(dimensionsOf(result));
      else if (result.id !== undefined) {
        await followEvents(`/api/v1/dataContracts/${id}/results/${result.id}/events`, hear, controller.signal);
      }
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(false);
      await Promise.all(KEYS.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    }
  };
  return { isRunning, status, result: stored, dimensions, error, start: () => void start() };
}

/** States of a contract that is not in force: what it comes to is not asked yet. */
const NOT_IN_FORCE: ReadonlySet<unknown> = new Set(['Draft', 'In Review']);

/** Has a contract validated that was just written and has no result yet, where the reader may do so; a refusal leaves that to the button. */
export function useFirstRun(): (contract: Contract) => Promise<void> {
  const queries = useQueryClient();
  return async ({ id, entityStatus, latestResult }) => {
    if (id === undefined || latestResult || NOT_IN_FORCE.has(entityStatus)) return;
    try {
      if (await mayDoTo(queries, 'dataContract', id, 'ValidateContract')) await requestValidation(id);
    } catch {
      // The contract is stored in any case, and its page says that it was not validated yet.
    }
  };
}
