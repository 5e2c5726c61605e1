import { badRequest } from '@app/common';
import { boolOf, keyword, mapParts, NONE, partsOf, type BoundQuery } from '@app/search';

/** The limits of a caller's queries in fields that refer to other entities. */
export interface Narrowing {
  /** Whether some values of the field may refer to hidden entities. */
  isPartial(field: string): boolean;
  /** Whether a value of such a field refers to an entity visible to the caller. */
  allows(field: string, value: unknown): boolean;
  /** Types, lower-cased, whose children may be hidden entities. */
  readonly childTypes: readonly string[];
  speaksOfChildren(field: string): boolean;
}

/**
 * Rewrites a query so that hidden entities do not match: values naming one are removed; patterns, ranges and existence queries,
 * which cannot be filtered by value, match nothing in partly hidden fields.
 */
export function narrowedQuery(query: BoundQuery, narrowing: Narrowing): BoundQuery {
  if (query.kind === 'functionScore') return narrowedScore(query, narrowing);
  if (query.kind === 'exists') return narrowedExists(query, narrowing);
  if ('field' in query) return narrowedLeaf(query, narrowing);
  return mapParts(query, (part) => narrowedQuery(part, narrowing));
}

function narrowedScore(query: Extract<BoundQuery, { kind: 'functionScore' }>, narrowing: Narrowing): BoundQuery {
  if (query.minScore !== undefined) {
    const message = 'is not for callers from whom something is hidden: they are told no scores';
    throw badRequest(`function_score.min_score: ${message}`);
  }
  const functions = query.functions.filter(
    ({ fieldValueFactor }) => !fieldValueFactor || !narrowing.isPartial(fieldValueFactor.field),
  );
  return mapParts({ ...query, functions }, (part) => narrowedQuery(part, narrowing));
}

function narrowedExists(query: Extract<BoundQuery, { kind: 'exists' }>, narrowing: Narrowing): BoundQuery {
  const fields = query.fields.filter((field) => !narrowing.isPartial(field));
  return fields.length ? { ...query, fields } : NONE;
}

function narrowedLeaf(query: Extract<BoundQuery, { field: string }>, narrowing: Narrowing): BoundQuery {
  if (narrowing.speaksOfChildren(query.field)) return withoutChildren(query, narrowing);
  if (!narrowing.isPartial(query.field)) return query;
  if (query.kind !== 'keyword') return NONE;
  const values = query.values.filter((value) => narrowing.allows(query.field, value));
  return values.length ? { ...query, values } : NONE;
}

/** Named parts are included; children that are separate entities are not searched. */
function withoutChildren(query: BoundQuery, { childTypes }: Narrowing): BoundQuery {
  if (!childTypes.length) return query;
  return boolOf({ must: [query], mustNot: [keyword('entityType', childTypes)] });
}

/** Visits the values queried in partly hidden fields. */
export function askedValues(query: BoundQuery, visit: (field: string, value: unknown) => void): void {
  if (query.kind === 'keyword') for (const value of query.values) visit(query.field, value);
  else for (const part of partsOf(query)) askedValues(part, visit);
}
