import { COLUMN_DATA_TYPES } from './closed-lists';
import type { Attribute, CompatibleShape, EntityType, PartsPlace, Relation, Trait } from './entity-type';
import type { JsonSchema } from './json-schema';
import {
  LARGEST_OBJECT,
  LONGEST_CODE,
  LONGEST_DESCRIPTION,
  LONGEST_TEXT,
  LONGEST_URI,
  MOST_ITEMS,
  MOST_LABELS,
  MOST_MEMBERS,
  MOST_PEOPLE,
} from './limits';

export const text: JsonSchema = { type: 'string', maxLength: LONGEST_TEXT };
/** Markdown and other long text. */
export const longText: JsonSchema = { type: 'string', maxLength: LONGEST_DESCRIPTION };
/** SQL, programs, schemas as text. */
export const code: JsonSchema = { type: 'string', maxLength: LONGEST_CODE };
export const integer: JsonSchema = {
  type: 'integer',
  minimum: -Number.MAX_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};
export const number: JsonSchema = { type: 'number' };
export const boolean: JsonSchema = { type: 'boolean' };
/** A text that people follow. */
export const link: JsonSchema = { ...text, link: true };
export const uri: JsonSchema = { type: 'string', format: 'uri-reference', maxLength: LONGEST_URI, link: true };
/** Extension, connection and the like: any object of at most 64 KiB. */
export const openObject: JsonSchema = {
  type: 'object',
  additionalProperties: true,
  maxProperties: MOST_MEMBERS,
  maxBytes: LARGEST_OBJECT,
};
/** The type of a column, in any letter case; its title makes it one component of the API document. */
export const columnDataType: JsonSchema = { title: 'ColumnDataType', type: 'string', anyCase: COLUMN_DATA_TYPES };
/** A value from a list that is closed in the public API reference and open here: `parquet.snappy`, `ANNOTATED-TEXT`. */
export const word: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$',
  description: 'The list is open: any word of up to 64 letters, digits, _, . and - that begins with a letter.',
};

export const oneOf = (...values: string[]): JsonSchema => ({ enum: values });
export const array = (items: JsonSchema, most = MOST_ITEMS): JsonSchema => ({ type: 'array', items, maxItems: most });
export const part = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
export const mapOf = (values: JsonSchema): JsonSchema => ({
  type: 'object',
  additionalProperties: values,
  maxProperties: MOST_MEMBERS,
});

/** A closed object: an unknown property is an error that names the property. */
export function closed(properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** An object that only responses have; it may have members beside these. */
export function answered(properties: Record<string, JsonSchema>, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, required };
}

/** An attribute included in every response. */
export const base = (schema: JsonSchema): Attribute => ({ schema, shown: 'base' });
/** An attribute included only if `fields` requests it. */
export const byRequest = (schema: JsonSchema): Attribute => ({ schema, shown: 'request' });
export const readOnly = (attribute: Attribute): Attribute => ({ ...attribute, readOnly: true });

/** Connection settings of a service: secrets are stored encrypted and returned masked. */
export const connection: Attribute = { ...byRequest(openObject), sealed: true };

/** An array of named parts; `shown` says when it is included in responses. */
export function parts(schema: JsonSchema, shown: Attribute['shown'], place: PartsPlace = {}): Attribute {
  return { schema, shown, parts: place };
}

export const many = (...types: string[]): Relation => ({ types, many: true, shown: 'request' });
export const one = (...types: string[]): Relation => ({ types, many: false, shown: 'request' });
/** A relation that gives permissions to users: only administrators may write it. */
export const granting = (relation: Relation): Relation => ({ ...relation, grants: true });
/** A relation that requires the writer to be allowed to edit the entities at both ends. */
export const bothEnds = (relation: Relation): Relation => ({ ...relation, bothEnds: true });
/** Read from the other end of `stored`, and also written there unless it is read-only. */
export const inverse = (stored: string, ...types: string[]): Relation => ({ ...many(...types), stored, inverse: true });
/** `inverse`, from every type that has one of these traits. */
export const inverseOfAll = (stored: string, ...traits: Trait[]): Relation => ({ ...inverse(stored), traits });
/** The live direct children of these types. */
export const children = (...types: string[]): Relation => ({
  ...many(...types),
  below: true,
  readOnly: true,
  large: true,
});
/** A value computed as jsonb by SQL on `e` (the entity). */
export const computed = (schema: JsonSchema, sql: string): Attribute => ({
  ...byRequest(schema),
  readOnly: true,
  computed: sql,
});

/** The value that is computed where there is no row of a table for an entity. */
interface EmptyValue {
  readonly table: string;
  /** The column of the entity's node, which begins an index. */
  readonly node: string;
  /** The rows that count, by their alias `o`: all, where it is absent. */
  readonly where?: string;
  /** SQL of the value, as jsonb. */
  readonly value: string;
}

/**
 * `computed`, where most entities have the same value. One look at an index says so; of an `exists` PostgreSQL may make a hash of all rows
 * that there are.
 */
export function mostlyEmpty(schema: JsonSchema, sql: string, { table, node, where, value }: EmptyValue): Attribute {
  const isThere = `(select true from ${table} o where o.${node} = e.node${where ? ` and ${where}` : ''} limit 1)`;
  return computed(schema, `(case when ${isThere} then ${sql} else ${value} end)`);
}

/** The number of other entities: SQL following `from` that selects them, with conditions on `e` (the entity). */
export const counted = (source: NonNullable<Attribute['counted']>): Attribute => ({
  ...computed(integer, `to_jsonb((select count(*) from ${source(() => 'true')}))`),
  counted: source,
});

/** Users who voted on `e`, as a list of references. */
const voters = (relation: string): string => `(
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', u.id, 'type', u.type, 'name', u.name,
           'fullyQualifiedName', u.fqn, 'displayName', u.body ->> 'displayName', 'deleted', u.deleted_by is not null))
           order by u.name, u.id), '[]')
    from entity_reference v join entity u on u.node = v.to_node where v.from_node = e.node and v.relation = '${relation}')`;

const NO_VOTES = `'{"upVotes":0,"downVotes":0,"upVoters":[],"downVoters":[]}'::jsonb`;

/**
 * For types that users vote on: stored as relations from the entity to the voters; a vote does not change the entity's version. `offset 0`:
 * each list is made once, not once for each of its uses.
 */
export const votes: Attribute = {
  ...mostlyEmpty(
    part('Votes'),
    `(select jsonb_build_object('upVotes', jsonb_array_length(v.up), 'downVotes', jsonb_array_length(v.down),
      'upVoters', v.up, 'downVoters', v.down) from (select ${voters('upVoters')} as up, ${voters('downVoters')} as down offset 0) v)`,
    {
      table: 'entity_reference',
      node: 'from_node',
      where: `o.relation in ('upVoters', 'downVoters')`,
      value: NO_VOTES,
    },
  ),
  ofReferences: true,
};

/** Tags and terms on one entity or part. */
export const labels: JsonSchema = array(part('TagLabel'), MOST_LABELS);

/** Attributes that every type has, in addition to its own. */
const COMMON_ATTRIBUTES: Record<string, Attribute> = {
  displayName: base(text),
  description: base(longText),
  tags: byRequest(labels),
  extension: byRequest(openObject),
  lifeCycle: byRequest(part('LifeCycle')),
  changeDescription: readOnly(byRequest(part('ChangeDescription'))),
};

/** Relations that every type has. */
export const COMMON_RELATIONS: Record<string, Relation> = {
  owners: {
    types: ['user', 'team'],
    many: true,
    most: MOST_PEOPLE,
    shown: 'request',
    keptByPut: true,
    inherited: true,
  },
  reviewers: { types: ['user', 'team'], many: true, most: MOST_PEOPLE, shown: 'request' },
  domains: { types: ['domain'], many: true, shown: 'request', keptByPut: true, inherited: true },
  dataProducts: { types: ['dataProduct'], many: true, shown: 'request', keptByPut: true, bothEnds: true },
  followers: { types: ['user'], many: true, shown: 'request', keptByPut: true, readOnly: true },
};

/** The members that a declaration may leave out, beside those that all types share a part of. */
const DEFAULTS = {
  parents: [],
  ancestors: [],
  required: [],
  obstacle: true,
  refused: [],
  lacking: [],
  filters: {},
  sorts: {},
  writeOptions: {},
  yaml: false,
} satisfies Partial<EntityType>;

type Optional = keyof typeof DEFAULTS | 'traits' | 'attributes' | 'relations';

type Declaration = Omit<EntityType, Optional | 'compatible'> &
  Partial<Pick<EntityType, Optional>> & { readonly compatible?: Partial<CompatibleShape> };

function without<T>(members: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

/** Completes a type definition with what all types share. */
export function defineEntityType({ compatible, ...own }: Declaration): EntityType {
  const { lacking = [] } = own;
  return {
    ...DEFAULTS,
    compatible: { without: [], always: [], members: {}, ...compatible },
    ...own,
    traits: { ownable: true, ...own.traits },
    attributes: { ...without(COMMON_ATTRIBUTES, lacking), ...own.attributes },
    relations: { ...without(COMMON_RELATIONS, lacking), ...own.relations },
  };
}
