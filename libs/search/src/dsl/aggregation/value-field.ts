import type { ValueField } from '../../document/search-mapping';
import type { Clause } from '../clause';
import { refused } from '../dsl-fault';
import { fieldName, mappedField } from '../field-name';

type Kind = ValueField['kind'];

const ANY: readonly Kind[] = ['keyword', 'number', 'date', 'boolean'];
export const NUMERIC: readonly Kind[] = ['number', 'date'];

/**
 * The field that an aggregation counts. For a text it is the keyword form of it, where there is one. A name that the mapping
 * does not have comes back as it is, and has no values.
 * @throws {AppError} BAD_REQUEST for a field of another kind
 */
export function valueField(clause: Clause, kinds: readonly Kind[] = ANY): string {
  const asked = fieldName(clause.text('field'), clause.at('field'));
  const name = mappedField(asked)?.kind === 'text' && mappedField(`${asked}.keyword`) ? `${asked}.keyword` : asked;
  const kind = mappedField(name)?.kind;
  if (kind === undefined || kinds.some((known) => known === kind)) return name;
  throw refused(clause.at('field'), `must be a ${kinds.join(' or ')} field; ${asked} is a ${kind} field`);
}
