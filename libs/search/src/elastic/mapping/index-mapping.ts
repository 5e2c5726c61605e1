import type { estypes } from '@elastic/elasticsearch';
import { VALUE_GAP } from '../../analysis/analyzer';
import {
  NESTED_PATHS,
  SEARCH_FIELDS,
  type SearchField,
  type TextField,
  type ValueField,
} from '../../document/search-field';
import { ANALYSIS, ANALYZERS } from './analysis-settings';
import { ELEMENTS, EXISTS, flat, hasParts, isWithin, TEXTS, VALUES, type Within } from './field-path';

type Property = estypes.MappingProperty;
type Properties = Record<string, Property>;

/** Lucene takes no term beyond 32,766 bytes, and a character has up to four. */
const LONGEST_KEYWORD = 8_191;

/** Elements of one array that a nested query looks at; of wider tables the first ones. The rest is found as ever. */
export const MOST_ELEMENTS = 5_000;

/**
 * How long deletions are remembered: a delayed write that arrives later than this would restore the removed document.
 */
const REMEMBER_DELETES = '1h';

const KEYWORD: Property = { type: 'keyword', ignore_above: LONGEST_KEYWORD };

/** Queries give dates as epoch ms and say so; answers show them as ISO 8601. */
const TYPES: Readonly<Record<ValueField['kind'], Property>> = {
  keyword: KEYWORD,
  number: { type: 'double' },
  date: { type: 'date', format: 'strict_date_optional_time||epoch_millis' },
  boolean: { type: 'boolean' },
};

const analysed = (analysis: TextField['analysis']): Property => ({
  type: 'text',
  analyzer: ANALYZERS[analysis],
  position_increment_gap: VALUE_GAP,
});

/** One property per text of the document; the stemmed form of one that has both is a sub-field. */
function textProperty(field: TextField): Property {
  const stem = Object.values(SEARCH_FIELDS).some(
    (other) => other.kind === 'text' && other.source === field.source && other.analysis === 'stem',
  );
  if (!hasParts(field)) return analysed('stem');
  return stem ? ({ ...analysed('parts'), fields: { stem: analysed('stem') } } as Property) : analysed('parts');
}

function fieldProperties(within: Within): Properties {
  const fields = Object.entries(SEARCH_FIELDS).filter(([, field]: [string, SearchField]) => isWithin(field, within));
  const texts: Properties = {};
  const values: Properties = {};
  for (const [name, field] of fields) {
    if (field.kind === 'text') texts[flat(field.source)] = textProperty(field);
    else values[flat(name)] = TYPES[field.kind];
  }
  return { [TEXTS]: { properties: texts }, [VALUES]: { properties: values }, [EXISTS]: KEYWORD };
}

const elements: Properties = Object.fromEntries(
  NESTED_PATHS.map((path) => [path, { type: 'nested', properties: fieldProperties(path) }]),
);

/**
 * `document` is what a hit shows, untouched. What is searched is derived from it when it is written, and is not stored a second
 * time. Elements lie apart from the document's own fields, so that they do not count in its statistics.
 */
export const MAPPING: estypes.MappingTypeMapping = {
  dynamic: false,
  _source: { excludes: [TEXTS, VALUES, ELEMENTS, EXISTS] },
  properties: {
    document: { type: 'object', enabled: false },
    node: { type: 'long' },
    id: { type: 'keyword' },
    type: { type: 'keyword' },
    fingerprint: { type: 'keyword', index: false },
    ...fieldProperties(undefined),
    [ELEMENTS]: { properties: elements },
  },
};

/** How an index lies on its nodes. */
export interface IndexLayout {
  /** Default: one. Scores come from the statistics of all documents with several too, see ElasticEngine. */
  readonly shards?: number;
  /** Copies of each shard beside it; default: one where there are several nodes. */
  readonly replicas?: number;
}

export const copiesOf = ({ replicas }: IndexLayout): estypes.IndicesIndexSettings =>
  replicas === undefined
    ? { auto_expand_replicas: '0-1' }
    : { auto_expand_replicas: 'false', number_of_replicas: replicas };

/** The pause between refreshes: what is written is found within a second, the time in the queue included. */
export const REFRESH_INTERVAL = '500ms';

export const settingsOf = (layout: IndexLayout): estypes.IndicesIndexSettings => ({
  number_of_shards: layout.shards ?? 1,
  ...copiesOf(layout),
  refresh_interval: REFRESH_INTERVAL,
  gc_deletes: REMEMBER_DELETES,
  mapping: { nested_objects: { limit: NESTED_PATHS.length * MOST_ELEMENTS } },
  analysis: ANALYSIS as unknown as estypes.IndicesIndexSettingsAnalysis,
});
