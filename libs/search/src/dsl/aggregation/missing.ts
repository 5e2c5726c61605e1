import { bindExists } from '../../binding/bind-exists';
import type { Bucket } from '../../query/aggregation';
import { Clause } from '../clause';
import { fieldName, mappedField } from '../field-name';
import { valueField } from './value-field';

/** What has no value in the field. Texts have no values that could be counted: those are asked whether they are there. */
export function readMissing(body: unknown, path: string): Bucket {
  const clause = Clause.of(body, path).only('field');
  const field = fieldName(clause.text('field'), clause.at('field'));
  if (mappedField(field)?.kind !== 'text') return { type: 'missing', field: valueField(clause) };
  const there = bindExists(field);
  const lists = { must: [], should: [], filter: [], mustNot: [there] };
  return { type: 'filter', query: { kind: 'bool', ...lists, minimumShouldMatch: 0, boost: 1 } };
}
