import { fieldOf, wholeName, type ValueField } from '../../document/search-field';
import type { BoundQuery } from '../../query/bound-query';
import { refused, type Clause } from '../dsl/clause';
import { fieldName, type FieldScope } from '../dsl/clause-value';

/** Path of an aggregation, and access to its members. */
export interface AggregationScope extends FieldScope {
  /** 1 at the top. */
  readonly depth: number;
  /** Whether the parents left the documents for the elements of an array. */
  readonly nested: boolean;
  readQuery(value: unknown, path: string): BoundQuery;
}

/** A reader of one kind of aggregation: of its body, where it stands, the scope. */
export type AggregationReader<T> = (body: unknown, path: string, scope: AggregationScope) => T;

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
