import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from './service/api-error';
import { ENTITY_TYPES } from './entity-types';
import type { Schemas } from './service/client';
import { followEvents, type StreamEvent } from './service/event-stream';

/** Changes of entities of these types and, for contracts, of their results, as they come. */
const eventsOf = (types: readonly string[]): string => `/api/v1/events?entityType=${types.join(',')}`;
const CONTRACT = 'dataContract';

/** Query key of lists and sums over contracts, each of which costs more than one contract. */
const SUMS = 'contracts';
/** Query keys of contracts: lists and sums, a contract with its results. */
const KEYS = [SUMS, 'contract', 'contract-results', 'contract-summary', 'contract-versions'];
/** Query keys of an asset itself. */
const ASSET_KEYS = ['asset', 'asset-versions'];

/** Many changes at once are looked at once. */
const REST_MS = 700;
/** Between two looks at lists and sums while events come. */
const SUMS_REST_MS = 10_000;
/** Before a stream that ended is taken up again. */
const PAUSE_MS = 3_000;

/** Comments of the stream have no members. */
type ChangeEvent = Partial<Schemas['ListEventsOutputDataItem']>;

/** An asset whose page is open. */
export interface OpenAsset {
  readonly type: string | undefined;
  readonly fqn: string | undefined;
}

/**
 * Refreshes the shown contracts, and the asset whose page is open, when another user changes them, as long as the
 * component is there. By one stream: browsers limit connections to one origin.
 */
export function useLive({ type = CONTRACT, fqn }: OpenAsset): void {
  const queries = useQueryClient();
  useEffect(() => {
    const leave = new AbortController();
    const events = eventsOf(type in ENTITY_TYPES && type !== CONTRACT ? [CONTRACT, type] : [CONTRACT]);
    const changed = new Map<string, ReturnType<typeof setTimeout>>();
    let summedAt = -SUMS_REST_MS;
    const refresh = (key: string) => {
      changed.delete(key);
      if (key === SUMS) summedAt = performance.now();
      void queries.invalidateQueries({ queryKey: [key] });
    };
    const refreshSoon = (key: string) => {
      if (changed.has(key)) return;
      const pause = key === SUMS ? Math.max(REST_MS, summedAt + SUMS_REST_MS - performance.now()) : REST_MS;
      changed.set(key, setTimeout(refresh, pause, key));
    };
    const hear = ({ data }: StreamEvent) => {
      const { entityType, entityFullyQualifiedName } = data as ChangeEvent;
      const isShown = entityType === type && entityFullyQualifiedName === fqn;
      for (const key of [...(entityType === CONTRACT ? KEYS : []), ...(isShown ? ASSET_KEYS : [])]) refreshSoon(key);
    };
    const follow = async (): Promise<void> => {
      while (!leave.signal.aborted) {
        try {
          await followEvents(events, hear, leave.signal);
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
      changed.forEach((timer) => clearTimeout(timer));
    };
  }, [queries, type, fqn]);
}
