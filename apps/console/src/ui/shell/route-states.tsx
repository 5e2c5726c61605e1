import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../../api/service/api-error';
import { connection } from '../../api/service/connection';
import { useTitle } from '../link';
import { Failure, Message } from '../states';

/** Shown for a page that does not exist. */
export function NotFound() {
  useTitle('There is no such page');
  return (
    <Message icon="search" title="There is no such page">
      <p>The address leads nowhere. The search box finds assets and contracts by a part of their name.</p>
    </Message>
  );
}

/** Shown for a page that failed. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const isAway = error instanceof ApiError && error.isPassing;
  useTitle(isAway ? "Can't reach the server" : 'Something went wrong');
  useEffect(() => {
    if (!isAway) return undefined;
    return connection.subscribe(() => connection.isLost() || location.reload());
  }, [isAway]);
  return <Failure error={error} retry={isAway ? () => void connection.probe() : reset} />;
}
