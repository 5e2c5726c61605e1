import { CONTRACT_INCIDENT_STATUSES, INCIDENT_ACTIONS, INCIDENT_SEVERITIES, RESOLUTIONS } from '@app/governance';
import { CONSUMER } from '../consumer.examples';
import { instant, REFERENCE } from '../policy.examples';

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };
const count = { type: 'integer', minimum: 0 };
const status = { type: 'string', enum: [...CONTRACT_INCIDENT_STATUSES] };
const severity = { type: 'string', enum: [...INCIDENT_SEVERITIES] };

const VERDICT_SCHEMA = {
  title: 'IncidentVerdict',
  type: 'object',
  required: ['timestamp', 'status'],
  properties: { timestamp: instant, status: text, message: text },
};

export const INCIDENT_SCHEMA = {
  title: 'ContractIncident',
  type: 'object',
  required: [
    'id',
    'contract',
    'status',
    'openedAt',
    'failures',
    'goodRuns',
    'affected',
    'testCaseIncidents',
    'comments',
    'updatedAt',
  ],
  properties: {
    id: uuid,
    contract: REFERENCE,
    status,
    openedAt: { ...instant, description: 'Timestamp of the failing result, or when somebody opened it' },
    firstResult: VERDICT_SCHEMA,
    lastResult: { ...VERDICT_SCHEMA, description: 'The newest verdict' },
    failures: { ...count, description: 'Failing results dated `openedAt` or later' },
    goodRuns: { ...count, description: 'Results that passed after the newest failing one' },
    assignee: REFERENCE,
    severity,
    snoozedUntil: { ...instant, description: 'Absent once it has passed' },
    mutedUntil: { ...instant, description: 'Of the contract; absent once it has passed' },
    muteReason: text,
    cause: {
      title: 'IncidentCause',
      type: 'object',
      description:
        'The open incident upstream that it follows from; absent where it is a root itself, or where that is hidden',
      required: ['contract', 'incident', 'hops'],
      properties: { contract: REFERENCE, incident: uuid, hops: { type: 'integer', minimum: 1 } },
    },
    affected: { ...count, description: 'Incidents that follow from this one, as far as the caller may view them' },
    testCaseIncidents: {
      type: 'array',
      description: 'Open incidents of the test cases that the contract expects to pass',
      items: {
        title: 'ExpectationIncident',
        type: 'object',
        required: ['stateId', 'status', 'testCase'],
        properties: { stateId: uuid, status: text, testCase: REFERENCE },
      },
    },
    resolvedAt: instant,
    resolvedBy: { ...REFERENCE, description: 'Absent where it was resolved by itself' },
    resolution: { type: 'string', enum: ['recovered', ...RESOLUTIONS] },
    comments: count,
    updatedAt: instant,
  },
};

export const HISTORY_SCHEMA = {
  title: 'ContractIncidentHistory',
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        title: 'ContractIncidentEvent',
        type: 'object',
        required: ['at', 'action'],
        properties: {
          at: instant,
          by: { ...REFERENCE, description: 'Absent where it happened by itself' },
          action: { type: 'string', enum: [...INCIDENT_ACTIONS, 'open', 'recovered'] },
          assignee: REFERENCE,
          comment: text,
          reason: {
            ...text,
            description:
              'Of a mute; of an incident that the contract took along: contractDeleted, contractOutOfForce, contractEnded',
          },
          until: instant,
          resolution: { type: 'string', enum: [...RESOLUTIONS] },
          severity,
        },
      },
    },
  },
};

export const AFFECTED_SCHEMA = {
  title: 'AffectedIncident',
  type: 'object',
  required: ['incident', 'status', 'openedAt', 'hops'],
  properties: { contract: REFERENCE, incident: uuid, status, openedAt: instant, hops: { type: 'integer', minimum: 1 } },
};

export const SENT_INCIDENT = { comment: 'The totals of yesterday are doubled', severity: 'Severity2' };
export const SENT_ACTION = { action: 'resolve', resolution: 'Fixed', comment: 'The load ran again' };

const AT = 1_764_300_000_000;
const ID = '7e0c4b7a-91f4-4f0e-8d6f-2f5b1f6c0d21';

export const INCIDENT = {
  id: ID,
  contract: CONSUMER.contract,
  status: 'Assigned',
  openedAt: AT,
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
