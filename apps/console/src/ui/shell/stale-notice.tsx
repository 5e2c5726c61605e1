import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { BusyButton } from '../buttons/busy-button';
import { ApiError } from '../../api/service/api-error';
import { connection } from '../../api/service/connection';
import { Notice } from '../states';
import { absoluteTime, Time } from '../time';

/** So often a service that is away is asked whether it is back. */
const ASK_AGAIN_MS = 4_000;
/** So often what a busy service did not answer is read again. */
const READ_AGAIN_MS = 10_000;

/** Query keys of the caller, rights and completions: no page shows them. */
const BACKGROUND = new Set(['permissions', 'own-user', 'names', 'suggestions']);

const isPassing = ({ state }: Query): boolean => state.error instanceof ApiError && state.error.isPassing;

/** Queries that the page shows and could not read again: all of them while the service is away, else those that it did not answer. */
function staleQueries(queries: QueryClient): Query[] {
  const active = queries.getQueryCache().findAll({ type: 'active' });
  return active.filter(
    (query) =>
      query.state.data !== undefined &&
      !BACKGROUND.has(String(query.queryKey[0])) &&
      (connection.isLost() || isPassing(query)),
  );
}

/** When the oldest of that was read; 0 where there is nothing. */
function useStaleSince(queries: QueryClient): number {
  const subscribe = useCallback(
    (hear: () => void) => {
      const leave = [queries.getQueryCache().subscribe(hear), connection.subscribe(hear)];
      return () => leave.forEach((one) => one());
    },
    [queries],
  );
  return useSyncExternalStore(subscribe, () => {
    const times = staleQueries(queries).map(({ state }) => state.dataUpdatedAt);
    return times.length === 0 ? 0 : Math.min(...times);
  });
}

/** Says once that what is shown was read before the service went away. It goes by itself when the service is back. */
export function StaleNotice() {
  const queries = useQueryClient();
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  const since = useStaleSince(queries);
  const [isTrying, setTrying] = useState(false);
  const ask = useCallback(async () => {
    if (connection.isLost()) await connection.probe();
    else await queries.refetchQueries({ type: 'active', predicate: isPassing });
  }, [queries]);
  useEffect(() => {
    if (!isLost && since === 0) return undefined;
    const timer = setInterval(() => void ask(), isLost ? ASK_AGAIN_MS : READ_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isLost, since, ask]);
  useEffect(() => connection.subscribe(() => connection.isLost() || void queries.invalidateQueries()), [queries]);
  if (since === 0) return null;
  const tryAgain = async () => {
    setTrying(true);
    await ask();
    setTrying(false);
  };
  return (
    <div style={{ marginBottom: 18 }}>
      <Notice tone="part" icon="clock">
        <div className="row">
          <p>
            This may be out of date; last read <Time of={since} isBeside />, {absoluteTime(since)}.
          </p>
          <BusyButton variant="default" size="xs" isBusy={isTrying} onClick={() => void tryAgain()}>
            Try again
          </BusyButton>
        </div>
      </Notice>
    </div>
  );
}
