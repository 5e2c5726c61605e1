import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from './service/api-error';
import { ENTITY_TYPES } from './entity-types';
import { followEvents, type StreamEvent } from './service/event-stream';

/** Changes of entities of these types and, for contracts, of their results, as they come. */
const eventsOf = (types: readonly string[]): string => `/api/v1/events?entityType=${types.join(',')}`;
const CONTRACT = 'dataContract';

/** Query keys of contracts: lists, counts, a contract with its results. */
const KEYS = ['contracts', 'contract', 'contract-results', 'contract-summary', 'contract-versions'];
/** Query keys of an asset itself. */
const ASSET_KEYS = ['asset', 'asset-versions'];

/** Many changes at once are looked at once. */
const REST_MS = 700;
/** Before a stream that ended is taken up again. */
const PAUSE_MS = 3_000;

interface ChangeEvent {
  readonly entityType?: string;
  readonly entityFullyQualifiedName?: string;
}

/** An asset whose page is open. */
export interface OpenAsset {
  readonly type: string | undefined;
  readonly fqn: string | undefined;
}

/**
 * Brings what is shown of contracts, and the asset whose page is open, up to date when somebody else changes them, as long as the
 * component is there. By one stream: browsers keep few connections to one origin.
 */
export function useLive({ type = CONTRACT, fqn }: OpenAsset): void {
  const queries = useQueryClient();
  useEffect(() => {
    const leave = new AbortController();
    const events = eventsOf(type in ENTITY_TYPES && type !== CONTRACT ? [CONTRACT, type] : [CONTRACT]);
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      for (const key of changed) void queries.invalidateQueries({ queryKey: [key] });
      changed.clear();
    };
    const hear = ({ data }: StreamEvent) => {
      const { entityType, entityFullyQualifiedName } = data as ChangeEvent;
      const isShown = entityType === type && entityFullyQualifiedName === fqn;
      for (const key of [...(entityType === CONTRACT ? KEYS : []), ...(isShown ? ASSET_KEYS : [])]) changed.add(key);
      if (changed.size > 0) timer ??= setTimeout(refresh, REST_MS);
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
      clearTimeout(timer);
    };
  }, [queries, type, fqn]);
}
