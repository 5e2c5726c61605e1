import type { EntityType } from '../definition/entity-type';
import type { JsonSchema } from '../definition/json-schema';

const REFERENCE: JsonSchema = { $ref: '#/$defs/EntityReference' };

/** The JSON Schema of an entity in responses: base members always, the others as `fields` requests. */
export function answerSchema(entityType: EntityType): JsonSchema {
  const properties: Record<string, JsonSchema> = {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    fullyQualifiedName: { type: 'string' },
    version: { type: 'number' },
    updatedAt: { type: 'integer', description: 'Epoch milliseconds' },
    updatedBy: { type: 'string' },
    href: { type: 'string', format: 'uri' },
    deleted: { type: 'boolean' },
  };
  for (const { property } of entityType.ancestors) properties[property] = REFERENCE;
  for (const [name, { schema }] of Object.entries(entityType.attributes)) properties[name] = schema;
  for (const [name, { many }] of Object.entries(entityType.relations)) {
    properties[name] = many ? { type: 'array', items: REFERENCE } : REFERENCE;
  }
  const { properties: ofSide = {}, schemas = {} } = entityType.side ?? {};
  for (const name of Object.keys(ofSide)) properties[name] ??= schemas[name] ?? {};
  const required = ['id', 'name', 'fullyQualifiedName', 'version', 'updatedAt', 'updatedBy', 'href', 'deleted'];
  return { type: 'object', description: entityType.description, properties, required };
}
