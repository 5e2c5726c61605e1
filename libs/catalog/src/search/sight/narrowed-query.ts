import type { BoundQuery } from '@app/search';

/** What a caller may ask of fields that speak of other entities. */
export interface Narrowing {
  /** Whether some of what the field speaks of may be hidden. */
  isPartial(field: string): boolean;
  /** Whether the value of such a field names something that the caller may see. */
  allows(field: string, value: unknown): boolean;
  /** Types, lower-cased, whose children may be hidden entities. */
  readonly childTypes: readonly string[];
  speaksOfChildren(field: string): boolean;
}

const NONE: BoundQuery = { kind: 'none' };

/**
 * The query as it is for somebody for whom hidden entities are not there: values that name one are left out; patterns, ranges and
 * existence, which cannot be told value by value, find nothing in fields of which some may be hidden.
 */
export function narrowedQuery(query: BoundQuery, narrowing: Narrowing): BoundQuery {
  const all = (queries: readonly BoundQuery[]): BoundQuery[] => queries.map((one) => narrowedQuery(one, narrowing));
  switch (query.kind) {
    case 'bool':
      return {
        ...query,
        must: all(query.must),
        should: all(query.should),
        filter: all(query.filter),
        mustNot: all(query.mustNot),
      };
    case 'best':
      return { ...query, queries: all(query.queries) };
    case 'nested':
    case 'constant':
      return { ...query, query: narrowedQuery(query.query, narrowing) };
    case 'boosting': {
      const [positive, negative] = all([query.positive, query.negative]) as [BoundQuery, BoundQuery];
      return { ...query, positive, negative };
    }
    case 'functionScore':
      return narrowedScore(query, narrowing);
    case 'exists':
      return narrowedExists(query, narrowing);
    default:
      return 'field' in query ? narrowedLeaf(query, narrowing) : query;
  }
}

function narrowedScore(query: Extract<BoundQuery, { kind: 'functionScore' }>, narrowing: Narrowing): BoundQuery {
  const functions = query.functions
    .filter(({ fieldValueFactor }) => !fieldValueFactor || !narrowing.isPartial(fieldValueFactor.field))
    .map((one) => (one.filter ? { ...one, filter: narrowedQuery(one.filter, narrowing) } : one));
  return { ...query, query: narrowedQuery(query.query, narrowing), functions };
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

/** Named parts stay; children that are entities of their own are not looked at. */
function withoutChildren(query: BoundQuery, { childTypes }: Narrowing): BoundQuery {
  if (!childTypes.length) return query;
  const parent: BoundQuery = { kind: 'keyword', field: 'entityType', values: childTypes, boost: 1 };
  const nothing = { should: [], filter: [], minimumShouldMatch: 0, boost: 1 };
  return { kind: 'bool', ...nothing, must: [query], mustNot: [parent] };
}

/** The values that a query asks for in fields of which some may be hidden. */
export function askedValues(query: BoundQuery, visit: (field: string, value: unknown) => void): void {
  const each = (queries: readonly BoundQuery[]): void => queries.forEach((one) => askedValues(one, visit));
  if (query.kind === 'keyword') for (const value of query.values) visit(query.field, value);
  else if (query.kind === 'bool') each([...query.must, ...query.should, ...query.filter, ...query.mustNot]);
  else if (query.kind === 'best') each(query.queries);
  else if (query.kind === 'boosting') each([query.positive, query.negative]);
  else if (query.kind === 'functionScore')
    each([query.query, ...query.functions.flatMap(({ filter }) => filter ?? [])]);
  else if (query.kind === 'nested' || query.kind === 'constant') askedValues(query.query, visit);
}
