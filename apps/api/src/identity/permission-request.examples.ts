import { PERMISSION_REQUEST_STATUSES, REQUESTED_OPERATIONS } from '@app/catalog';
import { REFERENCE } from '../governance/policy.examples';
import { component, flag, instant, oneOf, text, uuid } from '../http/schemas';

const MEMBERS = {
  id: uuid,
  resource: REFERENCE,
  operation: oneOf(REQUESTED_OPERATIONS),
  reason: text,
  requestedBy: REFERENCE,
  requestedAt: instant,
  status: oneOf(PERMISSION_REQUEST_STATUSES, 'Expired: it was not decided in time.'),
  expiresAt: { ...instant, description: 'Epoch milliseconds; an open request expires then' },
  'decidedBy?': REFERENCE,
  'decidedAt?': instant,
  'comment?': text,
};

export const REQUEST_SCHEMA = component('PermissionRequest', MEMBERS);

export const JUDGED_REQUEST_SCHEMA = component('JudgedPermissionRequest', {
  ...MEMBERS,
  allowed: { ...flag, description: 'Whether the user who sent it has the permission' },
});

export const SENT_REQUEST = {
  resource: { type: 'table', fullyQualifiedName: 'shop_warehouse.shop.sales.orders' },
  operation: 'EditDescription',
  reason: 'I document the tables of the sales team',
};

export const REQUEST = {
  id: '2d1f7c3e-5b6a-4c8d-9e0f-1a2b3c4d5e6f',
  resource: {
    id: '7b1d5c1e-2a0b-4f6e-9a53-0f8f6c2d7e21',
    type: 'table',
    name: 'orders',
    fullyQualifiedName: 'shop_warehouse.shop.sales.orders',
    deleted: false,
  },
  operation: 'EditDescription',
  reason: SENT_REQUEST.reason,
  requestedBy: {
    id: '0f4d6a2b-3c1e-4d5f-8a9b-1c2d3e4f5a6b',
    type: 'user',
    name: 'ann',
    fullyQualifiedName: 'ann',
    deleted: false,
  },
  requestedAt: 1_764_300_000_000,
  status: 'Open',
  expiresAt: 1_766_892_000_000,
};
