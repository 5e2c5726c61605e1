import type { CatalogQuestion, FieldPage, SearchExport } from '@app/catalog';
import { invalidFields } from '@app/common';
import type { NamedText } from '@app/search';
import { MAX_HEAD_BYTES } from '../http/server/http-limits';
import {
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  NamedTextProperty,
  NamedTextsProperty,
  Property,
  readInteger,
  ruleOf,
  TextProperty,
} from '../http/input';

interface NamedTexts {
  readonly parameter: string;
  readonly texts: readonly string[];
}

const SIZE = {
  min: 0,
  max: 1_000,
  description: 'Hits to return. An answer above 16 MiB is cut, with one hit at least; `search_after` continues it',
};
const FROM = { min: 0, max: 1_000_000_000, description: 'Hits to skip; with `size` at most 10,000' };
/** Limited because each path is evaluated at each node of each document. */
const MOST_PATHS = 100;
const LONGEST_PATH = 200;
const ORDERS = ['asc', 'desc'] as const;
/** More than that cannot be in a catalog. */
const MOST_COUNTED = 1_000_000_000;
const DSL = 'as JSON in the query DSL of Elasticsearch, limited to the allowed clauses';

const IndexParameter = TextProperty({
  min: 0,
  description: '`all`, an index such as `table_search_index`, or an entity type such as `table`',
});
const DeletedParameter = BooleanProperty({
  description: 'true: soft-deleted entities are found as well',
});
const StrictParameter = BooleanProperty({
  description: 'true: a field that no entity type has is refused with 400',
});
/** true: exact; false: none; a number: up to it. */
const TotalsParameter = Property(
  {
    also: 'trackTotalHits',
    description: 'true (exact), false (no total), or a number to count up to',
  },
  ruleOf(
    `true, false or an integer from 1 to ${MOST_COUNTED}`,
    (value) => typeof value === 'boolean' || (typeof value === 'number' && value >= 1 && value <= MOST_COUNTED),
    { oneOf: [{ type: 'boolean' }, { type: 'integer', minimum: 1, maximum: MOST_COUNTED }] },
    (text) => (text === 'true' || text === 'false' ? text === 'true' : readInteger(text)),
  ),
);

/** The parameters that decide which entities are found, and in which order. */
export class ChosenQuery {
  @TextProperty({
    min: 0,
    max: MAX_HEAD_BYTES,
    description:
      'Words, `field:word`, "phrases", AND OR NOT + -, wildcards, `word~1`, ranges, /regular expressions/; ' +
      'empty or `*` for everything',
  })
  q = '*';

  @IndexParameter
  index = 'all';

  @StrictParameter
  strict = false;

  @DeletedParameter
  deleted = false;

  @NamedTextProperty({
    also: 'sortField',
    filled: true,
    description: 'Value to sort by: `name`, `updatedAt`, `totalVotes` …; without: relevance',
  })
  sort_field?: NamedText;

  @ChoiceProperty({ of: ORDERS, also: 'sortOrder', description: 'Order of the values' })
  sort_order: (typeof ORDERS)[number] = 'desc';

  @NamedTextProperty({ also: 'queryFilter', description: `Filter on hits and aggregations, ${DSL}` })
  query_filter?: NamedText;

  @NamedTextProperty({
    also: 'postFilter',
    description: `Filter on hits, not on aggregations, ${DSL}`,
  })
  post_filter?: NamedText;
}

export class SearchQuery extends ChosenQuery {
  @IntegerProperty(FROM)
  from = 0;

  @IntegerProperty(SIZE)
  size = 10;

  @NamedTextsProperty({
    also: 'searchAfter',
    description: 'The `sort` of the last hit as JSON, or its values: returns the hits after it',
  })
  search_after?: NamedTexts;

  @TotalsParameter
  track_total_hits: boolean | number = true;

  @BooleanProperty({
    also: 'get_hierarchy',
    description: 'Also show glossary terms and domains in the tree that they are part of',
  })
  getHierarchy = false;

  @BooleanProperty({ also: 'fetchSource', description: 'false: hits without their documents' })
  fetch_source = true;

  @NamedTextsProperty({
    also: 'includeSourceFields',
    description: 'Comma-separated paths of the documents to show',
  })
  include_source_fields?: NamedTexts;

  @BooleanProperty({ also: 'includeAggregations', description: 'false: no default counts' })
  include_aggregations = true;

  @NamedTextProperty({ also: 'aggs', description: `Counts to return instead of the default ones, ${DSL}` })
  aggregations?: NamedText;
}

export class FieldSearchQuery {
  @TextProperty({
    required: true,
    also: 'field_name',
    max: MAX_HEAD_BYTES,
    description: 'The field, such as `fullyQualifiedName`',
    example: 'fullyQualifiedName',
  })
  fieldName!: string;

  @TextProperty({
    required: true,
    also: 'field_value',
    max: MAX_HEAD_BYTES,
    description: 'Its value, case aside; `*` stands for any characters',
    example: 'shop_warehouse.*',
  })
  fieldValue!: string;

  @IndexParameter
  index = 'all';

  @IntegerProperty(FROM)
  from = 0;

  @IntegerProperty(SIZE)
  size = 10;

  @DeletedParameter
  deleted = false;

  @StrictParameter
  strict = false;
}

export class SuggestQuery {
  @TextProperty({ min: 0, max: MAX_HEAD_BYTES, description: 'The text typed so far, at least two characters' })
  q = '';

  @IndexParameter
  index = 'all';

  @IntegerProperty({ min: 1, max: 20, description: 'Maximum number of completions' })
  size = 10;
}

export class AggregateQuery {
  @TextProperty({
    required: true,
    max: MAX_HEAD_BYTES,
    description: 'The field whose values are counted, such as `owners.name`',
    example: 'owners.name',
  })
  field!: string;

  @TextProperty({ min: 0, max: MAX_HEAD_BYTES, description: 'Which entities are counted, as for a search' })
  q = '*';

  @IndexParameter
  index = 'all';

  @IntegerProperty({ min: 1, max: 1_000, description: 'Maximum number of values, the most frequent first' })
  size = 10;

  @DeletedParameter
  deleted = false;
}

export class SearchExportQuery extends ChosenQuery {
  @ChoiceProperty({ of: ['csv'], description: 'The format of the file' })
  format = 'csv';

  @BooleanProperty({ description: 'true: cells as they are' })
  raw = false;
}

/** @throws {AppError} BAD_REQUEST for paths of documents that are too many or too long */
export function searchQuestion(query: SearchQuery): CatalogQuestion {
  return {
    from: query.from,
    size: query.size,
    totals: query.track_total_hits,
    source: source(query),
    includeAggregations: query.include_aggregations,
    aggregations: query.aggregations,
    hierarchy: query.getHierarchy,
    // Last: V8 adds members to a copy slowly.
    ...chosen(query),
    ...(query.search_after && { searchAfter: query.search_after.texts }),
  };
}

/** The question that counts the values of one field, and finds nothing. */
export function aggregateQuestion({ field, size, ...query }: AggregateQuery): CatalogQuestion {
  const counted = { [field]: { terms: { field, size } } };
  const aggregations = { parameter: 'field', text: JSON.stringify(counted) };
  return searchQuestion({ ...new SearchQuery(), ...query, size: 0, aggregations });
}

export function chosen({ q, index, strict, deleted, ...query }: ChosenQuery): SearchExport {
  const { sort_field: sortField, sort_order: sortOrder, query_filter: queryFilter, post_filter: postFilter } = query;
  return { q, index, strict, deleted, sortField, sortOrder, queryFilter, postFilter };
}

export function fieldPage({ index, from, size, deleted, strict }: FieldSearchQuery): FieldPage {
  return { index, from, size, deleted, strict };
}

/** Whole documents, none, or some of their paths: separated by commas, or one after the other. */
function source({ fetch_source: isFetched, include_source_fields: given }: SearchQuery): boolean | readonly string[] {
  const paths = (given?.texts ?? []).flatMap((text) => text.split(',')).map((path) => path.trim());
  const named = [...new Set(paths.filter((path) => path !== ''))];
  const longest = Math.max(0, ...named.slice(0, MOST_PATHS).map(({ length }) => length));
  const message =
    named.length > MOST_PATHS
      ? `has ${named.length} entries; allowed are up to ${MOST_PATHS}`
      : longest > LONGEST_PATH && `has a path of ${longest} characters; allowed are up to ${LONGEST_PATH}`;
  if (message) throw invalidFields([{ field: given?.parameter ?? '', message }]);
  return isFetched && named.length ? named : isFetched;
}
