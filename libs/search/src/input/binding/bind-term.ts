import { keywordForm } from '../../analysis/text-form';
import type { ValueField } from '../../document/search-mapping';
import type { BoundQuery } from '../../query/bound-query';
import { joined, keyword, NONE } from '../../query/build-query';
import { fieldOf, leavesOf } from '../../document/search-field';
import { BindingError } from './binding-error';
import { readInstants } from './instant-text';
import type { Clock } from './instant-text';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** @throws {BindingError} */
export function readNumber(value: string | number | boolean, field: string): number {
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new BindingError(`${field} is a number, and '${String(value).slice(0, 40)}' is none`);
}

/** @throws {BindingError} */
export function readBoolean(value: string | number | boolean, field: string): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new BindingError(`${field} is true or false, not '${String(value).slice(0, 40)}'`);
}

/** A value as a text or as JSON says it. */
export type Value = string | number | boolean;

/** @throws {BindingError} for a value that the field cannot have */
const READERS: Record<Exclude<ValueField['kind'], 'date'>, (value: Value, field: string) => Value> = {
  keyword: (value) => keywordForm(String(value)),
  number: readNumber,
  boolean: readBoolean,
};

/**
 * The field has the value, compared as its kind is: a keyword lower-cased, a date that names a day or a month with all of it.
 * In a text field it is the indexed token, not analysed.
 * @throws {BindingError} for a value that a number, date or boolean field cannot have
 */
export function bindTerm(field: string, value: Value, clock: Clock, boost = 1): BoundQuery {
  const mapped = fieldOf(field);
  if (!mapped) return NONE;
  if (mapped.kind === 'text') return { kind: 'term', field, token: String(value), boost };
  if (mapped.kind !== 'date') return keyword(field, [READERS[mapped.kind](value, field)], boost);
  const { first, last } = readInstants(String(value), clock);
  return { kind: 'range', field, from: { value: first, inclusive: true }, to: { value: last, inclusive: true }, boost };
}

/** The field has one of the values; scores the boost. @throws {BindingError} as `bindTerm` */
export function bindTerms(field: string, values: readonly Value[], clock: Clock, boost = 1): BoundQuery {
  const mapped = fieldOf(field);
  if (!mapped || values.length === 0) return NONE;
  if (mapped.kind !== 'text' && mapped.kind !== 'date') {
    const read = READERS[mapped.kind];
    return keyword(
      field,
      values.map((value) => read(value, field)),
      boost,
    );
  }
  const query = joined(
    values.map((value) => bindTerm(field, value, clock)),
    'or',
  );
  return { kind: 'constant', query, boost };
}

/** The field, or for an object any of its leaves, has a value. */
export function bindExists(field: string, boost = 1): BoundQuery {
  const fields = leavesOf(field);
  return fields.length === 0 ? NONE : { kind: 'exists', fields, boost };
}
