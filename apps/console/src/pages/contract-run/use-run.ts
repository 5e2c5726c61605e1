import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { requestValidation, type ContractResult } from '../../api/contracts';
import { isEnded, type ExecutionStatus } from '../../api/execution-status';
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
