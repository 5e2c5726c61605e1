import { useQuery } from '@tanstack/react-query';
import {
  contractInvitationsQuery,
  inviteConsumer,
  withdrawInvitation,
  type Invitation,
} from '../../api/governance/invitations';
import { ActionButton } from '../../ui/buttons/action-button';
import { nameOf } from '../../ui/references';
import { Loaded } from '../../ui/states';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { Time } from '../../ui/time';

const SHOWN: readonly DataColumn<Invitation>[] = [
  { label: 'Who', isName: true, cell: ({ party }) => party && <bdi>{nameOf(party)}</bdi> },
  { label: 'Invited by', cell: ({ invitedBy }) => (invitedBy ? <bdi>{nameOf(invitedBy)}</bdi> : '') },
  { label: 'Message', cell: ({ message = '' }) => <bdi className="fqn">{message}</bdi> },
  { label: 'Since', cell: ({ invitedAt }) => <Time of={invitedAt} /> },
  { label: 'Until', cell: ({ expiresAt }) => <Time of={expiresAt} isUpcoming /> },
];

const CHANGED: readonly DataColumn<Invitation>[] = [
  ...SHOWN,
  { label: 'Change', cell: (invitation) => <Withdraw invitation={invitation} /> },
];

interface InvitationsProps {
  /** Id of the contract. */
  readonly contract: string;
  readonly mayEdit: boolean;
}

/** Invitations of a contract that wait for an answer; nothing at all where there are none. */
export function Invitations({ contract, mayEdit }: InvitationsProps) {
  const query = useQuery(contractInvitationsQuery(contract));
  return (
    <Loaded query={query} what="Looking for invitations">
      {(invitations) =>
        invitations.length > 0 && (
          <section className="stack" aria-labelledby="open-invitations">
            <h3 id="open-invitations" style={{ margin: 0, fontSize: 15 }}>
              Invited, without an answer
            </h3>
            <DataTable
              label="Open invitations"
              columns={mayEdit ? CHANGED : SHOWN}
              rows={invitations}
              keyOf={({ id }) => id}
            />
          </section>
        )
      }
    </Loaded>
  );
}

function Withdraw({ invitation: { id, contract, party, message } }: { readonly invitation: Invitation }) {
  if (!contract || !party) return null;
  const name = nameOf(party);
  const again = () =>
    inviteConsumer(contract.id, {
      party: { type: party.type as 'user' | 'team', id: party.id },
      ...(message !== undefined && { message }),
    });
  return (
    <ActionButton
      size="compact-md"
      aria-label={`Withdraw the invitation of ${name}`}
      act={async () => {
        await withdrawInvitation(contract.id, id);
        return { text: `The invitation of ${name} is withdrawn.`, undo: again };
      }}
    >
      Withdraw
    </ActionButton>
  );
}
