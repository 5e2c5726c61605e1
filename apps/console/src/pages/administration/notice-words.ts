import { inWords } from '../../ui/changes/value-words';

/** Events that subscriptions to contracts tell of, as they are chosen. */
export const EVENT_TYPES: Readonly<Record<string, string>> = {
  contractFailed: 'A contract starts to fail',
  contractRecovered: 'A contract recovers',
  contractSlaAtRisk: 'An SLA is at risk',
  contractNotValidated: 'A contract is not validated for a week',
};

/** Events that are sent to a receiver of OpenLineage. */
export const RUN_EVENTS = ['resultCreated', 'resultUpdated'];

const MESSAGES: Readonly<Record<string, string>> = {
  contractFailed: 'Contract failed',
  contractRecovered: 'Contract recovered',
  contractSlaAtRisk: 'SLA at risk',
  contractNotValidated: 'Contract not validated',
  test: 'Test',
};

/** The subject of a message in words: `contractSlaAtRisk` is "SLA at risk". */
export function noticeWords(type: string): string {
  const words = inWords(type);
  return MESSAGES[type] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
