import { badRequest, invalidFields } from '@app/common';
import type { ErrorDetail } from '@app/common';
import type { ValidateFunction } from 'ajv';
import type { EntityType } from '../definition/entity-type';
import type { JsonSchema } from '../definition/json-schema';
import { entityNameFault } from '../fqn/entity-name';
import { dropNulls } from './drop-nulls';
import { schemaCompiler } from './keywords';
import { partFaults } from './part-faults';
import { schemaFaults } from './schema-faults';
import { SHARED_PARTS } from './shared-parts';
import { withoutInherited } from '../write/document/inherited';

/** What clients send back as they read it: ignored on every type. */
const READ_ONLY = [
  'id',
  'fullyQualifiedName',
  'version',
  'updatedAt',
  'updatedBy',
  'impersonatedBy',
  'href',
  'deleted',
  'followers',
  'votes',
  'incrementalChangeDescription',
  'usageSummary',
  'certification',
  'inherited',
  'createdAt',
  'createdBy',
];

const compiler = schemaCompiler(SHARED_PARTS);
const compiled = new Map<EntityType, ValidateFunction>();

/** The JSON Schema of a create body, with references to parts as `#/$defs/…`. */
export function createBodySchema(entityType: EntityType): JsonSchema {
  const properties: Record<string, JsonSchema> = { name: { type: 'string', minLength: 1 } };
  for (const { property, types } of entityType.parents) properties[property] = { reference: types };
  for (const [name, attribute] of Object.entries(entityType.attributes)) {
    if (!attribute.readOnly) properties[name] = attribute.schema;
  }
  for (const [name, relation] of Object.entries(entityType.relations)) {
    const one = { reference: relation.types };
    if (!relation.readOnly) properties[name] = relation.many ? { type: 'array', items: one } : one;
  }
  const parents = entityType.parents.filter(({ required }) => required).map(({ property }) => property);
  return {
    type: 'object',
    properties,
    required: ['name', ...parents, ...entityType.required],
    additionalProperties: false,
  };
}

/**
 * A body as it may be stored: read-only members taken out, nulls taken as absent, closed lists in their own spelling.
 * @throws {AppError} BAD_REQUEST with every wrong field
 */
export function checkedBody(entityType: EntityType, body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest(`The body must be a JSON object that describes a ${entityType.type}`);
  }
  const schema = createBodySchema(entityType);
  const writable = withoutReadOnly(entityType, schema, body as Record<string, unknown>);
  const data = structuredClone(dropNulls(writable, schema, SHARED_PARTS)) as Record<string, unknown>;
  const validate = validator(entityType, schema);
  const faults = validate(data) ? [] : schemaFaults(validate.errors ?? []);
  if (!faults.length)
    faults.push(...nameFaults(data), ...linkFaults(entityType, data), ...partFaults(entityType, data));
  if (faults.length) throw invalidFields(faults);
  return withoutInherited(entityType, data);
}

/** The members of a body that POST and PUT refuse, not ignore. */
export function refusedMembers(entityType: EntityType, body: unknown): ErrorDetail[] {
  if (typeof body !== 'object' || body === null) return [];
  const sent = entityType.refused.filter((name) => (body as Record<string, unknown>)[name] != null);
  return sent.map((field) => ({ field, message: 'is set by the service and cannot be sent' }));
}

function withoutReadOnly(
  entityType: EntityType,
  schema: JsonSchema,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const ignored = new Set([...READ_ONLY, ...entityType.refused, ...Object.keys(entityType.side?.properties ?? {})]);
  for (const { property } of entityType.ancestors) ignored.add(property);
  for (const [name, { readOnly }] of Object.entries({ ...entityType.attributes, ...entityType.relations })) {
    if (readOnly) ignored.add(name);
  }
  return Object.fromEntries(Object.entries(body).filter(([key]) => schema.properties?.[key] || !ignored.has(key)));
}

function validator(entityType: EntityType, schema: JsonSchema): ValidateFunction {
  let validate = compiled.get(entityType);
  if (!validate) compiled.set(entityType, (validate = compiler.compile(atParts(schema) as object)));
  return validate;
}

/** Parts are compiled once for all types, under their own id. */
function atParts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(atParts);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    key === '$ref' ? `parts${value as string}` : atParts(value),
  ]);
  return Object.fromEntries(entries);
}

/** A text that begins like a link but is none; any other text is the FQN of the parent. */
function linkFaults(entityType: EntityType, data: Record<string, unknown>): ErrorDetail[] {
  return entityType.parents.flatMap(({ property, types, link }) => {
    const value = data[property];
    if (!link || typeof value !== 'string' || !value.startsWith('<')) return [];
    const linked = link.parse(value);
    if (linked && types.includes(linked.type)) return [];
    return [{ field: property, message: `must be ${link.form}; got ${JSON.stringify(value)}` }];
  });
}

function nameFaults(data: Record<string, unknown>): ErrorDetail[] {
  const fault = entityNameFault(data.name as string);
  return fault ? [{ field: 'name', message: fault }] : [];
}
