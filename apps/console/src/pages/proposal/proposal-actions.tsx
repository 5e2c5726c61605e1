import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  decideProposal,
  overrideProposal,
  reviewProposal,
  withdrawProposal,
  type Proposal,
} from '../../api/governance/proposals';
import { DecisionDialog, said, type Decision } from '../../ui/dialogs/decision-dialog';
import { useProposalRights } from './use-proposal-rights';

const ACTIONS = ['approve', 'reject', 'consent', 'object', 'needTime', 'withdraw', 'override'] as const;
type Action = (typeof ACTIONS)[number];

const LABELS: Readonly<Record<Action, string>> = {
  approve: 'Approve',
  reject: 'Reject',
  consent: 'Agree',
  object: 'Object',
  needTime: 'Need time',
  withdraw: 'Withdraw',
  override: 'Override',
};

/** The actions on a proposal that the signed-in user may take; nothing where there are none. */
export function ProposalActions({ proposal }: { readonly proposal: Proposal }) {
  const rights = useProposalRights(proposal);
  const [asked, setAsked] = useState<Action>();
  const isOffered: Readonly<Record<Action, boolean>> = {
    approve: rights.review,
    reject: rights.review,
    consent: rights.consent,
    object: rights.consent,
    needTime: rights.consent,
    withdraw: rights.withdraw,
    override: rights.override,
  };
  const offered = ACTIONS.filter((action) => isOffered[action]);
  // One that is asked for stays while it is carried out, which may end the right to it.
  if (offered.length === 0 && asked === undefined) return null;
  const close = () => setAsked(undefined);
  return (
    <div className="row">
      {offered.map((action) => (
        <Button
          key={action}
          variant={action === 'approve' || action === 'consent' ? 'filled' : 'default'}
          onClick={() => setAsked(action)}
        >
          {LABELS[action]}
        </Button>
      ))}
      {asked === 'needTime' ? (
        <NeedTime proposal={proposal} close={close} />
      ) : (
        asked && <DecisionDialog of={decisionOf(asked, proposal)} close={close} />
      )}
    </div>
  );
}

const ofName = ({ kind }: Proposal): string => (kind === 'deletion' ? 'deletion' : 'change');

function decisionOf(action: Exclude<Action, 'needTime'>, proposal: Proposal): Decision {
  const { round } = proposal;
  const what = ofName(proposal);
  switch (action) {
    case 'approve':
      return {
        title: `Approve the ${what}?`,
        label: 'Approve',
        text: 'Where it needs the consent of consumers, they are asked next; otherwise it takes effect at once.',
        comment: 'optional',
        act: said(`You approved the ${what}.`, (comment) =>
          reviewProposal(proposal, { decision: 'approve', round, ...(comment && { comment }) }),
        ),
      };
    case 'reject':
      return {
        title: `Reject the ${what}?`,
        label: 'Reject',
        text: 'The contract stays as it is. The author is notified of the reason.',
        comment: 'required',
        commentLabel: 'Reason',
        act: said(`You rejected the ${what}.`, (comment) =>
          reviewProposal(proposal, { decision: 'reject', round, ...(comment && { comment }) }),
        ),
      };
    case 'consent':
      return {
        title: `Agree to the ${what}?`,
        label: 'Agree',
        text: 'It takes effect once all consumers whom it concerns have agreed, or at its deadline.',
        comment: 'optional',
        act: said(`You agreed to the ${what}.`, (comment) =>
          decideProposal(proposal, { decision: 'approve', round, ...(comment && { comment }) }),
        ),
      };
    case 'object':
      return {
        title: `Object to the ${what}?`,
        label: 'Object',
        text: 'The author is notified of the reason. You can decide anew until the deadline.',
        comment: 'required',
        commentLabel: 'Reason',
        act: said(`You objected to the ${what}.`, (comment) =>
          decideProposal(proposal, { decision: 'object', round, ...(comment && { comment }) }),
        ),
      };
    case 'withdraw':
      return {
        title: `Withdraw the ${what}?`,
        label: 'Withdraw',
        text: 'The proposal ends, and the contract stays as it is. Another change can be proposed then.',
        comment: 'optional',
        act: said(`The ${what} is withdrawn.`, (comment) => withdrawProposal(proposal, comment)),
      };
    case 'override':
      return {
        title: `Override the decisions of others?`,
        label: 'Override and apply',
        text: 'It takes effect at once. Everybody concerned is notified; your name and the reason stay in the version and in the audit.',
        comment: 'required',
        commentLabel: 'Reason',
        act: said(`The ${what} is applied.`, (reason = '') => overrideProposal(proposal, reason)),
      };
  }
}

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** The end of a day, as the reader counts it, in the form of a field for dates. */
const dateField = (time: number): string => new Date(time).toLocaleDateString('sv-SE');

function NeedTime({ proposal, close }: { readonly proposal: Proposal; readonly close: () => void }) {
  const [day, setDay] = useState(() => dateField((proposal.deadline ?? Date.now()) + WEEK_DAYS * DAY_MS));
  const until = new Date(`${day}T23:59:59`).getTime();
  const decision: Decision = {
    title: 'Ask for more time?',
    label: 'Ask for time',
    text: 'The deadline moves, as far as the policy allows. You can decide anew until then.',
    comment: 'optional',
    act: said('You asked for more time.', (comment) =>
      decideProposal(proposal, { decision: 'needTime', round: proposal.round, until, ...(comment && { comment }) }),
    ),
  };
  return (
    <DecisionDialog of={decision} close={close} disabled={Number.isNaN(until)}>
      <TextInput
        label="Until the end of"
        type="date"
        required
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
    </DecisionDialog>
  );
}
