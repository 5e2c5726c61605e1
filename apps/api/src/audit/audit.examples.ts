import { AUDIT_OUTCOMES } from '@app/events';
import { list, number, object, oneOf, text, uuid } from '../http/schemas';

const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' };

export const AUDIT_RECORD = object({
  id: { type: 'integer', description: 'Increases in the order of the commits, with gaps.' },
  timestamp: { type: 'integer', description: 'Epoch ms.' },
  outcome: oneOf(AUDIT_OUTCOMES),
  operation: { type: 'string', description: 'Action; for a refusal the refused operation.' },
  userName: text,
  'userId?': {
    type: 'string',
    format: 'uuid',
    description: 'Of the request; absent where the service works by itself.',
  },
  'address?': { type: 'string', description: 'Of the client, as the service sees it behind its trusted proxies.' },
  'requestId?': text,
  'route?': { type: 'string', description: 'Method and pattern of the path.' },
  entityType: { type: 'string', description: 'Of a refusal, the resource.' },
  'entityId?': uuid,
  'entityFullyQualifiedName?': { type: 'string', description: 'As it was called after the change.' },
  'previousVersion?': number,
  'version?': number,
  'hashBefore?': { ...hash, description: "SHA-256 of the entity's row before the change." },
  'hashAfter?': { ...hash, description: "SHA-256 of the entity's row after the change." },
  'change?': { type: 'object', description: 'Changed members; only the name for secret or long values.' },
  'result?': object({ 'status?': text, 'previousStatus?': text }, 'The result of a contract that it is about.'),
  'reason?': oneOf(['notAllowed', 'hidden'], 'Of a refusal. hidden: the answer was that there is no such object.'),
  'count?': { type: 'integer', description: 'Number of refusals of this kind that the record represents.' },
  'block?': { type: 'integer', description: 'The block that it is sealed in; absent for some seconds.' },
});

const ID = '7d3f1e7a-5d64-4b0d-9a35-0a1a4a4f6c11';
const USER_ID = 'b1f6d3a2-6f0e-4f0b-8f43-2f8f8cf6f6a0';

export const CHANGED = {
  id: 4711,
  timestamp: 1763612345000,
  outcome: 'done',
  operation: 'entityUpdated',
  userName: 'ann',
  userId: USER_ID,
  address: '192.0.2.7',
  requestId: 'f3a9c9d0-2b6b-4a5e-9d2c-0c6d1b4a7e55',
  route: 'PATCH /api/v1/tables/:id',
  entityType: 'table',
  entityId: ID,
  entityFullyQualifiedName: 'shop.db.public.orders',
  previousVersion: 0.1,
  version: 0.2,
  hashBefore: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  hashAfter: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  change: { fieldsAdded: [{ name: 'description', newValue: 'Every order' }], fieldsUpdated: [], fieldsDeleted: [] },
  block: 12,
};

const REFUSED = {
  id: 4712,
  timestamp: 1763612346000,
  outcome: 'refused',
  operation: 'EditDescription',
  userName: 'ben',
  userId: '0c9e8c5e-0f7e-4d0b-a5d6-7f0c1d2e3f40',
  address: '192.0.2.9',
  requestId: '2b6b9d2c-0c6d-4a7e-8f3a-9c9d01b4a7e5',
  route: 'PATCH /api/v1/tables/:id',
  entityType: 'table',
  entityId: ID,
  entityFullyQualifiedName: 'shop.db.public.orders',
  reason: 'notAllowed',
  count: 3,
};

export const AUDIT_PAGE_SCHEMA = object({
  data: list(AUDIT_RECORD),
  paging: object({ 'before?': text, 'after?': text }),
});

export const AUDIT_PAGE = { data: [REFUSED, CHANGED], paging: { after: 'bGFzdA' } };

export const AUDIT_CSV = 'time,userName,outcome,…\r\n2025-11-20T04:19:06.000Z,ben,refused,…\r\n';
