export type { IndexedDocument, SearchDocument } from './document/search-document';
export {
  FIELD_ALIASES,
  NESTED_PATHS,
  SEARCH_FIELDS,
  type SearchField,
  type TextField,
  type ValueField,
} from './document/search-field';
export type { Aggregation, Aggregations } from './query/aggregation';
export type { BoundQuery, SortKey, SortValue } from './query/bound-query';
export { ALL, anyOf, boolOf, keyword, NONE, noneOf } from './query/build-query';
export { mapParts, partsOf } from './query/query-parts';
export { isWithinEdits } from './query/token-matcher';
export type { SearchAnswer, SearchHit, SearchRequest } from './query/search-request';
export { DOCUMENT_SOURCE, type DocumentSource } from './indexing/document-source';
export type { Highlight } from './highlight/highlight';
export { SearchService, type UnmappedJudge, type SearchResult, type ShownHit } from './search.service';
export type { NamedText, SearchQuestion } from './input/question/search-question';
export type { UnmappedField } from './input/binding/unmapped-fields';
export { SearchBackend, type SearchEngine, type IndexReport } from './backend/search-backend';
export { SearchModule } from './search.module';
export { IndexVersion } from './postgres/index-version';
export { PostgresSearchEngine } from './postgres/postgres-search-engine';
export { SEARCH_SETTINGS } from './postgres/search-pool';
export { refreshStatistics } from './postgres/statistics/refresh-statistics';
export { PostgresSearchIndex } from './postgres/write/postgres-search-index';
