import { groupBy } from '@app/common';
import type { Case } from './document/cases';

/** Of what the collections have in common, one in so many is sent in the small size. */
const ONE_IN = 120;

/** A number that is always the same for a text, spread evenly (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}

/**
 * Which cases are sent. In both sizes every operation gets at least one; the full size sends every kind of case to one operation
 * that has it, the small one a part of the kinds, the same ones every time.
 */
export function select(cases: readonly Case[], size: 'full' | 'small'): Case[] {
  const kinds = new Set<string>();
  const served = new Set<string>();
  const chosen = cases.filter(({ kind, operation }) => {
    if (kinds.has(kind) || (size === 'small' && hash(kind) % ONE_IN > 0)) return false;
    kinds.add(kind);
    served.add(operation);
    return true;
  });
  const byOperation = groupBy(cases, ({ operation }) => operation);
  const others = [...byOperation].filter(([operation]) => !served.has(operation));
  return [...chosen, ...others.map(([operation, own]) => own[hash(operation) % own.length]!)];
}

/** What belongs to a slice such as `2/8`: every eighth, from the second one on. */
export function slice<Item>(items: readonly Item[], which: string): Item[] {
  const [, number, count] = /^(\d+)\/(\d+)$/.exec(which) ?? [];
  if (!number || !count || Number(number) < 1 || Number(number) > Number(count))
    throw new Error(`SUITE_SLICE is "${which}"; it is the number of a slice and how many there are, such as 2/8`);
  return items.filter((_, at) => at % Number(count) === Number(number) - 1);
}
