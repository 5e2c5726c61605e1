import { keywordForm } from '../../analysis/text-form';
import type { ValueField } from '../../document/search-mapping';
import type { BoundQuery } from '../../query/bound-query';
import { joined, NONE } from '../query-shape';
import { fieldOf } from '../searched-field';
import { readInstants } from './instant/instant-text';
import type { Clock } from './instant/instant-text';
import { readBoolean, readNumber } from './number-text';

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
  if (mapped.kind !== 'date') return { kind: 'keyword', field, values: [READERS[mapped.kind](value, field)], boost };
  const { first, last } = readInstants(String(value), clock);
  return { kind: 'range', field, from: { value: first, inclusive: true }, to: { value: last, inclusive: true }, boost };
}

/** The field has one of the values; scores the boost. @throws {BindingError} as `bindTerm` */
export function bindTerms(field: string, values: readonly Value[], clock: Clock, boost = 1): BoundQuery {
  const mapped = fieldOf(field);
  if (!mapped || values.length === 0) return NONE;
  if (mapped.kind !== 'text' && mapped.kind !== 'date') {
    const read = READERS[mapped.kind];
    return { kind: 'keyword', field, values: values.map((value) => read(value, field)), boost };
  }
  const query = joined(
    values.map((value) => bindTerm(field, value, clock)),
    'or',
  );
  return { kind: 'constant', query, boost };
}
