import { LARGEST_DOCUMENT, MOST_PARTS } from '@app/catalog';
import { invalidFields, jsonBytesUpTo } from '@app/common';
import type { Json } from '../../document/json';
import { qualityRules } from '../../odcs/mapping/quality-rules';
import { columnCount } from '../../odcs/mapping/read-columns';

/** Members and items of a document, in all depths: 10,000 properties with twenty each. */
export const MOST_VALUES = 200_000;

/** Quality rules of an object: more than a contract has as rules, test cases and rules that the standard alone knows. */
export const MOST_RULES = 20_000;

const LIMITS = [
  { what: 'bytes as JSON', most: LARGEST_DOCUMENT, sizeOf: jsonBytesUpTo },
  { what: 'values', most: MOST_VALUES, sizeOf: valuesUpTo },
] as const;

/**
 * Refuses a document that would take too long to be understood, mended and laid over another one.
 *
 * @param stored what the document was laid over: where that is over a limit already, it may be as large
 * @throws {AppError} BAD_REQUEST
 */
export function requireModest(document: unknown, stored?: unknown): void {
  for (const { what, most, sizeOf } of LIMITS) {
    if (sizeOf(document, most) <= most) continue;
    if (stored !== undefined && sizeOf(document, Infinity) <= sizeOf(stored, Infinity)) continue;
    throw invalidFields([{ field: '', message: `has too many ${what}; at most ${most} are allowed` }]);
  }
}

/**
 * Refuses an object of a document with more in it than a contract can have, before all of it is read.
 *
 * @param path of the object in the document
 * @throws {AppError} BAD_REQUEST
 */
export function requireFewParts(object: Json, path: string): void {
  const counts = [
    { field: `${path}.properties`, count: columnCount(object), most: MOST_PARTS },
    { field: `${path}.quality`, count: qualityRules(object, path).length, most: MOST_RULES },
  ];
  const faults = counts
    .filter(({ count, most }) => count > most)
    .map(({ field, count, most }) => ({
      field,
      message: `has ${count} of them in all depths together; at most ${most} are allowed`,
    }));
  if (faults.length > 0) throw invalidFields(faults);
}

/** The number of values in a value; counting ends where it is over `most`. */
function valuesUpTo(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const member of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    count += valuesUpTo(member, most - count);
    if (count > most) break;
  }
  return count;
}
