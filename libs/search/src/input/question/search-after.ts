import { AppError, invalidFields, LAST_INSTANT, parseStrictJson } from '@app/common';
import { fieldOf } from '../../document/search-field';
import type { SortKey, SortValue } from '../../query/search-request';

/**
 * The place behind a hit: its `sort` as one text of JSON, or each of its values as a text of its own.
 * @throws {AppError} BAD_REQUEST where it does not fit the order that is asked for
 */
export function searchAfterOf(texts: readonly string[], sort: readonly SortKey[]): SortValue[] {
  const values = texts.length === 1 && texts[0]?.trimStart().startsWith('[') ? fromJson(texts[0]) : texts.map(bare);
  if (values.length !== sort.length) {
    const order = sort.map(({ by }) => by).join(', ');
    throw refused(`has ${values.length} values; this order has ${sort.length}: ${order}`);
  }
  return values.map((value, i) => fitting(value, sort[i] as SortKey, i));
}

function fromJson(text: string): unknown[] {
  try {
    return parseStrictJson(Buffer.from(text)) as unknown[];
  } catch (error) {
    throw error instanceof AppError ? refused(error.message.replace(/^The body /, '')) : error;
  }
}

const bare = (text: string): unknown => (text === 'null' ? null : text);

function fitting(value: unknown, { by }: SortKey, at: number): SortValue {
  if (value === null && by !== '_score' && by !== 'id') return null;
  const kind = by === '_score' ? 'number' : fieldOf(by)?.kind;
  if (kind === 'keyword') {
    if (typeof value === 'string') return value;
  } else if (kind === 'boolean') {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
  } else {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (kind === 'date' && typeof number === 'number' && !isTime(number)) {
      throw refused(`has ${number} as search_after[${at}], which is no time in epoch ms`);
    }
    // Scores are 32-bit numbers.
    const held = by === '_score' ? Math.fround(Number(number)) : number;
    if (typeof number === 'number' && Number.isFinite(held)) return number;
  }
  throw refused(`has ${JSON.stringify(value).slice(0, 100)} for ${by}, which is a ${kind}`);
}

const isTime = (number: number): boolean => Number.isInteger(number) && Math.abs(number) <= LAST_INSTANT;

function refused(what: string): Error {
  return invalidFields([{ field: 'search_after', message: `${what}; send the sort of the last hit as it came` }]);
}
