import { AppError, badRequest, invalidFields, LAST_INSTANT, parseStrictJson } from '@app/common';
import { FACETS, fieldOf, mappedName, VALUE_FIELDS } from '../../document/search-field';
import type { Aggregations } from '../../query/aggregation';
import type { BoundQuery, SortKey, SortValue } from '../../query/bound-query';
import { keyword } from '../../query/build-query';
import type { SearchRequest } from '../../query/search-request';
import type { UnmappedFields } from '../binding/unmapped-fields';
import { readAggregations, readFilter } from '../dsl/read-parameter';
import type { NamedText, SearchQuestion } from './search-question';

/** Beyond it a page is reached by `search_after`, whose cost does not grow with the position. */
const DEEPEST = 10_000;

/**
 * All of a request but its query text, checked and bound.
 * @param permission what the caller may see
 * @param unmapped notes the fields that the mapping does not have
 * @param now epoch ms
 * @throws {AppError} BAD_REQUEST, before any engine is asked
 */
export function bindRequest(
  question: SearchQuestion,
  query: BoundQuery,
  permission: BoundQuery,
  unmapped: UnmappedFields,
  now: number,
): SearchRequest {
  const { from, size, totals, source, postFilter, searchAfter, askedBy } = question;
  const sort = sortKeys(question);
  checkPlace(question);
  return {
    query,
    filter: filters(question, unmapped, now),
    permission,
    ...(postFilter ? { postFilter: filterOf(postFilter, unmapped, now) } : {}),
    from,
    size,
    sort,
    ...(searchAfter ? { searchAfter: searchAfterOf(searchAfter, sort) } : {}),
    totals,
    aggregations: aggregationsOf(question, unmapped, now),
    source: source !== false,
    ...(askedBy === undefined ? {} : { askedBy }),
  };
}

function filters({ types, deleted, queryFilter }: SearchQuestion, unmapped: UnmappedFields, now: number): BoundQuery[] {
  const lowered = types.map((type) => type.toLowerCase());
  return [
    keyword('entityType', lowered),
    ...(deleted ? [] : [keyword('deleted', [false])]),
    ...(queryFilter ? [filterOf(queryFilter, unmapped, now)] : []),
  ];
}

function filterOf({ parameter, text }: NamedText, unmapped: UnmappedFields, now: number): BoundQuery {
  return readFilter(parameter, text, { now, noteField: unmapped.in(parameter) });
}

function aggregationsOf(
  { aggregations, includeAggregations }: SearchQuestion,
  unmapped: UnmappedFields,
  now: number,
): Aggregations {
  if (aggregations) {
    const { parameter, text } = aggregations;
    return readAggregations(parameter, text, { now, noteField: unmapped.in(parameter) });
  }
  return includeAggregations ? DEFAULT_AGGREGATIONS : {};
}

/** @throws {AppError} BAD_REQUEST for a page that is too deep, or has two cursors */
function checkPlace({ from, size, searchAfter }: SearchQuestion): void {
  if (searchAfter ? from === 0 : from + size <= DEEPEST) return;
  const message = searchAfter
    ? `must be 0 or absent beside search_after; got ${from}`
    : `${from} and size ${size} reach beyond the first ${DEEPEST} hits; use search_after with the sort of the last hit`;
  throw badRequest(`from ${message}`, [{ field: 'from', message }]);
}

/** Fields that have one value at most. An array cannot be sorted by. */
const SORTABLE: readonly string[] = [
  '_score',
  ...VALUE_FIELDS.map(([name]) => name).filter(
    (name) => !/^(tags|owners|domains|dataProducts|columns|children|followers)\b/.test(name),
  ),
];

/** Texts sort as the keyword that they are. */
const AS_KEYWORD: ReadonlyMap<string, string> = new Map([
  ['name', 'name.keyword'],
  ['displayName', 'displayName.keyword'],
  ['fullyQualifiedName', 'fullyQualifiedName.keyword'],
]);

/** Ends with name and id, so that no two hits are equal in the order. @throws {AppError} BAD_REQUEST */
export function sortKeys({ sortField, sortOrder }: SearchQuestion): SortKey[] {
  const by = sortField ? (AS_KEYWORD.get(sortField.text) ?? mappedName(sortField.text)) : '_score';
  if (!SORTABLE.includes(by)) {
    const allowed = [...AS_KEYWORD.keys(), ...SORTABLE].sort().join(', ');
    const field = sortField?.parameter ?? 'sortField';
    throw invalidFields([{ field, message: `"${by}" is nothing to sort by; allowed are ${allowed}` }]);
  }
  const keys: SortKey[] = [{ by, direction: sortOrder }];
  if (by === 'id') return keys;
  if (by !== 'name.keyword') keys.push({ by: 'name.keyword', direction: 'asc' });
  return [...keys, { by: 'id', direction: 'asc' }];
}

/** Buckets of each: more than a page shows, and few enough to be cheap. */
const SIZE = 100;

export const DEFAULT_AGGREGATIONS: Aggregations = Object.fromEntries(
  Object.entries(FACETS).map(([name, field]) => [
    name,
    {
      bucket: {
        type: 'terms',
        field,
        size: SIZE,
        minDocCount: 1,
        order: [
          { by: '_count', direction: 'desc' },
          { by: '_key', direction: 'asc' },
        ],
      },
      below: {},
    },
  ]),
);

/**
 * The cursor after a hit: its `sort` as one text of JSON, or each of its values as a text of its own.
 * @throws {AppError} BAD_REQUEST where it does not fit the order that is asked for
 */
export function searchAfterOf(texts: readonly string[], sort: readonly SortKey[]): SortValue[] {
  const values = texts.length === 1 && texts[0]?.trimStart().startsWith('[') ? fromJson(texts[0]) : texts.map(bare);
  if (values.length !== sort.length) {
    const order = sort.map(({ by }) => by).join(', ');
    throw refused(`has ${values.length} values; this order has ${sort.length}: ${order}`);
  }
  return values.map((value, i) => fitting(value, sort[i] as SortKey, i));
}

function fromJson(text: string): unknown[] {
  try {
    return parseStrictJson(Buffer.from(text)) as unknown[];
  } catch (error) {
    throw error instanceof AppError ? refused(error.message.replace(/^The body /, '')) : error;
  }
}

const bare = (text: string): unknown => (text === 'null' ? null : text);

function fitting(value: unknown, { by }: SortKey, at: number): SortValue {
  if (value === null && by !== '_score' && by !== 'id') return null;
  const kind = by === '_score' ? 'number' : fieldOf(by)?.kind;
  if (kind === 'keyword') {
    if (typeof value === 'string') return value;
  } else if (kind === 'boolean') {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
  } else {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (kind === 'date' && typeof number === 'number' && !isTime(number)) {
      throw refused(`has ${number} as search_after[${at}], which is no time in epoch ms`);
    }
    // Scores are 32-bit numbers.
    const held = by === '_score' ? Math.fround(Number(number)) : number;
    if (typeof number === 'number' && Number.isFinite(held)) return number;
  }
  throw refused(`has ${JSON.stringify(value).slice(0, 100)} for ${by}, which is a ${kind}`);
}

const isTime = (number: number): boolean => Number.isInteger(number) && Math.abs(number) <= LAST_INSTANT;

function refused(what: string): Error {
  return invalidFields([{ field: 'search_after', message: `${what}; send the sort of the last hit as it came` }]);
}
