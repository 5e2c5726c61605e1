import { AppError, type Actor } from '@app/common';
import type { Change } from '@app/contracts';
import { periodOf, type ChangeRules } from '../policies/contract-policy';

export const PROPOSAL_STATES = ['InReview', 'AwaitingConsent', 'Applied', 'Rejected', 'Withdrawn'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];
export const ENDS = ['review', 'consent', 'deadline', 'author', 'override', 'contractDeleted', 'invalid'] as const;
export type EndedBy = (typeof ENDS)[number];
export const CONSENTS = ['approve', 'object', 'needTime'] as const;
export type Consent = (typeof CONSENTS)[number];

/** A consumer who relies on what a change breaks, and its decision. */
export interface Party {
  /** Id of the declaration. */
  readonly consumer: string;
  readonly party: {
    readonly id: string;
    readonly type: string;
    readonly name: string;
    readonly fullyQualifiedName: string;
  };
  /** Paths of columns; absent: the whole contract. */
  readonly columns?: readonly string[];
  readonly decision: Consent | 'pending';
  /** Epoch ms; of needTime. */
  readonly until?: number;
  readonly comment?: string;
  /** Name of the user who decided for it. */
  readonly by?: string;
  /** Epoch ms. */
  readonly at?: number;
}

export interface Approval {
  readonly user: string;
  readonly at: number;
  readonly comment?: string;
}

/** A change of a contract, or its deletion, that waits for others or has ended. Times in epoch ms, versions in tenths. */
export interface Proposal {
  readonly id: string;
  readonly kind: 'edit' | 'deletion';
  readonly state: ProposalState;
  readonly endedBy?: EndedBy;
  readonly round: number;
  readonly baseVersion: number;
  readonly base: Members;
  readonly edits: Members;
  readonly document?: Readonly<Record<string, unknown>>;
  readonly changes: readonly Change[];
  readonly breaking: boolean;
  readonly terms: ChangeRules;
  readonly options: Readonly<Record<string, unknown>>;
  readonly author: { readonly id: string; readonly name: string };
  readonly reason?: string;
  readonly askedDeadline?: number;
  readonly openedAt: number;
  readonly consentFrom?: number;
  readonly deadline?: number;
  readonly approvals: readonly Approval[];
  readonly parties: readonly Party[];
  readonly override?: { readonly user: string; readonly reason: string; readonly at: number };
  readonly appliedVersion?: number;
  readonly endedAt?: number;
  readonly message?: string;
}

/** Members of a document by name; null: it is not there. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether nothing happens to it any more. */
export const hasEnded = ({ state }: Pick<Proposal, 'state'>): boolean =>
  state !== 'InReview' && state !== 'AwaitingConsent';

/** Whether the change waits for the consumers whom it concerns, once it is approved. */
export const needsConsent = ({ breaking, terms }: Pick<Proposal, 'breaking' | 'terms'>): boolean =>
  breaking && terms.mode === 'consented';

/** The first deadline of a consent that begins: at least what the author asked for. */
export function firstDeadline(
  { terms, askedDeadline = 0 }: Pick<Proposal, 'terms' | 'askedDeadline'>,
  from: number,
): number {
  return Math.max(from + periodOf(terms.consentPeriod), askedDeadline);
}

/** The latest deadline that a consumer may request. */
export function latestDeadline({ consentPeriod, mostExtension }: ChangeRules, from: number): number {
  return from + periodOf(consentPeriod) + periodOf(mostExtension);
}

/** The deadline as the standing requests for more time move it: never before the first one. */
export function deadlineOf(
  proposal: Pick<Proposal, 'terms' | 'askedDeadline'>,
  from: number,
  parties: readonly Party[],
): number {
  const asked = parties.flatMap(({ decision, until }) =>
    decision === 'needTime' && until !== undefined ? [until] : [],
  );
  return Math.max(firstDeadline(proposal, from), ...asked);
}

/** Whether every consumer has approved. */
export const isAgreed = (parties: readonly Party[]): boolean => parties.every(({ decision }) => decision === 'approve');

/** The end of a change whose deadline has passed. */
export function outcomeAtDeadline({ atDeadline }: ChangeRules, parties: readonly Party[]): 'Applied' | 'Rejected' {
  switch (atDeadline) {
    case 'apply':
      return 'Applied';
    case 'applyUnlessObjected':
      return parties.some(({ decision }) => decision === 'object') ? 'Rejected' : 'Applied';
    case 'reject':
      return isAgreed(parties) ? 'Applied' : 'Rejected';
  }
}

/** Whether its contract is deleted for good by it. */
export const isDeletedForGood = ({
  state,
  kind,
  options,
}: Pick<Proposal, 'state' | 'kind'> & Partial<Pick<Proposal, 'options'>>): boolean =>
  state === 'Applied' && kind === 'deletion' && options?.hardDelete === true;

/**
 * Refuses an act of the author of a proposed change, or of its approver, for the consumers who consent to it.
 *
 * @param refused the rest of the sentence "who wrote a change …"
 * @throws {AppError} FORBIDDEN
 */
export function requireNoMaker(
  { id, name }: Pick<Actor, 'id' | 'name'>,
  { author, approvals }: Pick<Proposal, 'author' | 'approvals'>,
  refused: string,
): void {
  const made = author.id === id ? 'wrote' : approvals.some(({ user }) => user === name) ? 'approved' : undefined;
  if (made) throw new AppError('FORBIDDEN', `Principal ${name} is not allowed: who ${made} a change ${refused}`);
}
