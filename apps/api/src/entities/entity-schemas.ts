import { answerSchema, createBodySchema, shape, SHARED_PARTS, type EntityType, type JsonSchema } from '@app/catalog';
import { PAGING } from '../http/described';
import { list, object, oneOf } from '../http/schemas';
import { BULK_SCHEMAS } from './bulk/bulk-schemas';

type SchemaObject = Record<string, unknown>;

/** `table` → `Table` */
export function schemaName(entityType: EntityType): string {
  return capitalized(entityType.type);
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The schemas of all types and their parts, for the components of the API document. */
export function entitySchemas(entityTypes: readonly EntityType[]): Record<string, SchemaObject> {
  const schemas: Record<string, SchemaObject> = { ...BULK_SCHEMAS };
  for (const [name, schema] of Object.entries(SHARED_PARTS)) schemas[name] = documented(schema);
  for (const entityType of entityTypes) {
    const name = schemaName(entityType);
    schemas[name] = documented(answerSchema(entityType));
    schemas[`Create${name}`] = { ...createSchema(entityType), examples: [entityType.example] };
    schemas[`${name}List`] = listSchema(name);
  }
  return schemas;
}

/** The schema of a body that creates an entity of a type. */
export function createSchema(entityType: EntityType): SchemaObject {
  return documented(createBodySchema(entityType));
}

function listSchema(name: string): SchemaObject {
  return object({ data: list({ $ref: `#/components/schemas/${name}` }), paging: PAGING });
}

/** Custom keywords in standard OpenAPI terms. */
function documented(schema: JsonSchema): SchemaObject {
  return rewrite(schema) as SchemaObject;
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (key === '$ref') return [[key, (inner as string).replace('#/$defs/', '#/components/schemas/')]];
    if (key === 'anyCase')
      return [
        ['enum', inner],
        ['description', 'In any letter case'],
      ];
    if (key === 'link') return [['description', 'A link of http, https or mailto, or without a scheme']];
    if (key === 'maxBytes') return [['description', `At most ${inner as number} bytes as JSON`]];
    if (key === 'reference') return Object.entries(referenceSchema(inner as string[]));
    return [[key, rewrite(inner)]];
  });
  return Object.fromEntries(entries);
}

/** The schema of another entity in a request: generators make a class of each form that is an object. */
function referenceSchema(types: readonly string[]): SchemaObject {
  // Many types would make a long name; such a list occurs once, and is named after its member.
  const title = (suffix: string) =>
    types.length > 3 ? {} : { title: `${types.map(capitalized).join('Or')}${suffix}` };
  return {
    ...title('ToSend'),
    description: `A ${types.join(' or ')}: by FQN or id as a string, or as a reference`,
    anyOf: [
      { ...shape.text, minLength: 1 },
      { ...title('ById'), ...objectReference(types, 'id') },
      { ...title('ByName'), ...objectReference(types, 'fullyQualifiedName') },
    ],
  };
}

function objectReference(types: readonly string[], required: string): SchemaObject {
  const { properties, ...reference } = SHARED_PARTS['EntityReference']!;
  const own = { type: oneOf(types), fullyQualifiedName: { ...shape.text, minLength: 1 } };
  return { ...reference, required: [required], properties: { ...properties, ...own } };
}
