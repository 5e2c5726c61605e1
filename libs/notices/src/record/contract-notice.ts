import type { Reference } from '@app/catalog';
import type { ChangeEvent } from '@app/events';

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
  'contractNotValidated',
  'consumerInvited',
  'invitationAnswered',
] as const;
export type ContractNoticeType = (typeof CONTRACT_NOTICE_TYPES)[number];

/** Types of notices that are recorded: that a target is due soon is sent to subscribers, and is in no person's list. */
export const RECORDED_NOTICE_TYPES = [...CONTRACT_NOTICE_TYPES, 'contractSlaAtRisk'] as const;
export type RecordedNoticeType = (typeof RECORDED_NOTICE_TYPES)[number];

/** Days without a verdict after which a contract counts as not validated, where a subscription does not say. */
export const NOT_VALIDATED_DAYS = 7;

/** Hours without anything but aborted runs after which a contract counts so too, where a subscription does not say. */
export const NOT_JUDGED_HOURS = 24;

/** Members of a message about a notice, of the types that have members of their own. */
export interface SentMembers {
  /** When it happened, in epoch ms; default: as the notice says. */
  readonly timestamp?: number;
  /** The change, as in GET /v1/events. */
  readonly event?: ChangeEvent;
  /** The target that will be missed, and when (epoch ms). */
  readonly sla?: { readonly target: string; readonly dueAt: number };
  /** For how many days there was no verdict, and when there was one (epoch ms). */
  readonly notValidated?: { readonly days: number; readonly lastResultAt?: number } & Partial<Silence>;
}

/** The runs of a contract since its newest verdict, which were all aborted. */
export interface Silence {
  /** Timestamp of the first of them, in epoch ms. */
  readonly since: number;
  /** Why the newest was aborted. */
  readonly reason?: string;
  readonly aborted: number;
}

/** Why a user is notified, the strongest first. */
export const NOTICE_ROLES = ['owner', 'consumer', 'approver', 'author', 'assignee', 'invited', 'follower'] as const;
export type NoticeRole = (typeof NOTICE_ROLES)[number];

/** Members of a notice that depend on its type. */
export interface NoticeDetails {
  /** Id of the proposal of change. */
  readonly proposal?: string;
  readonly incident?: string;
  readonly objective?: string;
  /** Days before the end of a contract, one of 30, 7 and 1. */
  readonly daysLeft?: number;
  readonly decision?: string;
  readonly comment?: string;
  /** Why it happened, such as `assetDeleted`. */
  readonly reason?: string;
  /** The first aborted run since the newest verdict, in epoch ms, and how many there are; of contractNotValidated. */
  readonly since?: number;
  readonly aborted?: number;
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
  /** The page of the alert, or of the contract. */
  readonly link: string;
}

/** Notices of a contract that ask a user to act on it. */
const ALERTS: ReadonlySet<string> = new Set<RecordedNoticeType>([
  'contractFailed',
  'contractSlaAtRisk',
  'contractNotValidated',
  'contractIncidentOpened',
  'contractIncidentReminder',
]);

/**
 * The page of the console that a notice leads to: for an alert the page on which it is acted on, else that of its entity. It names its
 * contract by the id and carries no credential.
 */
export function pageOf(
  origin: string,
  noticeType: string,
  { id, type, fullyQualifiedName }: Pick<Reference, 'id' | 'type' | 'fullyQualifiedName'>,
): string {
  if (type === 'dataContract' && ALERTS.has(noticeType)) return `${origin}/alert?contract=${id}`;
  const fqn = encodeURIComponent(fullyQualifiedName);
  return type === 'dataContract' ? `${origin}/contract?fqn=${fqn}` : `${origin}/asset?type=${type}&fqn=${fqn}`;
}
