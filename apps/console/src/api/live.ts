import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from './api-error';
import { followEvents } from './event-stream';

/** Changes of contracts and their results, as they come. */
const EVENTS = '/api/v1/events?entityType=dataContract';

/** What is shown of contracts: lists, counts, a contract with its results. */
const KEYS = ['contracts', 'contract', 'contract-results', 'contract-summary', 'contract-versions'];

/** Many changes at once are looked at once. */
const REST_MS = 700;
/** Before a stream that ended is taken up again. */
const PAUSE_MS = 3_000;

/** Brings what is shown of contracts up to date when somebody else changes one, as long as the component is there. */
export function useLiveContracts(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const leave = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      for (const key of KEYS) void queries.invalidateQueries({ queryKey: [key] });
    };
    const follow = async (): Promise<void> => {
      while (!leave.signal.aborted) {
        try {
          await followEvents(EVENTS, () => (timer ??= setTimeout(refresh, REST_MS)), leave.signal);
        } catch (error) {
          // Who may not follow sees what polling finds.
          if (error instanceof ApiError && !error.isPassing) return;
        }
        await new Promise((done) => setTimeout(done, PAUSE_MS));
      }
    };
    void follow();
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [queries]);
}
