import { EXECUTION_STATUSES } from '@app/results';
import { component, count, flag, list, object, oneOf, text, uuid } from '../http/schemas';

const status = oneOf(EXECUTION_STATUSES);

export const BATCH_SCHEMA = component('ValidationBatch', {
  id: uuid,
  total: count,
  byStatus: { type: 'object', additionalProperties: count, description: 'Contracts by the status of their runs' },
  cancelled: flag,
  ended: { ...flag, description: 'Whether all runs have ended' },
  createdAt: { type: 'integer', description: 'Epoch milliseconds' },
  requestedBy: text,
  contracts: list(object({ id: uuid, 'fullyQualifiedName?': text, status, 'resultId?': uuid })),
  paging: object({ total: count, 'after?': text }),
});

const ID = '7d3c0f51-9a0e-4c7b-8a55-4be6c1f0a1d2';

export const BATCH_REQUEST = { filter: { domain: 'Sales', status: 'Active' } };

export const NEW_BATCH = {
  id: ID,
  total: 2,
  byStatus: { Queued: 2 },
  cancelled: false,
  ended: false,
  createdAt: 1_763_612_345_000,
  requestedBy: 'ada',
  contracts: [
    {
      id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11',
      fullyQualifiedName: 'shop.db.public.orders.dataContract_orders',
      status: 'Queued',
    },
    {
      id: '5a2d1e6b-34c1-4b0e-9c7d-0f5a2d1e6b34',
      fullyQualifiedName: 'shop.db.public.items.dataContract_items',
      status: 'Queued',
    },
  ],
  paging: { total: 2 },
};

const [orders, items] = NEW_BATCH.contracts;

export const BATCH = {
  ...NEW_BATCH,
  byStatus: { Running: 1, Success: 1 },
  contracts: [
    { ...orders, status: 'Success', resultId: '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34' },
    { ...items, status: 'Running', resultId: '1c8d0b63-8d20-4c1f-8d8e-1a6b3e2f7c45' },
  ],
};

export const CANCELLED_BATCH = {
  ...BATCH,
  byStatus: { Aborted: 1, Success: 1 },
  cancelled: true,
  ended: true,
  contracts: [BATCH.contracts[0], { ...BATCH.contracts[1], status: 'Aborted' }],
};

export const BATCH_EVENTS = `id: 1
event: progress
data: {"id":"${ID}","total":2,"byStatus":{"Queued":2},"cancelled":false,"ended":false}

id: 5
event: progress
data: {"id":"${ID}","total":2,"byStatus":{"Success":2},"cancelled":false,"ended":true}
`;
