import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contract } from '../../api/contracts';
import { consumersQuery } from '../../api/governance/consumers';
import {
  declineInvitation,
  LONGEST_MESSAGE,
  ownInvitationsQuery,
  type Invitation,
} from '../../api/governance/invitations';
import { DecisionDialog, said, type Decision } from '../../ui/dialogs/decision-dialog';
import { nameOf } from '../../ui/references';
import { Notice, Refusal } from '../../ui/states';
import { Time } from '../../ui/time';
import { RelyDialog } from './rely-dialog';

/** Open invitations of the reader and their teams to say what they rely on in a contract, each with its answers; nothing where there are none. */
export function InvitationBanner({ contract }: { readonly contract: Contract }) {
  const { data = [] } = useQuery(ownInvitationsQuery);
  // It outlives the invitation, which may be withdrawn while it is answered: the refusal says so.
  const [asked, setAsked] = useState<Asked>();
  const own = data.filter((one) => one.contract?.id === contract.id);
  return (
    <>
      {own.map((invitation) => (
        <InvitationNotice key={invitation.id} invitation={invitation} answer={setAsked} />
      ))}
      {asked?.by === 'rely' && (
        <Relying contract={contract} invitation={asked.invitation} close={() => setAsked(undefined)} />
      )}
      {asked?.by === 'decline' && (
        <DecisionDialog of={refusalOf(asked.invitation, contract.id ?? '')} close={() => setAsked(undefined)} />
      )}
    </>
  );
}

interface Asked {
  readonly by: 'rely' | 'decline';
  readonly invitation: Invitation;
}

interface InvitationNoticeProps {
  readonly invitation: Invitation;
  readonly answer: (asked: Asked) => void;
}

function InvitationNotice({ invitation, answer }: InvitationNoticeProps) {
  const { party, invitedBy, message, expiresAt } = invitation;
  if (!party) return null;
  return (
    <section aria-label="Invitation">
      <Notice tone="part" icon="user">
        <div className="stack" style={{ gap: 10 }}>
          <p>
            {invitedBy ? <bdi>{nameOf(invitedBy)}</bdi> : 'Somebody'} asks{' '}
            {party.type === 'team' ? (
              <>
                your team <bdi>{nameOf(party)}</bdi>
              </>
            ) : (
              'you'
            )}{' '}
            to say what you rely on. The invitation ends <Time of={expiresAt} isUpcoming />.
          </p>
          {message !== undefined && (
            <p className="fqn">
              <bdi>{message}</bdi>
            </p>
          )}
          <div className="row">
            <Button size="compact-md" onClick={() => answer({ by: 'rely', invitation })}>
              I rely on this
            </Button>
            <Button size="compact-md" variant="default" onClick={() => answer({ by: 'decline', invitation })}>
              Decline
            </Button>
          </div>
        </div>
      </Notice>
    </section>
  );
}

interface RelyingProps {
  readonly contract: Contract;
  readonly invitation: Invitation;
  readonly close: () => void;
}

/** The declaration, once it is known what the invited declared before. */
function Relying({ contract, invitation: { party }, close }: RelyingProps) {
  const { data: consumers, error } = useQuery(consumersQuery(contract.id ?? ''));
  if (error && !consumers) return <Refusal error={error} />;
  return (
    consumers && party && <RelyDialog contract={contract} consumers={consumers.data} invited={party} close={close} />
  );
}

const refusalOf = ({ id, invitedBy }: Invitation, contract: string): Decision => ({
  title: 'Decline the invitation?',
  label: 'Decline',
  text: `${invitedBy ? nameOf(invitedBy) : 'Who invited'} is notified. You may still declare later that you rely on it.`,
  comment: 'optional',
  commentLabel: 'Reason',
  longestComment: LONGEST_MESSAGE,
  act: said('The invitation is declined.', (reason) => declineInvitation(contract, id, reason)),
});
