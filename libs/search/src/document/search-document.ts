import { KnownValues } from '@app/common';

/**
 * The searchable content of an entity, also the `_source` of a hit: one shape for every type. Absent fields are
 * omitted.
 */
export interface SearchDocument {
  readonly id: string;
  readonly entityType: string;
  readonly name: string;
  readonly displayName?: string;
  readonly fullyQualifiedName: string;
  readonly description?: string;
  readonly deleted: boolean;
  /** Epoch ms. */
  readonly updatedAt: number;
  /** Further members that the mapping names, and those that the type adds. */
  readonly [property: string]: unknown;
}

/** A document with the node of its entity: what an index is written with. */
export interface IndexedDocument {
  readonly node: string;
  readonly document: SearchDocument;
}

export type Scalar = string | number | boolean;

/** The values at a path such as `columns.name`, of all elements of the arrays on the way, in their order. */
export function valuesAt(document: unknown, path: string): Scalar[] {
  return collected(document, path, isScalar);
}

/** The elements of the array at a nested path; a single object counts as one. */
export function elementsAt(document: unknown, path: string): object[] {
  return collected(document, path, isElement);
}

export function textsAt(document: unknown, path: string): string[] {
  return collected(document, path, isText);
}

const isScalar = (value: unknown): value is Scalar => typeof value !== 'object';
const isElement = (value: unknown): value is object => typeof value === 'object';
const isText = (value: unknown): value is string => typeof value === 'string';

type IsWanted<Value> = (value: unknown) => value is Value;

function collected<Value>(document: unknown, path: string, isWanted: IsWanted<Value>): Value[] {
  const found: Value[] = [];
  collect(document, stepsOf(path), 0, found, isWanted);
  return found;
}

const STEPS = new KnownValues<readonly string[]>(10_000, 1_000);

/** Paths are those of the mapping: few, and asked for of every document. */
function stepsOf(path: string): readonly string[] {
  return STEPS.of(path, () => path.split('.'));
}

function collect<Value>(
  value: unknown,
  path: readonly string[],
  depth: number,
  found: Value[],
  isWanted: IsWanted<Value>,
): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const each of value) collect(each, path, depth, found, isWanted);
  else if (depth === path.length) {
    if (isWanted(value)) found.push(value);
  } else if (typeof value === 'object' && Object.hasOwn(value, path[depth] as string))
    collect((value as Record<string, unknown>)[path[depth] as string], path, depth + 1, found, isWanted);
}
