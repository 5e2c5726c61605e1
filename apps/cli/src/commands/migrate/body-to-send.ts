import { isObject } from '../../document/document-file';
import type { Document } from './collections';

/** A JSON schema of the API document, as far as it is read here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly readOnly?: boolean;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly required?: readonly string[];
}

export type Resolve = (schema: Schema) => Schema;

/** Members that each service makes by itself, or that are written elsewhere. */
const MADE = new Set([
  ...['id', 'href', 'version', 'updatedAt', 'updatedBy', 'createdAt', 'createdBy', 'impersonatedBy', 'deleted'],
  ...['fullyQualifiedName', 'changeDescription', 'incrementalChangeDescription', 'inherited', 'ordinalPosition'],
  ...['service', 'serviceType', 'database', 'databaseSchema', 'children', 'childrenCount', 'userCount'],
  ...['usageCount', 'termCount', 'owns', 'follows', 'inheritedRoles', 'latestResult', 'testCaseResult'],
  ...['testCaseStatus', 'testSuite', 'testSuites', 'entityFQN', 'usageSummary', 'appliedAt', 'appliedBy'],
  ...['checksum', 'votes'],
]);

/**
 * An entity of another service as the body that creates it here: members that its schema has, references by name, neither what is
 * inherited nor what is derived.
 * @param leftOut called with each member that has no place in the body, by its path without indices
 */
export function bodyToSend(
  document: Document,
  schema: Schema,
  resolve: Resolve,
  leftOut: (path: string) => void,
): Document {
  return object(document, resolve(schema), resolve, '', leftOut);
}

/** A reference that means the same in both services; undefined: the value is none. */
export function referenceIn(
  value: unknown,
): { readonly type: string; readonly fullyQualifiedName: string } | undefined {
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.type !== 'string') return undefined;
  const name = value.fullyQualifiedName ?? value.name;
  return typeof name === 'string' ? { type: value.type, fullyQualifiedName: name } : undefined;
}

function object(
  value: Document,
  { properties = {}, required = [] }: Schema,
  resolve: Resolve,
  path: string,
  leftOut: (path: string) => void,
): Document {
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const at = path === '' ? name : `${path}.${name}`;
    const schema = properties[name];
    if (isNothing(member) && !required.includes(name)) return [];
    // Of a column: it is of the day on which it was taken.
    if (path !== '' && name === 'profile') return [];
    if (!schema || schema.readOnly || isPlainReference(schema)) {
      if (!schema?.readOnly && !MADE.has(name)) leftOut(at);
      return [];
    }
    const sent = converted(member, schema, resolve, at, leftOut);
    return isNothing(sent) && !required.includes(name) ? [] : [[name, sent]];
  });
  return Object.fromEntries(members);
}

function converted(
  value: unknown,
  sent: Schema,
  resolve: Resolve,
  path: string,
  leftOut: (path: string) => void,
): unknown {
  const schema = resolve(sent);
  if (Array.isArray(value)) {
    const { items = {} } = schema;
    return value
      .filter((one) => !(isObject(one) && one.inherited === true))
      .map((one) => converted(one, items, resolve, path, leftOut));
  }
  if (!isObject(value)) return value;
  const reference = referenceIn(value);
  if (reference) return reference;
  const known = [schema, ...(schema.anyOf ?? []).map(resolve)].find(({ properties }) => properties);
  return known && known.additionalProperties === false ? object(value, known, resolve, path, leftOut) : value;
}

/** An id that nobody looks up would mean nothing here. */
const isPlainReference = ({ $ref = '', items }: Schema): boolean =>
  [$ref, items?.$ref ?? ''].some((one) => one.endsWith('/EntityReference'));

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
