import { isObject, jsonBytesUpTo, sameJson } from '@app/common';
import { readSchema, SCHEMA_LANGUAGES, type SchemaField, type SchemaReading, type Top } from '@app/schemas';
import { entriesOf, oncePerType, type EntityType } from '../definition/entity-type';
import { LARGEST_DOCUMENT } from '../definition/limits';
import type { NamedPart } from './named-parts';

type Document = Readonly<Record<string, unknown>>;

/** A schema of a document: the message's, the request's, the response's. */
interface DescribedSchema {
  readonly schemaText?: string;
  readonly schemaType?: string;
  readonly schemaFields?: readonly NamedPart[];
  readonly schemaNotes?: SchemaReading['notes'];
}

/** The attributes of a type whose fields can be read from a text. */
const describedAttributes = oncePerType(({ attributes }) =>
  entriesOf(attributes).flatMap(([name, { parts }]) =>
    parts?.readFromText ? [[name, parts.readFromText] as const] : [],
  ),
);

/** The body of a POST or PUT with the fields that its schema texts describe. Fields that are sent stay as they are. */
export function withTextFields<Body extends Document>(entityType: EntityType, body: Body): Body {
  return eachSchema(entityType, body, (schema, top) => (schema.schemaFields?.length ? schema : read(schema, top)));
}

/**
 * The document that a PATCH has made, with its fields read anew where it changed a text or removed the fields of one: unless the fields are
 * others than those that the former text described, or the patch changed them itself. What people added to a field, its tags and its
 * display name, stays with a field of that name, and a description where the text has none.
 */
export function withChangedTextFields<Body extends Document>(
  entityType: EntityType,
  current: Document,
  body: Body,
): Body {
  return eachSchema(entityType, body, (after, top, name) => {
    const before = (isObject(current[name]) ? current[name] : {}) as DescribedSchema;
    const isRemoved = !after.schemaFields?.length && before.schemaFields?.length;
    if (isOfSameText(before, after) && !isRemoved)
      return before.schemaNotes ? { ...after, schemaNotes: before.schemaNotes } : after;
    if (after.schemaFields?.length && !follow(before, after, top)) return after;
    const made = read({ ...after, schemaFields: [] }, top);
    return { ...made, schemaFields: withAdditions(made.schemaFields ?? [], after.schemaFields ?? []) };
  });
}

function eachSchema<Body extends Document>(
  entityType: EntityType,
  body: Body,
  change: (schema: DescribedSchema, top: Top, name: string) => DescribedSchema,
): Body {
  const changed: Record<string, unknown> = {};
  for (const [name, top] of describedAttributes(entityType)) {
    const schema = body[name];
    if (!isObject(schema)) continue;
    // Notes are ours: those that come back with a document are not what was sent.
    const { schemaNotes, ...sent } = schema;
    const made = typeof sent.schemaText === 'string' ? change(sent, top, name) : sent;
    if (made !== sent || schemaNotes !== undefined) changed[name] = made;
  }
  return Object.keys(changed).length ? withinLimit({ ...body, ...changed }, changed) : body;
}

function read(schema: DescribedSchema, top: Top): DescribedSchema {
  const { schemaText = '', schemaType } = schema;
  if (schemaText.trim() === '' || schemaType === 'Other' || schemaType === 'None') return schema;
  const { fields, notes } = schemaType === undefined ? noLanguage : readSchema(schemaType, schemaText, top);
  return {
    ...schema,
    ...(fields.length && { schemaFields: fields as readonly SchemaField[] as unknown as NamedPart[] }),
    ...(notes.length && { schemaNotes: notes }),
  };
}

const noLanguage: SchemaReading = {
  fields: [],
  notes: [
    {
      field: 'schemaType',
      message: `is missing: the fields of a text are read where it is one of ${SCHEMA_LANGUAGES.join(', ')}`,
    },
  ],
};

/** A text is stored in any case: what is read of it must not make its document too large. */
function withinLimit<Body extends Document>(body: Body, changed: Readonly<Record<string, unknown>>): Body {
  if (jsonBytesUpTo(body, LARGEST_DOCUMENT) <= LARGEST_DOCUMENT) return body;
  const notes = [{ field: 'schemaText', message: 'has fields that would make the document too large' }];
  const bare = Object.entries(changed).map(([name, schema]) => [
    name,
    { ...(schema as DescribedSchema), schemaFields: [], schemaNotes: notes },
  ]);
  return { ...body, ...(Object.fromEntries(bare) as Document) };
}

function isOfSameText(before: DescribedSchema, after: DescribedSchema): boolean {
  return before.schemaText === after.schemaText && before.schemaType === after.schemaType;
}

/** Whether the fields are those of the former text, and not changed by this patch. */
function follow(before: DescribedSchema, after: DescribedSchema, top: Top): boolean {
  const outline = outlineOf(before.schemaFields ?? []);
  if (!sameJson(outline, outlineOf(after.schemaFields ?? []))) return false;
  return sameJson(outline, outlineOf(read({ ...before, schemaFields: [] }, top).schemaFields ?? []));
}

type Outline = readonly (readonly [name: unknown, type: unknown, display: unknown, inside: Outline])[];

function outlineOf(fields: readonly NamedPart[]): Outline {
  return fields.map(({ name, dataType, dataTypeDisplay, children = [] }) => [
    name,
    dataType,
    dataTypeDisplay,
    outlineOf(children),
  ]);
}

function withAdditions(fields: readonly NamedPart[], before: readonly NamedPart[]): NamedPart[] {
  const byName = new Map(before.map((field) => [field.name, field]));
  return fields.map((field) => {
    const { tags, displayName, description, children = [] } = byName.get(field.name) ?? {};
    const added = Object.fromEntries(Object.entries({ tags, displayName }).filter(([, value]) => value !== undefined));
    const inside = field.children && { children: withAdditions(field.children, children) };
    return { ...(description !== undefined && { description }), ...field, ...added, ...inside };
  });
}
