import { INCIDENT_ACTIONS, INCIDENT_STATUSES, RESOLUTIONS, SEVERITIES } from '@app/incidents';
import { PAGING } from '../../http/described';
import { component, count, instant, list, oneOf, text, uuid } from '../../http/schemas';
import { CONSUMER } from '../consumer.examples';
import { REFERENCE } from '../policy.examples';

const status = oneOf(INCIDENT_STATUSES);
const severity = oneOf(SEVERITIES);

const VERDICT_SCHEMA = component('IncidentVerdict', { timestamp: instant, status: text, 'message?': text });

export const INCIDENT_SCHEMA = component('ContractIncident', {
  id: uuid,
  contract: REFERENCE,
  status,
  openedAt: { ...instant, description: 'Timestamp of the failing result, or time at which a user opened it' },
  'since?': {
    ...instant,
    description: 'Since when the contract passes, or fails: `latestResult.since` of it. Absent once it is resolved',
  },
  'firstResult?': VERDICT_SCHEMA,
  'lastResult?': { ...VERDICT_SCHEMA, description: 'The newest verdict' },
  failures: { ...count, description: 'Failing results dated `openedAt` or later' },
  goodRuns: { ...count, description: 'Results that passed after the newest failing one' },
  'assignee?': REFERENCE,
  'severity?': severity,
  'snoozedUntil?': { ...instant, description: 'Absent once it has passed' },
  'mutedUntil?': { ...instant, description: 'Of the contract; absent once it has passed' },
  'muteReason?': text,
  'cause?': component(
    'IncidentCause',
    { contract: REFERENCE, incident: uuid, hops: { type: 'integer', minimum: 1 } },
    'The open incident upstream that it follows from; absent where it is a root itself, or where that is hidden',
  ),
  'candidate?': {
    ...REFERENCE,
    description:
      'The table that the table of the contract may have been renamed to, where a crawl has deleted that; absent where it is hidden',
  },
  'unknownSince?': {
    ...instant,
    description:
      'Of an open one: the first aborted run since the newest verdict, where every run since then was aborted',
  },
  affected: { ...count, description: 'Incidents that follow from this one, as far as the caller may view them' },
  testCaseIncidents: {
    type: 'array',
    description: 'Open incidents of the test cases that the contract expects to pass',
    items: component('ExpectationIncident', { stateId: uuid, status: text, testCase: REFERENCE }),
  },
  'resolvedAt?': instant,
  'resolvedBy?': { ...REFERENCE, description: 'Absent where it was resolved by itself' },
  'resolution?': oneOf(['recovered', ...RESOLUTIONS]),
  comments: count,
  updatedAt: instant,
});

export const HISTORY_SCHEMA = component('ContractIncidentHistory', {
  data: list(
    component('ContractIncidentEvent', {
      at: instant,
      'by?': { ...REFERENCE, description: 'Absent where it happened by itself' },
      action: oneOf([...INCIDENT_ACTIONS, 'open', 'recovered']),
      'assignee?': REFERENCE,
      'comment?': text,
      'reason?': {
        ...text,
        description:
          'Of a mute; of an incident that the contract took along: contractDeleted, contractOutOfForce, contractEnded',
      },
      'until?': instant,
      'resolution?': oneOf(RESOLUTIONS),
      'severity?': severity,
    }),
  ),
  'paging?': PAGING,
});

export const AFFECTED_SCHEMA = component('AffectedIncident', {
  'contract?': REFERENCE,
  incident: uuid,
  status,
  openedAt: instant,
  hops: { type: 'integer', minimum: 1 },
});

export const SENT_INCIDENT = { comment: 'The totals of yesterday are doubled', severity: 'Severity2' };
export const SENT_ACTION = { action: 'resolve', resolution: 'Fixed', comment: 'The load ran again' };

const AT = 1_764_300_000_000;
const ID = '7e0c4b7a-91f4-4f0e-8d6f-2f5b1f6c0d21';

export const INCIDENT = {
  id: ID,
  contract: CONSUMER.contract,
  status: 'Assigned',
  openedAt: AT,
  since: AT,
  firstResult: { timestamp: AT, status: 'Failed', message: '1 of 12 quality expectations failed' },
  lastResult: { timestamp: AT + 3_600_000, status: 'Success' },
  failures: 1,
  goodRuns: 1,
  assignee: CONSUMER.party,
  affected: 0,
  testCaseIncidents: [],
  comments: 0,
  updatedAt: AT + 3_600_000,
};

export const HISTORY = {
  data: [
    { at: AT, action: 'open', assignee: CONSUMER.party },
    { at: AT + 60_000, by: CONSUMER.party, action: 'acknowledge' },
  ],
};

export const AFFECTED = { contract: CONSUMER.contract, incident: ID, status: 'New', openedAt: AT, hops: 2 };
