import { isDeepStrictEqual } from 'node:util';
import type { StandardOperator } from '../rule-operator';
import { isTruthy, type ValueOperation } from './engine-type';
import { ownValue } from './own-value';
import { boundedList, boundedText } from './rule-error';

type Lazy = 'if' | '?:' | 'and' | 'or' | 'map' | 'reduce' | 'filter' | 'all' | 'none' | 'some';

/**
 * The standard operators with eagerly evaluated arguments, with the semantics of the JSON-logic site. The engine's
 * defaults are not used: they throw for mixed types (`{"==": [{"var": "tags"}, null]}`) and read inherited
 * properties.
 */
export const VALUE_OPERATIONS: Readonly<Record<Exclude<StandardOperator, Lazy>, ValueOperation>> = {
  var: ([path, otherwise], context) => variable(context, path) ?? otherwise ?? null,
  missing: (args, context) => missing(Array.isArray(args[0]) ? args[0] : args, context),
  missing_some: ([needed, paths], context) => missingSome(Number(needed), list(paths), context),
  '==': ([a, b]) => looselyEqual(a, b),
  '!=': ([a, b]) => !looselyEqual(a, b),
  '===': ([a, b]) => isDeepStrictEqual(a ?? null, b ?? null),
  '!==': ([a, b]) => !isDeepStrictEqual(a ?? null, b ?? null),
  '!': ([value]) => !isTruthy(value),
  '!!': ([value]) => isTruthy(value),
  '>': ([a, b]) => less(b, a),
  '>=': ([a, b]) => lessOrEqual(b, a),
  '<': (args) => inSequence(args, less),
  '<=': (args) => inSequence(args, lessOrEqual),
  max: (args) =>
    spread(args)
      .map(number)
      .reduce((most, value) => Math.max(most, value), -Infinity),
  min: (args) =>
    spread(args)
      .map(number)
      .reduce((least, value) => Math.min(least, value), Infinity),
  '+': (args) => spread(args).reduce<number>((sum, value) => sum + number(value), 0),
  '*': (args) => spread(args).reduce<number>((product, value) => product * number(value), 1),
  '-': (args) => (args.length < 2 ? -number(args[0]) : number(args[0]) - number(args[1])),
  '/': ([a, b]) => number(a) / number(b),
  '%': ([a, b]) => number(a) % number(b),
  merge: (args) => merge(args),
  in: ([item, where]) => isIn(item, where),
  cat: (args) => concatenate(args),
  substr: ([text, from, length]) => substring(asText(text), Number(from ?? 0), length),
  log: ([value]) => value ?? null,
};

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function variable(context: unknown, path: unknown): unknown {
  if (path === undefined || path === null || path === '') return context;
  return typeof path === 'string' || typeof path === 'number' ? ownValue(context, String(path)) : undefined;
}

function missing(paths: readonly unknown[], context: unknown): unknown[] {
  return paths.filter((path) => [undefined, null, ''].includes(variable(context, path) as null));
}

function missingSome(needed: number, paths: readonly unknown[], context: unknown): unknown[] {
  const absent = missing(paths, context);
  return paths.length - absent.length >= needed ? [] : absent;
}

/**
 * JavaScript's == for primitive values; lists and objects are compared by content, because object identity does not
 * exist in JSON.
 */
function looselyEqual(a: unknown, b: unknown): boolean {
  const left = a ?? null;
  const right = b ?? null;
  if (typeof left === 'object' || typeof right === 'object') return isDeepStrictEqual(left, right);
  return left == right; // eslint-disable-line eqeqeq -- this is the loose equality that rules ask for
}

/** Compares two texts by code unit, all else as numbers; NaN is not less than anything. */
function less(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' ? a < b : comparable(a) < comparable(b);
}

function lessOrEqual(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' ? a <= b : comparable(a) <= comparable(b);
}

function comparable(value: unknown): number {
  return typeof value === 'object' && value !== null ? Number.NaN : Number(value ?? 0);
}

/** `a < b`, and with a third argument `a < b < c`. */
function inSequence(args: readonly unknown[], holds: (a: unknown, b: unknown) => boolean): boolean {
  return holds(args[0], args[1]) && (args.length < 3 || holds(args[1], args[2]));
}

function number(value: unknown): number {
  if (typeof value === 'object') return Number.NaN;
  return typeof value === 'string' ? Number.parseFloat(value) : Number(value);
}

/** A single list argument is replaced by its items, so that `{"max": {"var": "sizes"}}` works. */
function spread(args: readonly unknown[]): readonly unknown[] {
  return args.length === 1 && Array.isArray(args[0]) ? args[0] : args;
}

function merge(args: readonly unknown[]): unknown[] {
  boundedList(args.reduce<number>((count, value) => count + (Array.isArray(value) ? value.length : 1), 0));
  return args.flat(1);
}

function isIn(item: unknown, where: unknown): boolean {
  if (typeof where === 'string') return where.includes(asText(item));
  return list(where).some((one) => isDeepStrictEqual(one, item));
}

function concatenate(args: readonly unknown[]): string {
  const texts = args.map(asText);
  boundedText(texts.reduce((length, text) => length + text.length, 0));
  return texts.join('');
}

/** By characters as `length` counts them. */
function substring(text: string, from: number, length: unknown): string {
  const characters = /[\ud800-\udfff]/.test(text) ? [...text] : text;
  const rest = characters.slice(from);
  const cut = typeof length === 'number' ? rest.slice(0, length) : rest;
  return typeof cut === 'string' ? cut : cut.join('');
}

/**
 * A primitive value as text; lists and objects as JSON, because their own `toString` cannot be trusted. The size is
 * counted during serialisation: a small value that references itself repeatedly would exhaust memory before it could
 * be measured.
 */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  let length = 0;
  return JSON.stringify(value, (key, member: unknown) => {
    length += key.length + (typeof member === 'string' ? member.length : 4);
    boundedText(length);
    return member;
  });
}
