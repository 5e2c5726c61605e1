import type { EventType } from '../../api/notifications';
import { inWords } from '../../ui/changes/value-words';

/** Events of contracts that subscriptions can select. */
export const EVENT_TYPES = {
  contractFailed: 'A contract starts to fail',
  contractRecovered: 'A contract recovers',
  contractSlaAtRisk: 'An SLA is at risk',
  contractNotValidated: 'A contract is not judged for a day, or not validated for a week',
} satisfies Partial<Record<EventType, string>>;

/** All but changes as such. */
type LifeType = Exclude<EventType, keyof typeof EVENT_TYPES | `entity${string}` | `result${string}`>;

/** Events in the life of contracts, which a subscription sends if selected. */
export const LIFE_TYPES: Readonly<Record<LifeType, string>> = {
  contractInForce: 'A contract comes into force',
  contractDeprecated: 'A contract is deprecated',
  contractEnding: 'A contract ends soon',
  contractEnded: 'A contract has ended',
  contractInReview: 'A contract waits for a review',
  contractReviewed: 'A review is decided',
  changeProposed: 'A change is proposed',
  changeAwaitsConsent: 'A change waits for consumers',
  changeDecided: 'Somebody decides on a change',
  changeEnded: 'A proposal has ended',
  contractIncidentOpened: 'An incident is opened',
  contractIncidentReminder: 'A snoozed incident is back',
  contractIncidentResolved: 'An incident is resolved',
  contractBudgetBurning: 'An error budget burns',
  contractBudgetExhausted: 'An error budget is used up',
  contractUnusual: 'Data is unusual',
  contractPolicyLoosened: 'A looser policy governs it',
  consumerInvited: 'A consumer is invited',
  invitationAnswered: 'An invitation is answered',
};

/** Events that are sent to a receiver of OpenLineage. */
export const RUN_EVENTS: EventType[] = ['resultCreated', 'resultUpdated'];

const MESSAGES: Readonly<Record<string, string>> = {
  contractFailed: 'Contract failed',
  contractRecovered: 'Contract recovered',
  contractSlaAtRisk: 'SLA at risk',
  contractNotValidated: 'Contract not validated',
  contractUnusual: 'Unusual data',
  test: 'Test',
};

/** The subject of a message in words: `contractSlaAtRisk` is "SLA at risk". */
export function noticeWords(type: string): string {
  const words = inWords(type);
  return MESSAGES[type] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
