import { BARE_FIELDS } from '../../document/search-field';
import type { WeightedField } from '../../document/search-field';
import type { Clause } from '../dsl/clause';
import { refused, shown } from '../dsl/dsl-fault';
import { fieldName } from '../dsl/field-name';
import type { FieldScope } from '../dsl-query/query-scope';

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
