import { useState } from 'react';
import { inviteConsumer, LONGEST_MESSAGE, withdrawInvitation } from '../../api/governance/invitations';
import { DecisionDialog, type Decision } from '../../ui/dialogs/decision-dialog';
import { PartyField, type Party } from '../../ui/party-field';

interface InviteDialogProps {
  /** Id of the contract. */
  readonly contract: string;
  /** The user or team that is invited, where that is known. */
  readonly begun?: Party;
  readonly close: () => void;
}

const NOBODY: Party = { type: 'user', fullyQualifiedName: '' };

/** Invites a user or a team to say what it relies on in a contract. */
export function InviteDialog({ contract, begun = NOBODY, close }: InviteDialogProps) {
  const [party, setParty] = useState(begun);
  const name = party.fullyQualifiedName.trim();
  const decision: Decision = {
    title: 'Invite a consumer',
    label: 'Invite',
    text: 'They are notified, and say within 30 days what they rely on, or decline.',
    comment: 'optional',
    commentLabel: 'Message',
    longestComment: LONGEST_MESSAGE,
    act: async (message) => {
      const { id } = await inviteConsumer(contract, {
        party: { type: party.type, fullyQualifiedName: name },
        ...(message !== undefined && { message }),
      });
      return { text: `${name} is invited.`, undo: () => withdrawInvitation(contract, id) };
    },
  };
  return (
    <DecisionDialog of={decision} close={close} disabled={name === ''}>
      <PartyField label="Who" value={party} change={setParty} />
    </DecisionDialog>
  );
}
