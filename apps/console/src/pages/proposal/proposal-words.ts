import type { EffectivePolicy } from '../../api/governance/policies';
import type { Proposal } from '../../api/governance/proposals';
import type { Contract } from '../../api/contracts';
import { counted } from '../../ui/changes/value-words';
import { namesOf } from '../../ui/references';
import type { Tone } from '../../ui/status';
import { durationText } from '../contract/promise-text';

export const PROPOSAL_STATES: Readonly<Record<Proposal['state'], { readonly label: string; readonly tone: Tone }>> = {
  InReview: { label: 'In review', tone: 'busy' },
  AwaitingConsent: { label: 'Awaits consent', tone: 'part' },
  Applied: { label: 'Applied', tone: 'ok' },
  Rejected: { label: 'Rejected', tone: 'bad' },
  Withdrawn: { label: 'Withdrawn', tone: 'idle' },
};

export const DECISIONS: Readonly<Record<Proposal['parties'][number]['decision'], string>> = {
  pending: 'Pending',
  approve: 'Approves',
  object: 'Objects',
  needTime: 'Needs time',
};

export const summaryOf = ({ kind, changes, breaking }: Proposal): string =>
  kind === 'deletion' ? 'Deletion' : `${counted(changes.length, 'change')}${breaking ? ', breaking' : ''}`;

export const isOpen = ({ state }: Pick<Proposal, 'state'>): boolean =>
  state === 'InReview' || state === 'AwaitingConsent';

type People = Pick<Contract, 'owners' | 'reviewers'>;

/** Names the people who approve changes of a contract. */
export function approversText({ reviewers = [], owners = [] }: People): string {
  const people = reviewers.length > 0 ? reviewers : owners;
  const names = namesOf(people).join(', ');
  const role = reviewers.length > 0 ? 'a reviewer' : 'an owner';
  return people.length > 0
    ? `${role} of the contract (${names}), or a person with the right to review contracts`
    : 'a person with the right to review contracts: the contract has no reviewer and no owner';
}

const AT_DEADLINE: Readonly<Record<Proposal['terms']['atDeadline'], string>> = {
  applyUnlessObjected: 'it is applied at the deadline unless somebody objects',
  apply: 'it is applied at the deadline',
  reject: 'it is rejected at the deadline without the consent of all',
};

const periodOf = ({ consentPeriod }: Pick<Proposal['terms'], 'consentPeriod'>): string =>
  durationText(consentPeriod) ?? consentPeriod;

/** Says who decides on an open proposal next. The deadline, where there is one, stands beside it. */
export function nextStepText({ state, breaking, terms, parties }: Proposal, contract: People): string {
  if (state === 'InReview') {
    const then =
      breaking && terms.mode === 'consented'
        ? ` Then the consumers whom it concerns have ${periodOf(terms)} to decide; ${AT_DEADLINE[terms.atDeadline]}.`
        : '';
    return `It waits for the approval of ${approversText(contract)}; the author does not approve it.${then}`;
  }
  const pending = parties.filter(({ decision }) => decision === 'pending' || decision === 'needTime').length;
  return `It waits for ${pending} of ${counted(parties.length, 'consumer')}; ${AT_DEADLINE[terms.atDeadline]}.`;
}

type ChangeRules = EffectivePolicy['change'];

/** Returns a sentence on whose consent a policy requires; undefined without any. */
export function policyText(change: ChangeRules, contract: People): string | undefined {
  switch (change.mode) {
    case 'open':
      return undefined;
    case 'reviewed':
      return `A change waits for the approval of ${approversText(contract)}. Until then the contract stays as it is.`;
    case 'consented':
      return (
        `A change waits for the approval of ${approversText(contract)}. A breaking one also needs the consent of the ` +
        `consumers whom it concerns, who have ${periodOf(change)}; ${AT_DEADLINE[change.atDeadline]}. ` +
        'Until then the contract stays as it is.'
      );
  }
}

const ENDS: Readonly<Record<NonNullable<Proposal['endedBy']>, string>> = {
  review: 'by the review',
  consent: 'all consumers whom it concerns have consented',
  deadline: 'at its deadline',
  author: 'withdrawn',
  override: 'the decisions of others were overridden',
  contractDeleted: 'the contract was deleted',
  invalid: 'the contract could not become so any more',
};

export const endText = ({ endedBy }: Proposal): string | undefined => endedBy && ENDS[endedBy];
