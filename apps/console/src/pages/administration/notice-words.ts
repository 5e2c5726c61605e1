import { inWords } from '../../ui/changes/value-words';

/** What subscriptions to contracts tell of, as it is chosen. */
export const EVENT_TYPES: Readonly<Record<string, string>> = {
  contractFailed: 'A contract starts to fail',
  contractRecovered: 'A contract recovers',
  contractSlaAtRisk: 'An SLA is at risk',
  contractNotValidated: 'A contract is not validated for a week',
};

/** What is sent to a receiver of OpenLineage. */
export const RUN_EVENTS = ['resultCreated', 'resultUpdated'];

const MESSAGES: Readonly<Record<string, string>> = {
  contractFailed: 'Contract failed',
  contractRecovered: 'Contract recovered',
  contractSlaAtRisk: 'SLA at risk',
  contractNotValidated: 'Contract not validated',
  test: 'Test',
};

/** What a message tells of: `contractSlaAtRisk` is "SLA at risk". */
export function noticeWords(type: string): string {
  const words = inWords(type);
  return MESSAGES[type] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
