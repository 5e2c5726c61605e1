import { DELIVERY_STATES, DESTINATION_TYPES, NOTICE_TYPES } from '@app/notifications';

const instant = { type: 'integer', format: 'int64', description: 'Epoch milliseconds' };
const text = { type: 'string' };
const texts = { type: 'array', items: text };

const SUBSCRIPTION_SCHEMA = {
  title: 'EventSubscription',
  type: 'object',
  required: [
    'id',
    'name',
    'owner',
    'enabled',
    'eventTypes',
    'filter',
    'destination',
    'digestMinutes',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: text,
    displayName: text,
    description: text,
    owner: { ...text, description: 'The user on whose behalf events are read: what it may not view is not told.' },
    enabled: { type: 'boolean' },
    disabledReason: { ...text, description: 'Why it was disabled, where nobody did so.' },
    eventTypes: { type: 'array', items: { type: 'string', enum: [...NOTICE_TYPES] } },
    notValidatedDays: { type: 'integer' },
    filter: {
      type: 'object',
      properties: {
        ...{ entityTypes: texts, owners: texts, domains: texts, tags: texts, contracts: texts },
        ...{ assets: texts, consumers: texts, mine: { type: 'boolean' } },
      },
    },
    destination: {
      type: 'object',
      required: ['type'],
      properties: {
        type: { type: 'string', enum: [...DESTINATION_TYPES] },
        url: { ...text, description: 'Without what is secret of it.' },
        recipients: texts,
      },
    },
    digestMinutes: { type: 'integer' },
    mutedUntil: instant,
    createdAt: instant,
    updatedAt: instant,
    updatedBy: text,
    failingSince: { ...instant, description: 'Since when no message arrived, in epoch ms.' },
    lastError: text,
  },
};

export const SENT = {
  name: 'orders-team',
  filter: { owners: ['orders-team'] },
  destination: { type: 'webhook', url: 'https://hooks.example.org/contracts' },
};

export const SUBSCRIPTION = {
  id: '5c1f8a51-0f0a-4a51-9a56-6f3a1c7c2f10',
  owner: 'dana',
  enabled: true,
  ...SENT,
  eventTypes: ['contractFailed', 'contractRecovered'],
  digestMinutes: 0,
  createdAt: 1_763_612_345_000,
  updatedAt: 1_763_612_345_000,
  updatedBy: 'dana',
};

export const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

export { SUBSCRIPTION_SCHEMA };

const DELIVERY_SCHEMA = {
  type: 'object',
  required: ['id', 'state', 'createdAt', 'attempts', 'notices'],
  properties: {
    id: { type: 'string', format: 'uuid', description: 'In the header webhook-id it stands behind msg_.' },
    state: {
      type: 'string',
      enum: [...DELIVERY_STATES],
      description: 'dead: given up; discarded: the subscriber may not view it any more.',
    },
    createdAt: instant,
    attempts: { type: 'integer' },
    lastAttemptAt: instant,
    nextAttemptAt: instant,
    statusCode: { type: 'integer', description: 'Of the last answer over HTTP.' },
    error: text,
    tookMs: { type: 'integer' },
    notices: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          type: text,
          timestamp: instant,
          entity: { type: 'object', properties: { id: text, type: text, fullyQualifiedName: text } },
          link: text,
        },
      },
    },
  },
};

export const DELIVERY = {
  id: '0d1f8a51-0f0a-4a51-9a56-6f3a1c7c2f11',
  state: 'pending',
  createdAt: 1_763_612_345_000,
  attempts: 2,
  lastAttemptAt: 1_763_612_349_000,
  nextAttemptAt: 1_763_612_353_000,
  statusCode: 503,
  error: 'the receiver answered 503',
  tookMs: 12,
  notices: [
    {
      type: 'contractFailed',
      timestamp: 1_763_612_345_000,
      entity: {
        id: '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34',
        type: 'dataContract',
        fullyQualifiedName: 'shop.db.public.orders.dataContract_orders',
      },
    },
  ],
};

export { DELIVERY_SCHEMA };

/** Pages without a total. */
export const listSchema = (items: object): object => ({
  type: 'object',
  required: ['data', 'paging'],
  properties: {
    data: { type: 'array', items },
    paging: { type: 'object', properties: { before: text, after: text } },
  },
});

export const OUTCOME_SCHEMA = {
  type: 'object',
  required: ['kind', 'tookMs'],
  properties: {
    kind: { type: 'string', enum: ['delivered', 'failed', 'gone'] },
    status: { type: 'integer', description: 'Of the answer over HTTP.' },
    error: text,
    retryAfterMs: { type: 'integer', description: 'The pause that the receiver asks for.' },
    tookMs: { type: 'integer' },
  },
};

export const ROTATION_SCHEMA = {
  type: 'object',
  required: ['secret', 'previousUntil'],
  properties: { secret: text, previousUntil: { ...instant, description: 'Until then the old secret signs as well.' } },
};

export const WRITTEN_SCHEMA = {
  ...SUBSCRIPTION_SCHEMA,
  properties: {
    ...SUBSCRIPTION_SCHEMA.properties,
    secret: { ...text, description: 'Where one was made: no other answer shows it.' },
  },
};
