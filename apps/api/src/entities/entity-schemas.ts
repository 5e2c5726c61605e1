import { answerSchema, createBodySchema, shape, SHARED_PARTS, type EntityType, type JsonSchema } from '@app/catalog';
import { BULK_SCHEMAS } from './bulk/bulk-schemas';

type SchemaObject = Record<string, unknown>;

/** `table` → `Table` */
export function schemaName(entityType: EntityType): string {
  return capitalized(entityType.type);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The schemas of all types and their parts, for the components of the API document. */
export function entitySchemas(entityTypes: readonly EntityType[]): Record<string, SchemaObject> {
  const schemas: Record<string, SchemaObject> = { ...BULK_SCHEMAS };
  for (const [name, schema] of Object.entries(SHARED_PARTS)) schemas[name] = documented(schema);
  for (const entityType of entityTypes) {
    const name = schemaName(entityType);
    schemas[name] = documented(answerSchema(entityType));
    schemas[`Create${name}`] = { ...documented(createBodySchema(entityType)), examples: [entityType.example] };
    schemas[`${name}List`] = listSchema(name);
  }
  return schemas;
}

function listSchema(name: string): SchemaObject {
  return {
    type: 'object',
    required: ['data', 'paging'],
    properties: {
      data: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
      paging: {
        title: 'Paging',
        type: 'object',
        required: ['total'],
        properties: {
          total: { type: 'integer' },
          before: { type: 'string', description: 'Cursor of the previous page' },
          after: { type: 'string', description: 'Cursor of the next page' },
        },
      },
    },
  };
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
    if (key === 'maxBytes') return [['description', `At most ${inner as number} bytes as JSON`]];
    if (key === 'reference') return Object.entries(referenceSchema(inner as string[]));
    return [[key, rewrite(inner)]];
  });
  return Object.fromEntries(entries);
}

function referenceSchema(types: readonly string[]): SchemaObject {
  return {
    // A list of many types would make a long name, and comes once.
    ...(types.length > 3 ? {} : { title: `${types.map(capitalized).join('Or')}ToSend` }),
    description: `A ${types.join(' or ')}: by FQN or id as a string, or as a reference`,
    anyOf: [
      { ...shape.text, minLength: 1 },
      { allOf: [{ $ref: '#/components/schemas/EntityReference' }, { properties: { type: { enum: types } } }] },
      fqnReference(types),
    ],
  };
}

function fqnReference(types: readonly string[]): SchemaObject {
  return {
    type: 'object',
    required: ['fullyQualifiedName'],
    properties: { fullyQualifiedName: { ...shape.text, minLength: 1 }, type: { enum: types } },
  };
}
