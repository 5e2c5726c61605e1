import { isObject, jsonKey, sameJson } from '@app/common';
import type { Json } from '../../document/json';
import type { Finding } from '../../promises/change';

/** Arguments of a metric in one form: lists as sets of texts, the columns of a combination in any order. */
export function argumentsOf({ arguments: given, validValues }: Json): Json {
  const said = isObject(given) ? given : {};
  const valid = said.validValues ?? validValues;
  const members = Object.entries({ ...said, validValues: valid }).filter(([, value]) => value != null);
  return Object.fromEntries(members.map(([name, value]) => [name, LISTS.has(name) ? textsOf(value) : value]));
}

const LISTS: ReadonlySet<string> = new Set(['validValues', 'missingValues', 'properties']);

/** The texts of a list in order, each once; null matches nothing. */
function textsOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return [
    ...new Set(
      value.filter((item) => item !== null).map((item) => (typeof item === 'object' ? jsonKey(item) : String(item))),
    ),
  ].sort();
}

/** Changes of the argument that make a rule stricter where less is better: all else is another rule. */
type Direction = (before: unknown, after: unknown) => 'stricter' | 'weaker' | 'other';

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  validValues: (before, after) =>
    before === undefined ? 'stricter' : after === undefined ? 'weaker' : byItems(after, before),
  missingValues: (before, after) => byItems(before ?? [], after ?? []),
  pattern: (before) => (before === undefined ? 'stricter' : 'other'),
};

/** The list that must be part of the other for the rule to be stricter. */
function byItems(part: unknown, whole: unknown): 'stricter' | 'weaker' {
  if (!Array.isArray(part) || !Array.isArray(whole)) return 'weaker';
  const known = new Set<unknown>(whole);
  return part.every((item) => known.has(item)) ? 'stricter' : 'weaker';
}

/**
 * Changes in the arguments of a rule.
 *
 * @param lessIsBetter whether a measure that gets smaller stays allowed: only then is the direction of a change known
 */
export function diffArguments(before: Json, after: Json, lessIsBetter: boolean): Finding[] {
  const [old, now] = [argumentsOf(before), argumentsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name): Finding[] => {
    if (sameJson(old[name], now[name])) return [];
    const direction = (lessIsBetter && DIRECTIONS[name]?.(old[name], now[name])) || 'other';
    switch (direction) {
      case 'stricter':
        return [{ compatibility: 'compatible', reason: `${name} makes it stricter` }];
      case 'weaker':
        return [{ compatibility: 'breaking', reason: `${name} allows what was forbidden` }];
      case 'other':
        return [{ compatibility: 'breaking', reason: `${name} is another` }];
    }
  });
}
