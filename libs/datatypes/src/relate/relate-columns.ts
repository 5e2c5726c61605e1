import { isDeepStrictEqual } from 'node:util';
import { type CanonicalType, equalTypes, type OfKind } from '../canonical';
import type { TypedColumn } from '../column';
import type { LogicalType, PromisedType } from '../read/logical-type';
import { readDataType, readFound, readPromised } from '../read/read-type';
import type { Platform } from '../platforms/platform';
import { isExactly } from './exact';
import { lossOf } from './loss';
import { weakestOf } from './weakest';

/** How a type stands to a promised one. */
export interface TypeRelation {
  /** same: the same type; kept: another one that can store all promised values; broken: it cannot. */
  readonly outcome: 'same' | 'kept' | 'broken';
  /** The loss, where the promise is broken. */
  readonly loss?: string;
  /** A note for readers although the promise is met. */
  readonly note?: string;
}

const SAME: TypeRelation = { outcome: 'same' };

export function relateFound(promised: TypedColumn, found: TypedColumn, platform: Platform): TypeRelation {
  const promise = ownType(readPromised(promised, platform), promised);
  const type = withChildren(readFound(found, platform), promise, found, platform);
  const loss = lossOf(promise, type, platform);
  if (loss !== undefined) return { outcome: 'broken', loss };
  const note = noteOf(promise, type);
  if (note !== undefined) return { outcome: 'kept', note };
  const alias = ownType(readFound(promised, platform), promised);
  return isExactly(alias, type) ? SAME : { outcome: 'kept' };
}

/** `relateFound`, where a wider type breaks the promise. A promise by its logicalType alone names no single type. */
export function relateExactly(promised: TypedColumn, found: TypedColumn, platform: Platform): TypeRelation {
  const relation = relateFound(promised, found, platform);
  if (relation.outcome !== 'kept' || readPromised(promised, platform).kind === 'logical') return relation;
  const alias = ownType(readFound(promised, platform), promised);
  if (isExactly(alias, readFound(found, platform))) return relation;
  return { outcome: 'broken', loss: `${keptWord(relation)}, not exactly the promised type` };
}

/** Two promises, from the view of readers of the first. */
export function relatePromises(before: TypedColumn, after: TypedColumn, platform: Platform): TypeRelation {
  const [from, to] = [before, after].map((column) => ownType(readPromised(column, platform), before)) as [
    PromisedType,
    PromisedType,
  ];
  if (from.kind === 'logical' && to.kind === 'logical') return relateClasses(from, to, platform);
  const type = to.kind === 'logical' ? readDataType(after, platform) : to;
  const loss = lossOf(from, type, platform);
  if (loss !== undefined) return { outcome: 'broken', loss };
  return from.kind !== 'logical' && equalTypes(from, type) ? SAME : { outcome: 'kept' };
}

function relateClasses(from: LogicalType, to: LogicalType, platform: Platform): TypeRelation {
  if (isDeepStrictEqual(from, to)) return SAME;
  const loss = lossOf(from, weakestOf(to), platform);
  return loss === undefined ? { outcome: 'kept' } : { outcome: 'broken', loss };
}

/** Two states of a column of an asset, from the view of its readers. Unlike a promise, a state without a limit has none. */
export function relateStates(before: TypedColumn, after: TypedColumn, platform: Platform): TypeRelation {
  const from = ownType(readFound(before, platform), before) as CanonicalType;
  const to = ownType(readFound(after, platform), before) as CanonicalType;
  const loss = lossOf(from, to, platform) ?? limitOf(from, to);
  if (loss !== undefined) return { outcome: 'broken', loss };
  return equalTypes(from, to) ? SAME : { outcome: 'kept' };
}

function limitOf(from: CanonicalType, to: CanonicalType): string | undefined {
  if (!('length' in from) || !('length' in to)) return undefined;
  return from.length === Infinity && to.length !== Infinity
    ? `a limit of ${to.length} where there was none`
    : undefined;
}

/** A met promise in a word or two. */
export function keptWord({ outcome, note }: TypeRelation): string {
  return note ?? (outcome === 'same' ? 'same type' : 'wider');
}

/** Without its fields where the column has children: those are compared by their paths. */
function ownType<Type extends PromisedType>(type: Type, { children }: TypedColumn): Type | CanonicalType {
  if (!children?.length) return type;
  if (type.kind === 'struct') return withFields(type, undefined);
  const isOfStructs = type.kind === 'array' && type.element?.kind === 'struct';
  return isOfStructs ? { kind: 'array', element: withFields(type.element, undefined) } : type;
}

function withFields({ open }: OfKind<'struct'>, fields: OfKind<'struct'>['fields']): OfKind<'struct'> {
  return { kind: 'struct', ...(open && { open }), ...(fields && { fields }) };
}

/** The children of a found column are its fields, where a display promises some. */
function withChildren(
  type: CanonicalType,
  promise: PromisedType,
  { children }: TypedColumn,
  platform: Platform,
): CanonicalType {
  if (!children?.length || !promisesFields(promise)) return type;
  const fields = children.map((child) => {
    const own = readFound(child, platform);
    return { name: child.name, type: withChildren(own, promise, child, platform) };
  });
  if (type.kind === 'struct') return withFields(type, fields);
  return type.kind === 'array' && type.element?.kind === 'struct'
    ? { kind: 'array', element: withFields(type.element, fields) }
    : type;
}

function promisesFields(promise: PromisedType): boolean {
  if (promise.kind === 'struct') return promise.fields !== undefined;
  return promise.kind === 'array' && promise.element !== undefined && promisesFields(promise.element);
}

/** A note for readers on a type that meets the promise. */
function noteOf(promise: PromisedType, found: CanonicalType): string | undefined {
  if (found.kind === 'decimal' && found.scale === Infinity && isWhole(promise)) return 'it may hold fractions';
  if (found.kind === 'array' && found.open) return 'its elements are untyped and hold every value';
  if (promise.kind === 'logical') return 'of that logicalType';
  if (promise.kind === 'text' && found.kind === 'enum') return 'one of listed values';
  return promise.kind === 'date' && found.kind === 'moment' ? 'it has the time of day' : undefined;
}

function isWhole(promise: PromisedType): boolean {
  return promise.kind === 'int' || (promise.kind === 'logical' && promise.word === 'integer');
}
