import { MOST_BATCHED } from '@app/ingestion';

const TEXT = { type: 'string' };
const INTEGER = { type: 'integer' };
const TEXTS = { type: 'array', items: TEXT };

function object(properties: Record<string, object>, required = Object.keys(properties)): object {
  return { type: 'object', required, properties };
}

const NAME = object({ namespace: TEXT, name: TEXT });

/** OpenLineage's schema is open: members that are not used are named in the notes. */
export const EVENT_SCHEMA = {
  type: 'object',
  description: 'A RunEvent, DatasetEvent or JobEvent of OpenLineage 1.x or 2.x',
  required: ['eventTime'],
  properties: {
    eventType: TEXT,
    eventTime: { type: 'string', format: 'date-time' },
    producer: TEXT,
    schemaURL: TEXT,
    run: { type: 'object' },
    job: { type: 'object' },
    dataset: { type: 'object' },
    inputs: { type: 'array', items: { type: 'object' } },
    outputs: { type: 'array', items: { type: 'object' } },
  },
};
export const BATCH_SCHEMA = { type: 'array', maxItems: MOST_BATCHED, items: EVENT_SCHEMA };

export const RECEIPT_SCHEMA = object({
  duplicate: { type: 'boolean', description: 'It was taken before; nothing was done' },
  notes: { ...TEXTS, description: 'What was left out, and why' },
  unresolved: { type: 'array', items: NAME, description: 'Datasets that are no asset of the catalog so far' },
});

const OUTCOME = {
  type: 'object',
  required: ['status'],
  properties: { status: INTEGER, event: RECEIPT_SCHEMA, error: { $ref: '#/components/schemas/BulkRowError' } },
};
export const OUTCOMES_SCHEMA = object({ results: { type: 'array', items: OUTCOME } });

const SERVICE = object({ id: { type: 'string', format: 'uuid' }, type: TEXT, fullyQualifiedName: TEXT });
export const STORED_MAPPINGS_SCHEMA = object({
  mappings: { type: 'array', items: object({ namespacePrefix: TEXT, service: SERVICE }) },
});

export const UNRESOLVED_SCHEMA = object({
  namespace: TEXT,
  name: TEXT,
  firstSeen: INTEGER,
  lastSeen: INTEGER,
  events: INTEGER,
});

export const STORED_EVENT_SCHEMA = object(
  {
    eventTime: INTEGER,
    eventType: TEXT,
    kind: { type: 'string', enum: ['run', 'dataset', 'job'] },
    runId: TEXT,
    job: NAME,
    receivedAt: INTEGER,
    sender: TEXT,
    reduced: { type: 'boolean', description: 'It was larger than 64 KiB: names are kept, facets are not' },
    notes: TEXTS,
    event: { type: 'object', description: 'As it came' },
  },
  ['eventTime', 'kind', 'receivedAt', 'sender', 'reduced', 'notes', 'event'],
);
