import { DELIVERY_STATES, DESTINATION_TYPES, NOTICE_TYPES } from '@app/notifications';
import { component, flag, instant, integer, list, object, oneOf, text, uuid } from '../http/schemas';

const texts = list(text);

const SUBSCRIPTION_SCHEMA = component('EventSubscription', {
  id: uuid,
  name: text,
  'displayName?': text,
  'description?': text,
  owner: {
    ...text,
    description: 'The user on whose behalf events are read; events that it may not view are not sent.',
  },
  enabled: flag,
  'disabledReason?': { ...text, description: 'Why it was disabled automatically.' },
  eventTypes: list(oneOf(NOTICE_TYPES)),
  'notValidatedDays?': integer,
  'notJudgedHours?': integer,
  filter: object({
    'entityTypes?': texts,
    'owners?': texts,
    'domains?': texts,
    'tags?': texts,
    'contracts?': texts,
    'assets?': texts,
    'consumers?': texts,
    'mine?': flag,
  }),
  destination: object({
    type: oneOf(DESTINATION_TYPES),
    'url?': { ...text, description: 'Secrets are masked.' },
    'recipients?': texts,
  }),
  digestMinutes: integer,
  'mutedUntil?': instant,
  createdAt: instant,
  updatedAt: instant,
  'updatedBy?': text,
  'failingSince?': { ...instant, description: 'Since when no message arrived, in epoch ms.' },
  'lastError?': text,
});

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

const DELIVERY_SCHEMA = object({
  id: { type: 'string', format: 'uuid', description: 'The header webhook-id is msg_ followed by this id.' },
  state: oneOf(DELIVERY_STATES, 'dead: given up; discarded: the subscriber has lost the right to view it.'),
  createdAt: instant,
  attempts: integer,
  'lastAttemptAt?': instant,
  'nextAttemptAt?': instant,
  'statusCode?': { type: 'integer', description: 'Of the last answer over HTTP.' },
  'error?': text,
  'tookMs?': integer,
  notices: list(
    object({
      type: text,
      timestamp: instant,
      entity: object({ id: text, type: text, fullyQualifiedName: text }),
      'link?': text,
    }),
  ),
});

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
export const listSchema = (items: object): object =>
  object({ data: list(items), paging: object({ 'before?': text, 'after?': text }) });

export const OUTCOME_SCHEMA = object({
  kind: oneOf(['delivered', 'failed', 'gone']),
  'status?': { type: 'integer', description: 'Of the answer over HTTP.' },
  'error?': text,
  'retryAfterMs?': { type: 'integer', description: 'The pause that the receiver asks for.' },
  tookMs: integer,
});

export const ROTATION_SCHEMA = object({
  secret: text,
  previousUntil: { ...instant, description: 'Until then the old secret signs as well.' },
});

export const WRITTEN_SCHEMA = {
  ...SUBSCRIPTION_SCHEMA,
  title: 'WrittenEventSubscription',
  properties: {
    ...SUBSCRIPTION_SCHEMA.properties,
    secret: { ...text, description: 'Where one was made: no other answer shows it.' },
  },
};
