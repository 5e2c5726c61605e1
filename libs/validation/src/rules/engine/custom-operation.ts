import { isDeepStrictEqual } from 'node:util';
import { isObject, parseDuration, subtractDuration } from '@app/common';
import type { CustomOperator } from '../rule-operator';
import { ownText, ownValue } from './own-value';
import { compilePattern } from './pattern';
import { RuleError } from './rule-error';
import { asText, list } from './value-operation';

/** Input of a rule: the asset's full JSON, and the instant of the run in epoch ms. */
export interface Subject {
  readonly asset: unknown;
  readonly now: number;
}

/** References to people; one to a deleted user is none. */
const OF_PEOPLE = ['owners', 'reviewers'];

/** The asset as rules see it: without owners and reviewers who are deleted. */
export function judgedAsset(asset: unknown): unknown {
  if (!isObject(asset)) return asset;
  const lacking = OF_PEOPLE.filter((relation) => list(ownValue(asset, relation)).some(isDeleted));
  const left = lacking.map((relation) => [relation, list(asset[relation]).filter((one) => !isDeleted(one))] as const);
  return lacking.length ? { ...asset, ...Object.fromEntries(left) } : asset;
}

const isDeleted = (reference: unknown): boolean => ownValue(reference, 'deleted') === true;

type CustomOperation = (args: readonly unknown[], subject: Subject) => unknown;

/**
 * The operators of the reference service (its LogicOps and JsonLogicUtils):
 * - `length(x)`: items of a list, characters of a text, keys of an object; 0 for a missing value, 1 for any other
 *   value.
 * - `isOwner(names…)`, `isReviewer(names…)`: whether one of the names (or FQNs, or ids) is an owner, or reviewer, of
 *   the asset, at any position in the rule. Members of an owning team are not in the asset's JSON and are not
 *   considered.
 * - `isUpdatedBefore(t)`, `isUpdatedAfter(t)`: strict comparison with the asset's updatedAt; t is epoch ms, an ISO
 *   8601 time, or an ISO 8601 duration back from now (`P7D`). False if a t that the rule computes is none of these.
 * - `contains(a, b)`: if one is a list, whether it contains the other; for two lists whether a contains every item of
 *   b; for two texts whether b is a substring of a. A tag or reference in a list matches by its tagFQN, FQN, name or
 *   id.
 * - `matchesRegex(text, pattern)`: whether the pattern (RE2 syntax) is found in the text; use ^ and $ to match all of
 *   it.
 */
export const CUSTOM_OPERATIONS: Readonly<Record<CustomOperator, CustomOperation>> = {
  length: (args) => lengthOf(args.length === 1 ? args[0] : args),
  isOwner: (names, { asset }) => isReferred(asset, 'owners', names),
  isReviewer: (names, { asset }) => isReferred(asset, 'reviewers', names),
  isUpdatedBefore: ([time], subject) => compareUpdate(subject, time, (updatedAt, limit) => updatedAt < limit),
  isUpdatedAfter: ([time], subject) => compareUpdate(subject, time, (updatedAt, limit) => updatedAt > limit),
  contains: ([a, b]) => contains(a, b),
  matchesRegex: ([text, pattern]) => matchesPattern(text, pattern),
};

function lengthOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'object') return Object.keys(value).length;
  if (typeof value !== 'string') return 1;
  let characters = 0;
  for (const _ of value) characters += 1;
  return characters;
}

function isReferred(asset: unknown, relation: string, names: readonly unknown[]): boolean {
  const wanted = new Set(names.flat(1).filter((name) => typeof name === 'string'));
  return list(ownValue(asset, relation)).some((one) => identifiers(one).some((identifier) => wanted.has(identifier)));
}

function identifiers(value: unknown): string[] {
  const known = ['tagFQN', 'fullyQualifiedName', 'name', 'id'].map((key) => ownText(value, key));
  return known.filter((identifier) => identifier !== undefined);
}

function compareUpdate(
  { asset, now }: Subject,
  time: unknown,
  holds: (updatedAt: number, limit: number) => boolean,
): boolean {
  const updatedAt = ownValue(asset, 'updatedAt');
  const limit = instant(time, now);
  return typeof updatedAt === 'number' && limit !== undefined && holds(updatedAt, limit);
}

/** The instant that an argument of `isUpdatedBefore` or `isUpdatedAfter` means, in epoch ms; undefined: none. */
export function instant(time: unknown, now: number): number | undefined {
  if (typeof time === 'number') return time;
  if (typeof time !== 'string') return undefined;
  const duration = parseDuration(time);
  if (duration.ok) return subtractDuration(now, duration.duration);
  const parsed = /^\d{4}-\d{2}-\d{2}/.test(time) ? Date.parse(time) : Number.NaN;
  return Number.isNaN(parsed) ? undefined : parsed;
}

function contains(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) ? b.every((item) => hasItem(a, item)) : hasItem(a, b);
  if (Array.isArray(b)) return hasItem(b, a);
  return typeof a === 'string' && b !== null && b !== undefined && a.includes(asText(b));
}

function hasItem(items: readonly unknown[], wanted: unknown): boolean {
  return items.some((item) => {
    const isNamed = typeof wanted === 'string' && typeof item === 'object' && identifiers(item).includes(wanted);
    return isNamed || isDeepStrictEqual(item, wanted);
  });
}

function matchesPattern(text: unknown, pattern: unknown): boolean {
  const compiled = compilePattern(pattern);
  if (!compiled.ok) throw new RuleError(compiled.message);
  return typeof text === 'string' && compiled.matcher.test(text);
}
