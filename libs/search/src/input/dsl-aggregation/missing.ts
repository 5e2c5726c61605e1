import { bindExists } from '../binding/bind-term';
import type { Bucket } from '../../query/aggregation';
import { boolOf } from '../../query/build-query';
import { Clause } from '../dsl/clause';
import { textField } from '../../document/search-field';
import { fieldName } from '../dsl/field-name';
import type { AggregationScope } from './aggregation-scope';
import { readValueField } from './value-field';

/** What has no value in the field. Texts have no values that could be counted: those are asked whether they are there. */
export function readMissing(body: unknown, path: string, scope: AggregationScope): Bucket {
  const clause = Clause.of(body, path).only('field');
  const field = fieldName(clause.text('field'), clause.at('field'), scope);
  if (!textField(field)) return { type: 'missing', field: readValueField(clause, scope) };
  return { type: 'filter', query: boolOf({ mustNot: [bindExists(field)] }) };
}
