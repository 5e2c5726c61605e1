import { useQuery } from '@tanstack/react-query';
import type { Contract } from '../../api/contracts';
import { consumersQuery } from '../../api/governance/consumers';
import { counted } from '../../ui/changes/value-words';
import { nameOf, Owners } from '../../ui/references';

interface ConcernedProps {
  readonly contract: Contract;
  /** Incidents that follow from the one of the contract. */
  readonly affected: number;
}

/** Whom a failing contract concerns: owners, consumers with what they use it for and how to reach them, followers, contracts downstream. */
export function Concerned({ contract: { id = '', owners, followers = [] }, affected }: ConcernedProps) {
  const { data } = useQuery(consumersQuery(id));
  const consumers = data?.data ?? [];
  return (
    <>
      <dt>Owners</dt>
      <dd>
        <Owners of={owners} isShort />
      </dd>
      <dt>Consumers</dt>
      <dd>
        {consumers.length === 0 ? (
          <span className="dimmed">None declared</span>
        ) : (
          <ul style={{ margin: 0, paddingLeft: 20 }}>
            {consumers.map(({ id: consumerId, party, purpose, contact }) => (
              <li key={consumerId}>
                {party && <bdi>{nameOf(party)}</bdi>}: {purpose}
                {contact !== undefined && `, ${contact}`}
              </li>
            ))}
          </ul>
        )}
      </dd>
      {followers.length > 0 && (
        <>
          <dt>Followers</dt>
          <dd>{followers.length}</dd>
        </>
      )}
      {affected > 0 && (
        <>
          <dt>Downstream</dt>
          <dd>{counted(affected, 'incident')} follow from this one</dd>
        </>
      )}
    </>
  );
}
