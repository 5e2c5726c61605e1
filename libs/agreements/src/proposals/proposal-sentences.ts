import { quoted } from '../review/review-notices';
import type { Proposal } from './proposal';

/** The rest of a sentence that begins with the contract: a proposal of it was opened. */
export function waitsForReview({ kind, changes, breaking }: Proposal): string {
  if (kind === 'deletion') return 'has a proposal to delete it, which waits for a review';
  const count = changes.length === 1 ? 'one change' : `${changes.length} changes`;
  return `has a proposal of ${count}${breaking ? ', breaking,' : ''} that waits for a review`;
}

export function waitsForConsent({ kind, deadline }: Pick<Proposal, 'kind' | 'deadline'>): string {
  const until = deadline === undefined ? '' : ` until ${new Date(deadline).toISOString()}`;
  return `has a proposal ${kind === 'deletion' ? 'to delete it' : 'of a breaking change'} that waits for your consent${until}`;
}

/** The rest of a sentence that begins with the contract: how a proposal of it ended. */
export function endOf(proposal: Pick<Proposal, 'kind' | 'state' | 'endedBy' | 'override' | 'message'>): string {
  const { kind, state } = proposal;
  const applied = kind === 'deletion' ? 'was deleted as proposed' : 'was changed as proposed';
  return `${state === 'Applied' ? applied : 'stays as it was'}: ${reasonOf(proposal)}`;
}

function reasonOf({ state, endedBy, override, message }: Parameters<typeof endOf>[0]): string {
  switch (endedBy) {
    case 'consent':
      return 'all consumers whom it concerns have consented';
    case 'deadline':
      return state === 'Applied' ? 'the deadline has passed' : 'the proposal had no consent at its deadline';
    case 'override':
      return `${override?.user} has overridden the decisions of others${quoted(override?.reason)}`;
    case 'author':
      return `the proposal was withdrawn${quoted(message)}`;
    case 'contractDeleted':
      return 'the proposal ended with the contract, which was deleted';
    case 'invalid':
      return `the proposed change has become invalid${quoted(message)}`;
    case 'review':
    case undefined:
      return state === 'Applied' ? 'the proposal was approved' : `the proposal was rejected${quoted(message)}`;
  }
}
