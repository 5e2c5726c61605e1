import { isObject } from '@app/common';
import { type SchemaVersion, schemaOf } from '../../odcs/document/api-version';
import type { Json } from '../../document/json';
import { stepsOf, takeAt, valueAt } from '../../odcs/document/pointer';
import { officialSchema, schemaErrors } from '../../odcs/strict/official-schema';

/** Texts that tend to break things, beside plain ones. */
const TEXTS = [
  '',
  'a',
  'orders',
  'Grüße ✓',
  'two\nlines',
  '1',
  'null',
  '# heading',
  'a.b',
  'x'.repeat(300),
  '"quoted"',
  'a::b',
];
/** Words that the mapping knows, for keys that have no list of their own. */
const WORDS: Readonly<Record<string, readonly unknown[]>> = {
  status: ['active', 'draft', 'retired', 'in development', 'whatever'],
  property: ['frequency', 'latency', 'retention', 'availability', 'timeOfAvailability', 'freshness', 'other'],
  value: [1, '4', 99.5, '99.9%', 'P1D', '09:00', true, null, 'later'],
  unit: ['d', 'hours', 'y', 'ms', '%', 'parsec'],
  role: ['owner', 'Owner', 'reader', 'analyst'],
  physicalType: ['varchar(18)', 'numeric(10,2)', 'int4', 'Name', 'array<string>', 'timestamp with time zone', 'text'],
  classification: ['public', 'restricted', 'secret'],
  engine: ['soda', 'json-logic', 'test-case'],
};
/** Texts that the patterns of the schemas allow. */
const BY_PATTERN = (pattern: string): string =>
  pattern.includes('\\.')
    ? pattern.includes('yaml') || pattern.includes('ya?ml')
      ? 'schema/tbl/properties/col'
      : 'tbl.col'
    : 'id_1';

/** Makes documents from an official schema, each from one seed; most parts of the schema come up within some hundred of them. */
export class DocumentMaker {
  private readonly root: Json;
  private state = 1;

  constructor(version: SchemaVersion) {
    this.root = officialSchema(version);
  }

  /** A document that is valid by the schema of its apiVersion, or undefined where this seed gives none. */
  make(seed: number): Json | undefined {
    this.state = seed ^ 0x9e3779b9;
    const document = this.value(this.root, '', 0) as Json;
    // Optional since 3.2, whose schema takes older versions too.
    if (schemaOf(document.apiVersion) !== '3.2.0') document.status ??= 'draft';
    return pruned(document);
  }

  private random(): number {
    // mulberry32: small, and good enough for choices.
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }

  private resolved(schema: Json): Json {
    const { $ref, ...own } = schema;
    if (typeof $ref !== 'string') return schema;
    const target = valueAt(this.root, stepsOf($ref.slice(1), this.root)) as Json;
    return joined(this.resolved(target), own);
  }

  private value(given: Json, key: string, depth: number): unknown {
    const schema = this.resolved(given);
    const choices = (schema.oneOf ?? schema.anyOf) as Json[] | undefined;
    if (choices && schema.properties === undefined && schema.type === undefined)
      return this.value(joined(schema, this.resolved(this.pick(choices)), ['oneOf', 'anyOf']), key, depth);
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return this.pick(schema.enum);
    if (WORDS[key] && (schema.type === undefined || this.random() < 0.8)) return this.word(key, schema);
    return this.typed(schema, key, depth);
  }

  private word(key: string, { type }: Json): unknown {
    const fit = (WORDS[key] ?? []).filter((word) => type !== 'string' || typeof word === 'string');
    return this.pick(fit);
  }

  private typed(schema: Json, key: string, depth: number): unknown {
    const type = Array.isArray(schema.type) ? this.pick(schema.type as string[]) : schema.type;
    if (type === 'object' || (type === undefined && schema.properties)) return this.object(schema, depth);
    if (type === 'array') return this.list(schema, key, depth);
    if (type === 'boolean') return this.random() < 0.5;
    if (type === 'null') return null;
    if (type === 'integer') return Math.floor(this.random() * 50) + Number(schema.minimum ?? 0);
    if (type === 'number') return Math.round(this.random() * 1e4) / 100 + 0.01;
    if (typeof schema.pattern === 'string') return BY_PATTERN(schema.pattern);
    if (type === 'string' && schema.format)
      return schema.format === 'date'
        ? '2024-02-29'
        : schema.format === 'date-time'
          ? '2024-02-29T10:00:00Z'
          : 'https://example.org/x';
    return type === 'string' || this.random() < 0.5 ? this.pick(TEXTS) : this.pick([1, true, null, { any: [1] }, [{}]]);
  }

  private list(schema: Json, key: string, depth: number): unknown[] {
    const least = Number(schema.minItems ?? 0);
    const most = depth > 6 ? least : Number(schema.maxItems ?? 3);
    const length = least + Math.floor(this.random() * (most - least + 1));
    return Array.from({ length }, () => this.value((schema.items ?? {}) as Json, key, depth + 1));
  }

  private object(schema: Json, depth: number): Json {
    const whole = this.flattened(schema);
    const required = new Set((whole.required ?? []) as string[]);
    const object: Json = {};
    for (const [key, inner] of Object.entries((whole.properties ?? {}) as Record<string, Json>))
      if (required.has(key) || this.random() < (depth > 5 ? 0.1 : 0.45))
        object[key] = this.value(inner, key, depth + 1);
    if (!whole.properties && this.random() < 0.5) object[this.pick(['free', 'form'])] = this.pick(TEXTS);
    for (const { condition, then } of (whole.conditions ?? []) as { condition: Json; then: Json }[])
      if (this.holds(condition, object)) Object.assign(object, this.object(this.resolved(then), depth));
    return object;
  }

  /** Alternatives are chosen, what all have to be is taken together, conditions are put aside. */
  private flattened(given: Json): Json {
    const schema = this.resolved(given);
    const { allOf = [], oneOf, anyOf, ...own } = schema as Json & { allOf?: Json[]; oneOf?: Json[]; anyOf?: Json[] };
    let whole: Json = own;
    const chosen = [...(oneOf ? [this.pick(oneOf)] : []), ...(anyOf ? [this.pick(anyOf)] : [])];
    for (const part of [...allOf, ...chosen]) {
      if (part.if)
        whole = {
          ...whole,
          conditions: [...((whole.conditions ?? []) as unknown[]), { condition: part.if, then: part.then }],
        };
      else whole = joined(whole, this.flattened(part));
    }
    return whole;
  }

  private holds(condition: Json, object: Json): boolean {
    const {
      anyOf,
      properties = {},
      required = [],
    } = condition as { anyOf?: Json[]; properties?: Record<string, Json>; required?: string[] };
    if (anyOf) return anyOf.some((one) => this.holds(one, object));
    const fit = Object.entries(properties).every(
      ([key, { const: value }]) => object[key] === undefined || value === undefined || object[key] === value,
    );
    return fit && required.every((key) => object[key] !== undefined);
  }
}

/** Two schemas as one: members of the second win, properties, required keys and conditions are taken together. */
function joined(first: Json, second: Json, without: readonly string[] = []): Json {
  const both: Json = { ...first, ...second };
  for (const key of without) if (!(key in second)) delete both[key];
  if (isObject(first.properties) && isObject(second.properties))
    both.properties = { ...first.properties, ...second.properties };
  for (const key of ['required', 'conditions', 'allOf'])
    if (Array.isArray(first[key]) && Array.isArray(second[key]))
      both[key] = [...(first[key] as unknown[]), ...(second[key] as unknown[])];
  return both;
}

/** Takes out what the schema refuses, until nothing is left of it. */
function pruned(document: Json): Json | undefined {
  for (let pass = 0; pass < 40; pass++) {
    const errors = schemaErrors(document);
    const [error] = errors
      .filter(({ keyword }) => keyword !== 'if')
      .sort((a, b) => b.instancePath.length - a.instancePath.length);
    if (!error) return document;
    const steps = stepsOf(error.instancePath, document);
    const forbidden = (error.params.additionalProperty ?? error.params.unevaluatedProperty) as string | undefined;
    const path = forbidden === undefined ? steps : [...steps, forbidden];
    if (!path.length) return undefined;
    takeAt(document, path);
  }
  return undefined;
}
