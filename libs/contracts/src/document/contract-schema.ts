import { shape } from '@app/catalog/pure';
import { CONTRACT_STATUSES } from './contract-status';
import { LEARNED_METRICS } from './contract-document';

/** An attribute of a contract's body: its JSON Schema (draft 2020-12) and whether it comes in every answer or by `fields`. */
export interface ContractAttribute {
  readonly schema: object;
  readonly shown: 'base' | 'request';
}

const { array, code, longText, text } = shape;
/** Rules of one contract. */
const MOST_RULES = 500;
/** Maximum number of expected test cases of one contract. */
export const MOST_TEST_CASES = 1_000;
/** Bytes of JSON of what says who may use the data. */
const LARGEST_SECURITY = 256 * 1024;

const name = { type: 'string', minLength: 1, maxLength: 256 };
const texts = array(text);
const number = { type: 'number' };
const scalar = { type: ['string', 'number', 'boolean'], maxLength: text.maxLength };
const range = { type: 'array', items: number, minItems: 2, maxItems: 2 };
/** Set in responses for an inherited part; accepted in a body but not stored. */
const inherited = { type: 'boolean', readOnly: true };

const duration = (description: string) => ({
  title: 'ContractDuration',
  type: ['string', 'object'],
  maxLength: 256,
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
  title: 'SemanticsRule',
  type: 'object',
  properties: {
    name,
    description: longText,
    rule: {
      description: 'JSON-logic, as JSON or as a string of JSON; a rule without it is text, or one of the named rules',
    },
    enabled: { type: 'boolean', default: true },
    entityType: text,
    ignoredEntities: texts,
    jsonTree: longText,
    provider: { enum: ['system', 'user', 'automation'] },
    inherited,
  },
  required: ['name'],
  additionalProperties: false,
};

const sla = {
  title: 'ContractSla',
  type: 'object',
  properties: {
    refreshFrequency: duration('How often the data is refreshed'),
    maxLatency: duration('The most that data may be late'),
    latency: duration('Another name of maxLatency'),
    availability: { type: 'number', minimum: 0, maximum: 100, description: 'Percent of the time' },
    availabilityTime: { ...text, description: 'HH:mm by which the data of the day is there, with an optional zone' },
    timezone: { ...text, description: 'IANA name or offset, for availabilityTime' },
    retention: duration('How long data is retained'),
    columnName: { ...name, description: 'Timestamp column that measures the freshness of the data' },
    learned: {
      ...array({ type: 'string', enum: [...LEARNED_METRICS] }),
      description: 'Measures that fail the contract if unusual compared with the past of the asset',
    },
    inherited,
  },
  additionalProperties: false,
};

const accessPolicy = {
  title: 'ContractAccessPolicy',
  type: 'object',
  properties: {
    accessPolicy: text,
    identities: texts,
    rowFilters: array({
      title: 'ContractRowFilter',
      type: 'object',
      properties: { columnName: name, values: array(scalar) },
      required: ['columnName'],
      additionalProperties: true,
    }),
  },
  additionalProperties: true,
};

const security = {
  title: 'ContractSecurity',
  type: 'object',
  properties: { dataClassification: text, policies: array(accessPolicy), inherited },
  additionalProperties: true,
  maxBytes: LARGEST_SECURITY,
};

/** A text or an object with any content: its schema as either. */
const LARGE = {
  maxLength: code.maxLength,
  maxItems: shape.array({}).maxItems,
  maxProperties: shape.openObject.maxProperties,
  maxBytes: shape.openObject.maxBytes,
};

/** The metrics of quality rules that are computed. */
export const QUALITY_METRICS = [
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
  title: 'OdcsQualityRule',
  type: 'object',
  properties: {
    type: { enum: ['text', 'library', 'sql', 'custom'] },
    name: text,
    description: longText,
    rule: code,
    metric: { enum: QUALITY_METRICS },
    column: text,
    query: code,
    engine: text,
    implementation: { type: ['string', 'object'], ...LARGE },
    dimension: { type: 'string', pattern: '^[A-Za-z]{1,32}$' },
    severity: text,
    businessImpact: text,
    unit: text,
    mustBe: scalar,
    mustNotBe: scalar,
    mustBeGreaterThan: number,
    mustBeGreaterOrEqualTo: number,
    mustBeLessThan: number,
    mustBeLessOrEqualTo: number,
    mustBeBetween: range,
    mustNotBeBetween: range,
    validValues: array(scalar),
    arguments: { ...shape.openObject, description: 'Of the metric: missingValues, validValues, pattern, properties' },
    scheduler: text,
    schedule: text,
    customProperties: { type: ['array', 'object'], items: {}, ...LARGE },
    authoritativeDefinitions: array(shape.openObject),
    tags: texts,
  },
  additionalProperties: false,
};

/** The members that a quality rule of a contract may have. */
export const QUALITY_RULE_MEMBERS: ReadonlySet<string> = new Set(Object.keys(odcsQualityRule.properties));

/** Free, except the members that configure validation and retention. */
const extension = {
  ...shape.openObject,
  description: [
    'Free. `schemaPolicy` {types, extraColumns, order} says how the columns are compared with those of the asset.',
    '`types` is one of: `compatible` (the default): the type of the asset, in the meaning of its platform, can store every promised',
    'value. A wider type passes. Another kind, a narrower type or a shorter stated size fails. Without a stated length or precision in',
    'the contract, any is allowed. `dataTypeDisplay` of a column is the promise if its word is known on the platform, else the',
    'logicalType of ODCS (`extension.logicalType`) with its options, else `dataType`. `exact`: the same type, under any name, with each',
    'stated size. `family`: the dataTypes are of one family.',
    '`extraColumns` is `allow` (the default) or `forbid`, `order` is `ignore` (the default) or `same`.',
    '`resultRetention` is how long results are stored (an ISO 8601 duration), or how many.',
  ].join(' '),
  examples: [{ schemaPolicy: { types: 'compatible', extraColumns: 'forbid' }, resultRetention: 'P90D' }],
};

/**
 * The attributes of a contract that are stored with it, by name. The parts `Column`, `TagLabel` and the keywords `reference`,
 * `maxBytes` are the catalog's. What a schema cannot say is checked by normalizeContract.
 */
export const CONTRACT_ATTRIBUTES = {
  entityStatus: { schema: { type: 'string', enum: [...CONTRACT_STATUSES], default: 'Draft' }, shown: 'base' },
  schema: { schema: array(shape.part('ContractColumn')), shown: 'base' },
  semantics: { schema: array(semanticsRule, MOST_RULES), shown: 'base' },
  qualityExpectations: { schema: array({ reference: ['testCase'] }, MOST_TEST_CASES), shown: 'base' },
  odcsQualityRules: { schema: array(odcsQualityRule), shown: 'base' },
  sla: { schema: sla, shown: 'base' },
  termsOfUse: {
    schema: {
      title: 'ContractTerms',
      type: ['string', 'object'],
      description: 'Markdown; {content} is taken too and becomes the string',
      maxLength: longText.maxLength,
      properties: { content: longText, inherited },
      additionalProperties: false,
    },
    shown: 'base',
  },
  security: { schema: security, shown: 'base' },
  effectiveFrom: { schema: { ...text, description: 'ISO 8601 date and time' }, shown: 'base' },
  effectiveUntil: { schema: { ...text, description: 'ISO 8601 date and time' }, shown: 'base' },
  sourceUrl: { schema: text, shown: 'base' },
  extension: { schema: extension, shown: 'request' },
} as const satisfies Record<string, ContractAttribute>;
