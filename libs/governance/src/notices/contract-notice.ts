import type { Reference } from '@app/catalog';

/** Types of notices of contracts. */
export const CONTRACT_NOTICE_TYPES = [
  'contractInForce',
  'contractDeprecated',
  'contractEnding',
  'contractEnded',
  'contractFailed',
  'contractRecovered',
  'contractInReview',
  'contractReviewed',
  'changeProposed',
  'changeAwaitsConsent',
  'changeDecided',
  'changeEnded',
  'contractIncidentOpened',
  'contractIncidentReminder',
  'contractIncidentResolved',
  'contractBudgetBurning',
  'contractBudgetExhausted',
  'contractUnusual',
  'contractPolicyLoosened',
] as const;
export type ContractNoticeType = (typeof CONTRACT_NOTICE_TYPES)[number];

/** Why somebody is told, the strongest first. */
export const NOTICE_ROLES = ['owner', 'consumer', 'approver', 'author', 'assignee', 'follower'] as const;
export type NoticeRole = (typeof NOTICE_ROLES)[number];

/** Members of a notice that depend on its type. */
export interface NoticeDetails {
  /** Id of the proposal of change. */
  readonly proposal?: string;
  /** Id of the incident. */
  readonly incident?: string;
  /** Name of the objective. */
  readonly objective?: string;
  /** Days before the end of a contract, one of 30, 7 and 1. */
  readonly daysLeft?: number;
  /** How somebody decided, with the comment. */
  readonly decision?: string;
  readonly comment?: string;
  /** Why it happened, such as `assetDeleted`. */
  readonly reason?: string;
}

/** A notice as its reader sees it. */
export interface ContractNotice extends NoticeDetails {
  readonly id: string;
  readonly type: ContractNoticeType;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly contract: Reference;
  readonly role: NoticeRole;
  /** A sentence in English. */
  readonly text: string;
  /** The page of the contract. */
  readonly link: string;
}

/** The page of an entity in the console. */
export function pageOf(
  origin: string,
  { type, fullyQualifiedName }: Pick<Reference, 'type' | 'fullyQualifiedName'>,
): string {
  const fqn = encodeURIComponent(fullyQualifiedName);
  return type === 'dataContract' ? `${origin}/contract?fqn=${fqn}` : `${origin}/asset?type=${type}&fqn=${fqn}`;
}
