import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Asset } from '../../api/assets';
import { newestRequestsQuery, type LackedRights } from '../../api/governance/permission-requests';
import { useLackedOn } from '../../api/permissions';
import { PageLink } from '../link';
import { rightOnInWords } from '../rights';
import { Time } from '../time';

const RightDialog = lazy(async () => ({ default: (await import('../dialogs/right-dialog')).RightDialog }));

interface AskForRightProps extends LackedRights {
  /** The reason that the form begins with. */
  readonly reason?: string;
}

/**
 * Beside what is not offered for lack of a right: the open request for it, and a button for those of the rights that no open request is for.
 * Nothing where no right is lacking.
 */
export function AskForRight({ operations, reason, ...of }: AskForRightProps) {
  const { data } = useQuery({ ...newestRequestsQuery, enabled: operations.length > 0 });
  const [isAsked, setAsked] = useState(false);
  if (operations.length === 0 || data === undefined) return null;
  const open = data.filter(
    ({ status, resource, operation }) => status === 'Open' && resource.id === of.id && operations.includes(operation),
  );
  const left = operations.filter((one) => !open.some(({ operation }) => operation === one));
  return (
    <span className="row">
      {open.map(({ id, operation, requestedAt }) => (
        <span key={id} className="dimmed small">
          You asked for the right to <bdi>{rightOnInWords(operation, of.name)}</bdi> <Time of={requestedAt} />
        </span>
      ))}
      {open.length > 0 && (
        <PageLink to="/inbox" search={{ section: 'requests' }} className="small">
          Your requests
        </PageLink>
      )}
      {left.length > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setAsked(true)}>
          {left.length === 1 ? 'Ask for this right' : 'Ask for a right'}
        </Button>
      )}
      {isAsked && (
        <Suspense fallback={null}>
          <RightDialog {...of} operations={left} reason={reason} close={() => setAsked(false)} />
        </Suspense>
      )}
    </span>
  );
}

/** The right by which an owner writes the contract of an asset. */
const TO_WRITE = ['EditAll'] as const;

interface AskToWriteProps {
  readonly type: string;
  readonly asset: Asset;
}

/** Asks for the right by which the reader would write the contract of an asset; for who may not write it. */
export function AskToWriteContract({ type, asset: { id, name, displayName } }: AskToWriteProps) {
  const lacked = useLackedOn(type, id, TO_WRITE);
  return (
    <AskForRight {...{ type, id, name: displayName ?? name }} operations={lacked} reason="To write its contract: " />
  );
}
