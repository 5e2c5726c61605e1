import { foldText, keywordForm } from '../../analysis/text-form';
import { fieldOf, leavesOf, type SearchField, type ValueField } from '../../document/search-field';
import type { BoundQuery, Pattern, RangeEnd } from '../../query/bound-query';
import { joined, keyword, NONE } from '../../query/build-query';
import { QueryError } from '../language/query-error';
import type { Leaf } from '../language/syntax-tree';
import { readInstants, type Clock } from './instant-text';
import { normalRegexp } from './regexp-syntax';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** @throws {QueryError} */
export function readNumber(value: string | number | boolean, field: string): number {
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new QueryError(`${field} is a number, and '${String(value).slice(0, 40)}' is none`);
}

/** @throws {QueryError} */
export function readBoolean(value: string | number | boolean, field: string): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new QueryError(`${field} is true or false, not '${String(value).slice(0, 40)}'`);
}

/** A value as a text or as JSON says it. */
export type Value = string | number | boolean;

/** @throws {QueryError} for a value that the field cannot have */
const READERS: Record<Exclude<ValueField['kind'], 'date'>, (value: Value, field: string) => Value> = {
  keyword: (value) => keywordForm(String(value)),
  number: readNumber,
  boolean: readBoolean,
};

/**
 * The field has the value, compared as its kind is: a keyword lower-cased, a date that names a day or a month with all of it.
 * In a text field it is the indexed token, not analysed.
 * @throws {QueryError} for a value that a number, date or boolean field cannot have
 */
export function bindTerm(field: string, value: Value, clock: Clock, boost = 1): BoundQuery {
  const mapped = fieldOf(field);
  if (!mapped) return NONE;
  if (mapped.kind === 'text') return { kind: 'term', field, token: String(value), boost };
  if (mapped.kind !== 'date') return keyword(field, [READERS[mapped.kind](value, field)], boost);
  const { first, last } = readInstants(String(value), clock);
  return { kind: 'range', field, from: { value: first, inclusive: true }, to: { value: last, inclusive: true }, boost };
}

/** The field has one of the values; scores the boost. @throws {QueryError} as `bindTerm` */
export function bindTerms(field: string, values: readonly Value[], clock: Clock, boost = 1): BoundQuery {
  const mapped = fieldOf(field);
  if (!mapped || values.length === 0) return NONE;
  if (mapped.kind !== 'text' && mapped.kind !== 'date') {
    const read = READERS[mapped.kind];
    const known = values.map((value) => read(value, field));
    return keyword(field, known, boost);
  }
  const terms = values.map((value) => bindTerm(field, value, clock));
  return { kind: 'constant', query: joined('or', terms), boost };
}

/** The field, or for an object any of its leaves, has a value. */
export function bindExists(field: string, boost = 1): BoundQuery {
  const fields = leavesOf(field);
  return fields.length === 0 ? NONE : { kind: 'exists', fields, boost };
}

export interface WrittenRange {
  readonly from?: RangeEnd | undefined;
  readonly to?: RangeEnd | undefined;
}

/**
 * The query for values between two ends; without any, for documents that have the field. Numbers and dates are compared as such, keywords
 * and the tokens of texts by code point. A date that names a day or a month begins with its first ms and ends with its last: `> 2024-01`
 * begins in February.
 * @throws {QueryError} for text where a number or a date is due
 */
export function bindRange(field: string, { from, to }: WrittenRange, clock: Clock, boost = 1): BoundQuery {
  const mapped = fieldOf(field);
  if (!mapped) return NONE;
  if (mapped.kind === 'boolean') throw new QueryError(`${field} is true or false: it has no ranges`);
  if (!from && !to) return bindExists(field, boost);
  const read = (end: RangeEnd | undefined, side: 'from' | 'to') => end && readEnd(field, mapped.kind, end, side, clock);
  const [low, high] = [read(from, 'from'), read(to, 'to')];
  return { kind: 'range', field, ...(low && { from: low }), ...(high && { to: high }), boost };
}

function readEnd(
  field: string,
  kind: SearchField['kind'],
  { value, inclusive }: RangeEnd,
  side: 'from' | 'to',
  clock: Clock,
): RangeEnd {
  if (kind === 'number') return { value: readNumber(value, field), inclusive };
  if (kind === 'keyword') return { value: keywordForm(String(value)), inclusive };
  if (kind !== 'date') return { value: foldText(String(value)), inclusive };
  if (typeof value === 'number') return { value, inclusive };
  const { first, last } = readInstants(value, clock);
  return { value: (side === 'from') === inclusive ? first : last, inclusive };
}

export type WrittenPattern =
  | Extract<Leaf, { kind: 'prefix' | 'wildcard' | 'regexp' }>
  /** `prefixLength`, absent: 0. */
  | (Extract<Leaf, { kind: 'fuzzy' }> & { readonly prefixLength?: number });

/**
 * The tokens of a text field, or the values of a keyword, that the pattern describes. It is lower-cased, for a text folded
 * too, and never stemmed.
 * @throws {QueryError} for a field of numbers, dates or booleans, and for a regular expression that cannot be read
 */
export function bindPattern(field: string, written: WrittenPattern, boost = 1): BoundQuery {
  const mapped = fieldOf(field);
  if (!mapped) return NONE;
  if (mapped.kind !== 'text' && mapped.kind !== 'keyword') {
    throw new QueryError(`${field} is a ${mapped.kind}: it takes no wildcard, fuzzy word or regular expression`);
  }
  const pattern = patternOf(written, mapped.kind === 'text' ? foldText : keywordForm);
  return pattern.type === 'regexp' && pattern.expression === '' ? NONE : { kind: 'pattern', field, pattern, boost };
}

function patternOf(written: WrittenPattern, form: (text: string) => string): Pattern {
  switch (written.kind) {
    case 'prefix':
      return { type: 'prefix', text: form(written.text) };
    case 'wildcard':
      return { type: 'wildcard', parts: written.parts.map((part) => (typeof part === 'string' ? form(part) : part)) };
    case 'regexp':
      return { type: 'regexp', expression: normalRegexp(written.expression, form) };
    case 'fuzzy': {
      const text = form(written.text);
      const edits = written.edits === 'auto' ? autoEdits(text) : written.edits;
      return { type: 'fuzzy', text, edits, prefixLength: written.prefixLength ?? 0 };
    }
  }
}

/** AUTO of query_string: none in words of up to two characters, one in up to five, else two. */
export function autoEdits(text: string): 0 | 1 | 2 {
  const { length } = Array.from(text);
  if (length < 3) return 0;
  return length <= 5 ? 1 : 2;
}
