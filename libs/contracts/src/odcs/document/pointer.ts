import { childPath, isObject } from '@app/common';
import type { Json } from '../../document/json';

/** Steps from the root of a document to a value in it. */
export type Steps = readonly (string | number)[];

/** The steps of a JSON pointer (RFC 6901) into this document: a step into an array is a number. */
export function stepsOf(pointer: string, document: unknown): (string | number)[] {
  const steps: (string | number)[] = [];
  let value = document;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(value) ? Number(key) : key;
    steps.push(step);
    value = valueAt(value, [step]);
  }
  return steps;
}

export function valueAt(document: unknown, steps: Steps): unknown {
  return steps.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[step as number];
    return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, document);
}

/** A path in the form of error messages: `schema[0].properties[1].name`. */
export function pathOf(steps: Steps): string {
  return steps.reduce<string>(childPath, '');
}

/** Sets the value at an existing path, in the document itself. */
export function setAt(document: Json, steps: Steps, value: unknown): void {
  const parent = valueAt(document, steps.slice(0, -1)) as Json;
  parent[steps.at(-1) as string] = value;
}

/** Removes the value at a path from the document itself; later items of an array move up. */
export function takeAt(document: Json, steps: Steps): unknown {
  const parent = valueAt(document, steps.slice(0, -1));
  const step = steps.at(-1);
  if (Array.isArray(parent)) return (parent.splice(step as number, 1) as unknown[])[0];
  const { [step as string]: value } = parent as Json;
  delete (parent as Json)[step as string];
  return value;
}

/** The names of an FQN, unquoted. */
export function splitNames(fqn: string): string[] {
  const parts = fqn.match(/(?:"(?:[^"]|"")+"|[^".]+)(?=\.|$)/g) ?? [];
  return parts.map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part));
}

/** Something that had to change for a document to become valid, or that was said for it. */
export interface DocumentChange {
  readonly path: string;
  readonly message: string;
}
