import { isObject } from '@app/common';
import type { JsonObject } from '../reading/json-text';

export const PRIMITIVES = new Set(['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string']);
const NAMED = new Set(['record', 'error', 'enum', 'fixed']);

/** A named type where the text defines it. */
export interface Definition {
  readonly fullName: string;
  readonly schema: JsonObject;
  /** Namespace that names inside of it are relative to. */
  readonly namespace: string;
}

/** A schema and the namespace that it stands in. */
type Entry = readonly [schema: unknown, namespace: string];

/** All named types of a text, and which of them others refer to. The walk has no recursion: a text may be deep. */
export class Definitions {
  private readonly byName = new Map<string, Definition>();
  private readonly bySchema = new Map<JsonObject, Definition>();
  private readonly references: (readonly [name: string, namespace: string])[] = [];

  constructor(root: unknown, namespace: string) {
    const open: Entry[] = [[root, namespace]];
    for (let entry = open.pop(); entry; entry = open.pop()) for (const below of this.enter(...entry)) open.push(below);
  }

  /** The definition that a schema is, if it is one. */
  of(schema: JsonObject): Definition | undefined {
    return this.bySchema.get(schema);
  }

  /** The definition that a name refers to: that of its namespace, else that of no namespace. */
  named(name: string, namespace: string): Definition | undefined {
    const own = name.includes('.') || !namespace ? undefined : this.byName.get(`${namespace}.${name}`);
    return own ?? this.byName.get(name);
  }

  /** The names of types that fields, lists or unions refer to. */
  referredNames(): ReadonlySet<string> {
    return new Set(this.references.flatMap(([name, namespace]) => this.named(name, namespace)?.fullName ?? []));
  }

  private enter(schema: unknown, namespace: string): readonly Entry[] {
    if (typeof schema === 'string' && !PRIMITIVES.has(schema)) this.references.push([schema, namespace]);
    if (Array.isArray(schema)) return schema.map((branch): Entry => [branch, namespace]).reverse();
    if (!isObject(schema)) return [];
    const inside = this.define(schema, namespace);
    const { type, fields, items, values } = schema;
    const isNamed = typeof type === 'string' && NAMED.has(type);
    const members = Array.isArray(fields) ? fields.filter(isObject).map((field) => field.type) : [];
    const below = isNamed ? members : [items, values, ...(type === 'array' || type === 'map' ? [] : [type])];
    return below
      .filter((one) => one !== undefined)
      .map((one): Entry => [one, inside])
      .reverse();
  }

  private define(schema: JsonObject, namespace: string): string {
    const { type, name } = schema;
    if (typeof type !== 'string' || !NAMED.has(type) || typeof name !== 'string') return namespace;
    const own = typeof schema.namespace === 'string' ? schema.namespace : namespace;
    const fullName = name.includes('.') || !own ? name : `${own}.${name}`;
    const inside = fullName.includes('.') ? fullName.slice(0, fullName.lastIndexOf('.')) : '';
    const definition = { fullName, schema, namespace: inside };
    if (!this.byName.has(fullName)) this.byName.set(fullName, definition);
    this.bySchema.set(schema, definition);
    return inside;
  }
}
