import { queryChunks } from '../../analysis/analyzer';
import { BARE_FIELDS, type WeightedField } from '../../document/search-field';
import type { QueryScope } from '../dsl-query/query-scope';
import { refused, shown, type Clause } from '../dsl/clause';
import { fieldName, type FieldScope } from '../dsl/clause-value';
import { LANGUAGE_LIMITS } from '../language/language-limits';

/** The text of a clause; its words count as clauses. A number or a boolean is its text. */
export function readWords(clause: Clause, key: string, scope: QueryScope): string {
  const value = clause.needed(key);
  if (!['string', 'number', 'boolean'].includes(typeof value)) {
    throw refused(clause.at(key), `must be a text, got ${shown(value)}`);
  }
  const text = String(value);
  if (text.length > LANGUAGE_LIMITS.characters) {
    throw refused(clause.at(key), `is ${text.length} characters long; allowed are up to ${LANGUAGE_LIMITS.characters}`);
  }
  scope.count('clause', clause.at(key), partsIn(text));
  return text;
}

function partsIn(text: string): number {
  return queryChunks(text, 'parts').reduce((sum, { parts }) => sum + parts.length, 0);
}

/** Each word becomes a pattern where it may differ. */
export function countFuzzyWords(text: string, path: string, scope: QueryScope): void {
  scope.count('pattern', path, queryChunks(text, 'parts').length);
}

export const hasWords = (text: string): boolean => partsIn(text) > 0;

const MOST_FIELDS = 32;
const MOST_WEIGHT = 1e6;

function readField(text: string, path: string, scope: FieldScope): readonly WeightedField[] {
  if (text === '*') return BARE_FIELDS;
  const [name = '', weight, rest] = text.split('^');
  const number = weight === undefined ? 1 : /^\d{1,7}(\.\d{1,6})?$/.test(weight) ? Number(weight) : NaN;
  if (!(number <= MOST_WEIGHT) || rest !== undefined) {
    throw refused(path, `must be a field with or without a weight, such as name^3, got ${shown(text)}`);
  }
  return [{ field: fieldName(name, path, scope), weight: number }];
}

/** `fields`, each with or without its weight; those of a bare word where there are none. */
export function readFields(clause: Clause, scope: FieldScope): readonly WeightedField[] {
  if (!clause.has('fields')) return BARE_FIELDS;
  const fields = clause
    .texts('fields', MOST_FIELDS)
    .flatMap((text, at) => readField(text, `${clause.at('fields')}[${at}]`, scope));
  return fields.length > 0 ? fields : BARE_FIELDS;
}

/** `default_field` in place of `fields`. */
export function readDefaultFields(clause: Clause, scope: FieldScope): readonly WeightedField[] {
  if (!clause.has('default_field')) return readFields(clause, scope);
  if (clause.has('fields')) throw refused(clause.at('default_field'), 'is given beside fields');
  return readField(clause.text('default_field'), clause.at('default_field'), scope);
}
