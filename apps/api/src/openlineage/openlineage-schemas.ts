import { MOST_BATCHED } from '@app/ingestion';
import { entity } from '../http/described';
import { integer, list, object, oneOf, text, uuid } from '../http/schemas';

const TEXTS = list(text);

const NAME = object({ namespace: text, name: text });
const AMBIGUOUS = { ...TEXTS, description: 'FQNs of the matching tables; the match is ambiguous' };

/** OpenLineage's schema is open: members that are not used are named in the notes. */
export const EVENT_SCHEMA = object(
  {
    'eventType?': text,
    eventTime: { type: 'string', format: 'date-time' },
    'producer?': text,
    'schemaURL?': text,
    'run?': { type: 'object' },
    'job?': { type: 'object' },
    'dataset?': { type: 'object' },
    'inputs?': list({ type: 'object' }),
    'outputs?': list({ type: 'object' }),
  },
  'A RunEvent, DatasetEvent or JobEvent of OpenLineage 1.x or 2.x',
);
export const BATCH_SCHEMA = { type: 'array', maxItems: MOST_BATCHED, items: EVENT_SCHEMA };

export const RECEIPT_SCHEMA = object({
  duplicate: { type: 'boolean', description: 'It was received before; nothing was changed' },
  notes: { ...TEXTS, description: 'What was left out, and why' },
  unresolved: list(
    object({ namespace: text, name: text, 'ambiguous?': AMBIGUOUS }),
    'Datasets that are no asset of the catalog so far',
  ),
});

const OUTCOME = object({ status: integer, 'event?': RECEIPT_SCHEMA, 'error?': entity('BulkRowError') });
export const OUTCOMES_SCHEMA = object({ results: list(OUTCOME) });

const SERVICE = object({ id: uuid, type: text, fullyQualifiedName: text });
export const STORED_RULE_SCHEMA = object({
  ...{ namespacePrefix: text, service: SERVICE },
  ...{ create: { type: 'boolean' }, 'derived?': { type: 'boolean' }, 'database?': text },
});

export const STORED_MAPPINGS_SCHEMA = object({ mappings: list(STORED_RULE_SCHEMA) });

export const UNRESOLVED_SCHEMA = object({
  namespace: text,
  name: text,
  firstSeen: integer,
  lastSeen: integer,
  events: integer,
  'ambiguous?': AMBIGUOUS,
});

export const STORED_EVENT_SCHEMA = object({
  eventTime: integer,
  'eventType?': text,
  kind: oneOf(['run', 'dataset', 'job']),
  'runId?': text,
  'job?': NAME,
  receivedAt: integer,
  sender: text,
  reduced: { type: 'boolean', description: 'It was larger than 64 KiB: it has names, but no facets' },
  notes: TEXTS,
  event: { type: 'object', description: 'As it came' },
});
