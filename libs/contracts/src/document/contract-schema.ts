import { CONTRACT_STATUSES } from '../status/contract-status';

/** An attribute of a contract's body: its JSON Schema (draft 2020-12) and whether it comes in every answer or by `fields`. */
export interface ContractAttribute {
  readonly schema: object;
  readonly shown: 'base' | 'request';
}

const text = { type: 'string' };
const name = { type: 'string', minLength: 1, maxLength: 256 };
const texts = { type: 'array', items: text };
const number = { type: 'number' };
const range = { type: 'array', items: number, minItems: 2, maxItems: 2 };
/** What answers say of an inherited part; a body may send it back, it is not stored. */
const inherited = { type: 'boolean', readOnly: true };

const duration = (description: string) => ({
  type: ['string', 'object'],
  description: `${description}: an ISO 8601 duration, or {interval | value | period, unit}`,
  properties: {
    interval: { type: 'integer', minimum: 1 },
    value: { type: 'integer', minimum: 1 },
    period: { type: 'integer', minimum: 1 },
    unit: { enum: ['minute', 'hour', 'day', 'week', 'month', 'year'] },
  },
  additionalProperties: false,
  examples: ['P1D', { interval: 1, unit: 'day' }],
});

const semanticsRule = {
  type: 'object',
  properties: {
    name,
    description: text,
    rule: {
      description: 'JSON-logic, as JSON or as a string of JSON; a rule without it is text, or one of the named rules',
    },
    enabled: { type: 'boolean', default: true },
    entityType: text,
    ignoredEntities: texts,
    jsonTree: text,
    provider: { enum: ['system', 'user', 'automation'] },
    inherited,
  },
  required: ['name'],
  additionalProperties: false,
};

const sla = {
  type: 'object',
  properties: {
    refreshFrequency: duration('How often the data is refreshed'),
    maxLatency: duration('The most that data may be late'),
    latency: duration('Another name of maxLatency'),
    availability: { type: 'number', minimum: 0, maximum: 100, description: 'Percent of the time' },
    availabilityTime: { ...text, description: 'HH:mm by which the data of the day is there, with an optional zone' },
    timezone: { ...text, description: 'IANA name or offset, for availabilityTime' },
    retention: duration('How long data is kept'),
    columnName: { ...name, description: 'The column that tells how fresh the data is' },
    inherited,
  },
  additionalProperties: false,
};

const accessPolicy = {
  type: 'object',
  properties: {
    accessPolicy: text,
    identities: texts,
    rowFilters: {
      type: 'array',
      items: {
        type: 'object',
        properties: { columnName: name, values: { type: 'array', items: { type: ['string', 'number', 'boolean'] } } },
        required: ['columnName'],
        additionalProperties: true,
      },
    },
  },
  additionalProperties: true,
};

const security = {
  type: 'object',
  properties: { dataClassification: text, policies: { type: 'array', items: accessPolicy }, inherited },
  additionalProperties: true,
};

const ODCS_METRICS = [
  'rowCount',
  'nullValues',
  'invalidValues',
  'duplicateValues',
  'missingValues',
  'uniqueValues',
  'distinctValues',
  'completeness',
  'freshness',
];

const odcsQualityRule = {
  type: 'object',
  properties: {
    type: { enum: ['text', 'library', 'sql', 'custom'] },
    name: text,
    description: text,
    rule: text,
    metric: { enum: ODCS_METRICS },
    column: text,
    query: text,
    engine: text,
    implementation: { type: ['string', 'object'] },
    dimension: { type: 'string', pattern: '^[A-Za-z]{1,32}$' },
    severity: text,
    businessImpact: text,
    unit: text,
    mustBe: { type: ['number', 'string', 'boolean'] },
    mustNotBe: { type: ['number', 'string', 'boolean'] },
    mustBeGreaterThan: number,
    mustBeGreaterOrEqualTo: number,
    mustBeLessThan: number,
    mustBeLessOrEqualTo: number,
    mustBeBetween: range,
    mustNotBeBetween: range,
    validValues: { type: 'array', items: { type: ['string', 'number', 'boolean'] } },
    scheduler: text,
    schedule: text,
    customProperties: { type: ['array', 'object'] },
    authoritativeDefinitions: { type: 'array', items: { type: 'object' } },
    tags: texts,
  },
  additionalProperties: false,
};

/**
 * The attributes of a contract that are stored with it, by name. The parts `Column`, `TagLabel` and the keywords `reference`,
 * `maxBytes` are the catalog's. What a schema cannot say is checked by normalizeContract.
 */
export const CONTRACT_ATTRIBUTES = {
  entityStatus: { schema: { type: 'string', enum: [...CONTRACT_STATUSES], default: 'Draft' }, shown: 'base' },
  schema: { schema: { type: 'array', items: { $ref: '#/$defs/Column' } }, shown: 'base' },
  semantics: { schema: { type: 'array', items: semanticsRule }, shown: 'base' },
  qualityExpectations: { schema: { type: 'array', items: { reference: ['testCase'] } }, shown: 'base' },
  odcsQualityRules: { schema: { type: 'array', items: odcsQualityRule }, shown: 'base' },
  sla: { schema: sla, shown: 'base' },
  termsOfUse: {
    schema: {
      type: ['string', 'object'],
      description: 'Markdown; {content} is taken too and becomes the string',
      properties: { content: text, inherited },
      additionalProperties: false,
    },
    shown: 'base',
  },
  security: { schema: security, shown: 'base' },
  effectiveFrom: { schema: { ...text, description: 'ISO 8601 date and time' }, shown: 'base' },
  effectiveUntil: { schema: { ...text, description: 'ISO 8601 date and time' }, shown: 'base' },
  sourceUrl: { schema: text, shown: 'base' },
  extension: { schema: { type: 'object', additionalProperties: true, maxBytes: 65_536 }, shown: 'request' },
} as const satisfies Record<string, ContractAttribute>;
