import { FAILURE_REASONS, INCIDENT_STATUSES, SEVERITIES } from '@app/incidents';
import { entity } from '../../http/described';
import { component, instant, object, oneOf, text, uuid } from '../../http/schemas';

const TIMESTAMP = 1_763_612_345_678;
const TEST_CASE = 'shop_postgres.shop.public.orders.order_id.order_id_is_unique';
const ADA = { id: '0d4f3c2b-1a09-4f8e-9d7c-6b5a49382716', type: 'user', name: 'ada', fullyQualifiedName: 'ada' };

/** Examples and the schema of incidents for the API document. */
export const SENT_STATUS = {
  testCaseResolutionStatusType: 'Ack',
  testCaseReference: TEST_CASE,
  severity: 'Severity2',
};

export const STATUS = {
  id: '7c2b8f0e-4a51-4c36-9b7d-2f1e0d9c8b7a',
  stateId: 'b1a2c3d4-e5f6-4789-8abc-def012345678',
  timestamp: TIMESTAMP,
  testCaseResolutionStatusType: 'Ack',
  severity: 'Severity2',
  testCaseReference: {
    id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11',
    type: 'testCase',
    name: 'order_id_is_unique',
    fullyQualifiedName: TEST_CASE,
    deleted: false,
  },
  updatedBy: { ...ADA, deleted: false },
  updatedAt: TIMESTAMP,
};

export const STATUS_PATCH = [{ op: 'replace', path: '/severity', value: 'Severity1' }];

const REFERENCE = entity('EntityReference');

export const STATUS_SCHEMA = component('TestCaseResolutionStatus', {
  id: uuid,
  stateId: { type: 'string', format: 'uuid', description: 'The incident: shared id of its statuses' },
  timestamp: { ...instant, description: 'When it was added, in epoch milliseconds' },
  testCaseResolutionStatusType: oneOf(INCIDENT_STATUSES),
  'testCaseResolutionStatusDetails?': object({
    'assignee?': REFERENCE,
    'testCaseFailureReason?': oneOf(FAILURE_REASONS),
    'testCaseFailureComment?': text,
    'resolvedBy?': REFERENCE,
  }),
  'severity?': oneOf(SEVERITIES),
  testCaseReference: REFERENCE,
  'updatedBy?': REFERENCE,
  updatedAt: instant,
});
