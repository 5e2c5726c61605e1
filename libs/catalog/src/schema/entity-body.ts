import {
  badRequest,
  entityNameFault,
  invalidFields,
  isObject,
  isUuid,
  jsonBytesUpTo,
  LONGEST_NAME,
  principalNameFault,
  type ErrorDetail,
} from '@app/common';
import { oncePerType, type EntityType } from '../definition/entity-type';
import type { JsonSchema } from '../definition/json-schema';
import { splitFqn } from '../fqn';
import { array } from '../definition/build';
import { LARGEST_DOCUMENT, MOST_PARTS } from '../definition/limits';
import { CheckReport, excess, type Excess } from './check/check-report';
import { CheckCompiler } from './check/compile-check';
import type { Check } from './check/scalar-checks';
import { shown } from './check/words';
import { partFaults } from './part-faults';
import { SHARED_PARTS } from './shared-parts';
import { withoutInherited } from '../definition/inherited';

/** Members that clients send back from responses: ignored on every type. */
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

const compiler = new CheckCompiler(SHARED_PARTS);

/** The JSON Schema of a create body, with references to parts as `#/$defs/…`. */
export const createBodySchema = oncePerType((entityType): JsonSchema => {
  const properties: Record<string, JsonSchema> = { name: { type: 'string', minLength: 1, maxLength: LONGEST_NAME } };
  for (const { property, types } of entityType.parents) properties[property] = { reference: types };
  for (const [name, attribute] of Object.entries(entityType.attributes)) {
    if (!attribute.readOnly) properties[name] = attribute.schema;
  }
  for (const [name, relation] of Object.entries(entityType.relations)) {
    const one = { reference: relation.types };
    if (!relation.readOnly) properties[name] = relation.many ? array(one, relation.most) : one;
  }
  const parents = entityType.parents.filter(({ required }) => required).map(({ property }) => property);
  return {
    type: 'object',
    properties,
    required: [...(entityType.nameOf ? [] : ['name']), ...parents, ...entityType.required],
    additionalProperties: false,
  };
});

/** A validated body with its exceeded limits. These are rejected unless they were stored before and do not grow. */
export interface BodyWithin {
  readonly body: Record<string, unknown>;
  readonly excesses: readonly Excess[];
}

/**
 * Normalises a body for storage: read-only members removed, nulls treated as absent, values of closed lists in their listed
 * spelling.
 * @throws {AppError} BAD_REQUEST naming every invalid field
 */
export function checkedBody(entityType: EntityType, sent: unknown): Record<string, unknown> {
  const { body, excesses } = bodyWithin(entityType, sent);
  if (excesses.length) throw invalidFields(excesses);
  return body;
}

/**
 * `checkedBody`, except that exceeded limits are returned, for callers that know the stored document.
 * @throws {AppError} BAD_REQUEST naming every invalid field
 */
export function bodyWithin(entityType: EntityType, sent: unknown): BodyWithin {
  if (!isObject(sent)) throw badRequest(`The body must be a JSON object that describes a ${entityType.type}`);
  const report = new CheckReport();
  const data = checkOf(entityType)(named(entityType, sent), report) as Record<string, unknown>;
  const { faults } = report;
  if (!faults.length)
    faults.push(...nameFaults(entityType.type, data), ...linkFaults(entityType, data), ...partFaults(entityType, data));
  if (faults.length) throw invalidFields([...report.excesses, ...faults.filter(isNotTold(report))]);
  return { body: withoutInherited(entityType, data), excesses: allExcesses(report, data) };
}

/**
 * The check of one attribute, for operations that set it alone.
 * @throws {AppError} BAD_REQUEST naming every invalid field, below the name of the attribute
 */
export function attributeCheck({ attributes }: EntityType, name: string): (sent: unknown) => void {
  const schema = attributes[name]?.schema;
  if (!schema) throw new Error(`There is no attribute ${name}`);
  const properties = { [name]: schema };
  const check = compiler.compile({ type: 'object', properties, required: [name], additionalProperties: false });
  return (sent) => {
    const report = new CheckReport();
    check({ [name]: sent }, report);
    if (report.all.length) throw invalidFields(report.all);
  };
}

function named({ nameOf }: EntityType, sent: Record<string, unknown>): Record<string, unknown> {
  return nameOf && sent.name == null ? { ...sent, name: nameOf(sent) } : sent;
}

/** A name that is too long is reported twice: as an exceeded limit, and as an invalid name. */
function isNotTold({ excesses }: CheckReport): (fault: ErrorDetail) => boolean {
  const told = new Set(excesses.map(({ field }) => field));
  return ({ field }) => !told.has(field);
}

/** The limits that a stored document exceeds. */
export function excessesOf(entityType: EntityType, document: Readonly<Record<string, unknown>>): readonly Excess[] {
  const report = new CheckReport();
  const data = checkOf(entityType)(document, report) as Record<string, unknown>;
  return allExcesses(report, data);
}

function allExcesses({ excesses, parts }: CheckReport, data: Record<string, unknown>): Excess[] {
  return [...excesses, ...excessOfParts(parts), ...excessOfDocument(data)];
}

/** The members of a body that POST and PUT reject rather than ignore. */
export function refusedMembers(entityType: EntityType, body: unknown): ErrorDetail[] {
  if (typeof body !== 'object' || body === null) return [];
  const sent = entityType.refused.filter((name) => (body as Record<string, unknown>)[name] != null);
  return sent.map((field) => ({ field, message: 'is set by the service and cannot be sent' }));
}

const checkOf = oncePerType((entityType): Check =>
  compiler.compile(createBodySchema(entityType), ignoredOf(entityType)),
);

function ignoredOf(entityType: EntityType): ReadonlySet<string> {
  const { refused, lacking, side } = entityType;
  const ignored = new Set([...READ_ONLY, ...refused, ...lacking, ...Object.keys(side?.properties ?? {})]);
  for (const { property } of entityType.ancestors) ignored.add(property);
  for (const [name, { readOnly }] of Object.entries({ ...entityType.attributes, ...entityType.relations })) {
    if (readOnly) ignored.add(name);
  }
  return ignored;
}

function excessOfParts(parts: ReadonlyMap<string, number>): Excess[] {
  return [...parts]
    .filter(([, size]) => size > MOST_PARTS)
    .map(([field, size]) => {
      const message = `has ${size} of them in all depths together; at most ${MOST_PARTS} are allowed`;
      return { field, message, limit: `${field} in all depths`, size };
    });
}

function excessOfDocument(data: object): Excess[] {
  if (jsonBytesUpTo(data, LARGEST_DOCUMENT) <= LARGEST_DOCUMENT) return [];
  const message = `The document has too many bytes as JSON; at most ${LARGEST_DOCUMENT} are allowed`;
  return [excess({ field: '', message, limit: '' }, () => jsonBytesUpTo(data, Infinity))];
}

/** A parent named by a link is given as a link, its FQN or its id. */
function linkFaults(entityType: EntityType, data: Record<string, unknown>): ErrorDetail[] {
  return entityType.parents.flatMap(({ property, types, link }) => {
    const value = data[property];
    if (!link || typeof value !== 'string') return [];
    const linked = link.parse(value);
    if (linked ? types.includes(linked.type) : isUuid(value) || isFqnOf(link.namesInFqn, value)) return [];
    return [{ field: property, message: `must be ${link.form}; got ${shown(value)}` }];
  });
}

function isFqnOf(names: number, text: string): boolean {
  return !text.startsWith('<') && splitFqn(text)?.length === names;
}

/** Types that rights are given to, or that give them. */
const PRINCIPALS: ReadonlySet<string> = new Set(['user', 'team', 'role', 'policy', 'bot', 'persona']);

function nameFaults(type: string, data: Record<string, unknown>): ErrorDetail[] {
  const name = data.name as string;
  const fault = entityNameFault(name) ?? (PRINCIPALS.has(type) ? principalNameFault(name) : undefined);
  return fault ? [{ field: 'name', message: fault }] : [];
}
