import { isObject } from '@app/common';
import type { JsonObject } from '../reading/json-text';
import type { SchemaDocument } from './schema-document';

/** Schemas that one schema consists of. */
const MOST_PARTS = 200;

/** A schema together with all that `$ref` and `allOf` add to it. */
export interface Shape {
  /** Its own keywords first. */
  readonly parts: readonly JsonObject[];
  /** References that lead to nothing in the text. */
  readonly unresolved: readonly string[];
  /** Whether it refers to a record that is being read. */
  readonly isRecursive: boolean;
}

/** @param open the schemas whose members are being read */
export function shapeOf(schema: JsonObject, document: SchemaDocument, open: ReadonlySet<JsonObject>): Shape {
  const parts: JsonObject[] = [];
  const unresolved: string[] = [];
  let isRecursive = false;
  const seen = new Set<JsonObject>();
  const waiting: JsonObject[] = [schema];
  for (let part = waiting.shift(); part && parts.length < MOST_PARTS; part = waiting.shift()) {
    if (seen.has(part)) continue;
    seen.add(part);
    parts.push(part);
    const { $ref, allOf } = part;
    if (typeof $ref === 'string') {
      const target = document.at($ref);
      if (!isObject(target)) {
        if (target === undefined) unresolved.push($ref);
      } else if (open.has(target)) isRecursive = true;
      else waiting.push(target);
    }
    if (Array.isArray(allOf)) waiting.push(...allOf.slice(0, MOST_PARTS).filter(isObject));
  }
  return { parts, unresolved, isRecursive };
}

/** Cost of reading a shape, in parts. */
export function sizeOf({ parts }: Shape): number {
  const lists = ['enum', 'required', 'oneOf', 'anyOf', 'type'] as const;
  return parts.reduce((sum, part) => {
    const lengths = lists.map((name) => (Array.isArray(part[name]) ? part[name].length : 0));
    const members = isObject(part.properties) ? Object.keys(part.properties).length : 0;
    return sum + 1 + members + lengths.reduce((all, length) => all + length, 0);
  }, 0);
}

/** The value of a keyword where it is stated first. */
export function keyword({ parts }: Shape, name: string): unknown {
  return parts.find((part) => part[name] !== undefined)?.[name];
}

/** Properties of all parts; one that several state is all that they state. */
export function propertiesOf({ parts }: Shape): Map<string, unknown> {
  const properties = new Map<string, unknown>();
  for (const { properties: own } of parts)
    if (isObject(own))
      for (const [name, schema] of Object.entries(own)) {
        const before = properties.get(name);
        properties.set(name, before === undefined ? schema : { allOf: [before, schema] });
      }
  return properties;
}

export function requiredOf({ parts }: Shape): Set<unknown> {
  return new Set(parts.flatMap(({ required }): readonly unknown[] => (Array.isArray(required) ? required : [])));
}
