import type { CatalogQuestion, FieldPage, SearchExport } from '@app/catalog';
import type { RawQuery } from '../entities/query-reader';
import { SearchQueryReader } from './search-query-reader';

export const SIZE = { least: 0, most: 1_000, otherwise: 10 } as const;
const FROM = { least: 0, most: 1_000_000_000, otherwise: 0 } as const;
/** Each path is looked for at each place of each document. */
const MOST_PATHS = 100;
const LONGEST_PATH = 200;
const ORDERS = ['asc', 'desc'] as const;
/** More than that cannot be in a catalog. */
const MOST_COUNTED = 1_000_000_000;

/** The parameters of a search, each under both spellings. @throws {AppError} BAD_REQUEST */
export function searchQuery(query: RawQuery): CatalogQuestion {
  const reader = new SearchQueryReader(query);
  const searchAfter = reader.texts('search_after', 'searchAfter')?.texts;
  const question = {
    ...chosen(reader),
    from: reader.integer(FROM, 'from'),
    size: reader.integer(SIZE, 'size'),
    totals: totals(reader),
    source: source(reader),
    includeAggregations: reader.boolean(true, 'includeAggregations', 'include_aggregations'),
    aggregations: reader.named('aggregations', 'aggs'),
    hierarchy: reader.boolean(false, 'getHierarchy', 'get_hierarchy'),
    ...(searchAfter ? { searchAfter } : {}),
  };
  reader.end();
  return question;
}

/** What decides which entities are found, and in which order. */
function chosen(reader: SearchQueryReader): SearchExport {
  return {
    q: reader.text('q') ?? '*',
    index: reader.text('index') ?? 'all',
    strict: reader.boolean(false, 'strict'),
    deleted: reader.boolean(false, 'deleted'),
    sortField: reader.named('sortField', 'sort_field'),
    sortOrder: reader.word(ORDERS, 'desc', 'sortOrder', 'sort_order'),
    queryFilter: reader.named('queryFilter', 'query_filter'),
    postFilter: reader.named('postFilter', 'post_filter'),
  };
}

/** true: exact; false: none; a number: up to it. */
function totals(reader: SearchQueryReader): boolean | number {
  const found = reader.named('trackTotalHits', 'track_total_hits');
  if (!found) return true;
  if (found.text === 'true' || found.text === 'false') return found.text === 'true';
  const number = /^\d{1,10}$/.test(found.text) ? Number(found.text) : 0;
  if (number >= 1 && number <= MOST_COUNTED) return number;
  reader.fault(found.parameter, `must be true, false or an integer from 1 to ${MOST_COUNTED}; got "${found.text}"`);
  return true;
}

/** Whole documents, none, or some of their paths: separated by commas, or one after the other. */
function source(reader: SearchQueryReader): boolean | readonly string[] {
  const isFetched = reader.boolean(true, 'fetchSource', 'fetch_source');
  const given = reader.texts('includeSourceFields', 'include_source_fields');
  const paths = (given?.texts ?? []).flatMap((text) => text.split(',')).map((path) => path.trim());
  const named = [...new Set(paths.filter((path) => path !== ''))];
  const field = given?.parameter ?? '';
  const longest = Math.max(0, ...named.slice(0, MOST_PATHS).map(({ length }) => length));
  if (named.length > MOST_PATHS) reader.fault(field, `has ${named.length} entries; allowed are up to ${MOST_PATHS}`);
  else if (longest > LONGEST_PATH) {
    reader.fault(field, `has a path of ${longest} characters; allowed are up to ${LONGEST_PATH}`);
  }
  return isFetched && named.length ? named : isFetched;
}

export const SUGGESTIONS = { least: 1, most: 20, otherwise: 10 } as const;

/** @throws {AppError} BAD_REQUEST */
export function suggestQuery(query: RawQuery): { readonly q: string; readonly index: string; readonly size: number } {
  const reader = new SearchQueryReader(query);
  const read = {
    q: reader.text('q') ?? '',
    index: reader.text('index') ?? 'all',
    size: reader.integer(SUGGESTIONS, 'size'),
  };
  reader.end();
  return read;
}

/** @throws {AppError} BAD_REQUEST */
export function fieldQuery(query: RawQuery): {
  readonly field: string;
  readonly value: string;
  readonly page: FieldPage;
} {
  const reader = new SearchQueryReader(query);
  const [field, value] = [required(reader, 'fieldName', 'field_name'), required(reader, 'fieldValue', 'field_value')];
  const page = {
    index: reader.text('index') ?? 'all',
    from: reader.integer(FROM, 'from'),
    size: reader.integer(SIZE, 'size'),
    deleted: reader.boolean(false, 'deleted'),
    strict: reader.boolean(false, 'strict'),
  };
  reader.end();
  return { field, value, page };
}

/** @throws {AppError} BAD_REQUEST */
export function exportQuery(query: RawQuery): { readonly question: SearchExport; readonly raw: boolean } {
  const reader = new SearchQueryReader(query);
  reader.word(['csv'], 'csv', 'format');
  const raw = reader.boolean(false, 'raw');
  const question = chosen(reader);
  reader.end();
  return { question, raw };
}

function required(reader: SearchQueryReader, ...spellings: [string, string]): string {
  const found = reader.text(...spellings);
  if (found === undefined || found === '') reader.fault(spellings[0], 'is missing; it must be a text');
  return found ?? '';
}
