import type { ValueField } from '../../document/search-mapping';
import type { Clause } from '../dsl/clause';
import { refused } from '../dsl/dsl-fault';
import { fieldOf, wholeName } from '../../document/search-field';
import { fieldName } from '../dsl/field-name';
import type { FieldScope } from '../dsl-query/query-scope';

type Kind = ValueField['kind'];

const ANY: readonly Kind[] = ['keyword', 'number', 'date', 'boolean'];
export const NUMERIC: readonly Kind[] = ['number', 'date'];

/**
 * The field that an aggregation counts. For a text it is the keyword form of it, where there is one. A name that the mapping
 * does not have comes back as it is, and has no values.
 * @throws {AppError} BAD_REQUEST for a field of another kind
 */
export function readValueField(clause: Clause, scope: FieldScope, kinds: readonly Kind[] = ANY): string {
  const asked = fieldName(clause.text('field'), clause.at('field'), scope);
  const name = wholeName(asked);
  const kind = fieldOf(name)?.kind;
  if (kind === undefined || kinds.some((known) => known === kind)) return name;
  throw refused(clause.at('field'), `must be a ${kinds.join(' or ')} field; ${asked} is a ${kind} field`);
}
