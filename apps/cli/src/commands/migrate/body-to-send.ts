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
 * @param leftOut called with each member that the body cannot have, by its path without indices
 */
export function bodyToSend(
  document: Document,
  schema: Schema,
  resolve: Resolve,
  leftOut: (path: string) => void,
): Document {
  return new BodyReader(resolve, leftOut).object(document, resolve(schema), '');
}

/** A reference that means the same in both services; undefined: the value is none. */
export function referenceIn(
  value: unknown,
): { readonly type: string; readonly fullyQualifiedName: string } | undefined {
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.type !== 'string') return undefined;
  const name = value.fullyQualifiedName ?? value.name;
  return typeof name === 'string' ? { type: value.type, fullyQualifiedName: name } : undefined;
}

class BodyReader {
  constructor(
    private readonly resolve: Resolve,
    private readonly leftOut: (path: string) => void,
  ) {}

  object(value: Document, { properties = {}, required = [] }: Schema, path: string): Document {
    const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const at = path === '' ? name : `${path}.${name}`;
      const schema = properties[name];
      if (isNothing(member) && !required.includes(name)) return [];
      // Of a column: it is of the day on which it was taken.
      if (path !== '' && name === 'profile') return [];
      if (!schema || schema.readOnly || isPlainReference(schema)) {
        if (!schema?.readOnly && !MADE.has(name)) this.leftOut(at);
        return [];
      }
      const sent = this.converted(member, schema, at);
      return isNothing(sent) && !required.includes(name) ? [] : [[name, sent]];
    });
    return Object.fromEntries(members);
  }

  private converted(value: unknown, sent: Schema, path: string): unknown {
    const schema = this.resolve(sent);
    if (Array.isArray(value)) {
      const own = value.filter((one) => !(isObject(one) && one.inherited === true));
      return own.map((one) => this.converted(one, schema.items ?? {}, path));
    }
    if (!isObject(value)) return value;
    const reference = referenceIn(value);
    if (reference) return reference;
    const known = [schema, ...(schema.anyOf ?? []).map(this.resolve)].find(({ properties }) => properties);
    return known && known.additionalProperties === false ? this.object(value, known, path) : value;
  }
}

/** An id that is not looked up would mean nothing here. */
const isPlainReference = ({ $ref = '', items }: Schema): boolean =>
  [$ref, items?.$ref ?? ''].some((one) => one.endsWith('/EntityReference'));

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
