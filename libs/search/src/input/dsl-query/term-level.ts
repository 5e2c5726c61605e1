import { childPath, isUuid } from '@app/common';
import type { BoundQuery } from '../../query/bound-query';
import { NONE } from '../../query/build-query';
import { bindExists, bindTerms } from '../binding/bind-field';
import { Clause, refused, shown } from '../dsl/clause';
import { fieldName } from '../dsl/clause-value';
import { fieldClause, inPlace, type QueryScope } from './query-scope';

/** Most values of one clause. */
const MOST_VALUES = 1_024;

type Value = string | number | boolean;

function valueOf(value: unknown, path: string): Value {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  throw refused(path, `must be a text, a number, true or false, got ${shown(value)}`);
}

/** Reads a term: of a text field one indexed token, not analysed; keywords are compared lower-cased, whatever is asked for. */
export function readTerm(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const { field, clause } = fieldClause(body, path, 'value', ['boost', 'case_insensitive'], scope);
  const value = valueOf(clause.raw('value'), clause.at('value'));
  const folded = clause.flag('case_insensitive', false) && typeof value === 'string' ? value.toLowerCase() : value;
  return inPlace(clause.at('value'), () => bindTerms(field, [folded], scope, clause.boost()));
}

/** A list of values: what they are is never looked up in another document. */
export function readTerms(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const clause = Clause.of(body, path);
  const named = clause.keys.filter((key) => key !== 'boost');
  const [name, second] = named;
  if (name === undefined) throw refused(path, 'must name one field');
  if (second !== undefined) throw refused(clause.at(second), 'is one too many; there must be exactly one field');
  const field = fieldName(name, clause.at(name), scope);
  const list = clause.raw(name);
  if (!Array.isArray(list)) throw refused(clause.at(name), `must be a list of values, got ${shown(list)}`);
  if (list.length > MOST_VALUES) {
    throw refused(clause.at(name), `has ${list.length} values; allowed are up to ${MOST_VALUES}`);
  }
  const values = list.map((value: unknown, at) => valueOf(value, childPath(clause.at(name), at)));
  return inPlace(clause.at(name), () => bindTerms(field, values, scope, clause.boost()));
}

export function readExists(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const clause = Clause.of(body, path).only('field', 'boost');
  return bindExists(fieldName(clause.text('field'), clause.at('field'), scope), clause.boost());
}

/** By id; an invalid id matches nothing. */
export function readIds(body: unknown, path: string): BoundQuery {
  const clause = Clause.of(body, path).only('values', 'boost');
  clause.needed('values');
  const values = clause.texts('values', MOST_VALUES).filter(isUuid);
  if (values.length === 0) return NONE;
  return { kind: 'ids', values: values.map((id) => id.toLowerCase()), boost: clause.boost() };
}

export const readMatchAll = (body: unknown, path: string): BoundQuery => ({
  kind: 'all',
  boost: Clause.of(body, path).only('boost').boost(),
});

export function readMatchNone(body: unknown, path: string): BoundQuery {
  Clause.of(body, path).only('boost').boost();
  return NONE;
}
