export { CatalogIndexModule, CatalogReadModule } from './catalog-read.module';
export { CatalogModule } from './catalog.module';
export { CatalogCheck } from './check/catalog-check';
export { CatalogCheckModule } from './check/catalog-check.module';
export { ColumnList, type ColumnListRequest } from './columns/column-list';
export { typeFamily } from './columns/data-type';
export { typeText, type ColumnType } from './columns/type-values';
export { CUSTOM_PROPERTY_SCHEMA } from './custom/custom-property';
export { MetadataTypes, type MetadataType, type TypeCategory, type TypeList } from './custom/metadata-types';
export { defineEntityType } from './definition/build';
export * as shape from './definition/build';
export type { EntityType } from './definition/entity-type';
export { entityTypes } from './definition/entity-types';
export { EntityTypesModule } from './definition/entity-types.module';
export type { JsonSchema } from './definition/json-schema';
export { joinFqn, splitFqn } from './fqn';
export { Followers } from './engagement/followers';
export { ProductAssets } from './engagement/product-assets';
export { VOTES, Votes, type Vote } from './engagement/votes';
export { EntityDocuments } from './read/entity-documents';
export { EntityReader, type EntityAnswer, type ListRequest } from './read/entity-reader';
export type { EntityKey } from './read/entity.repository';
export { READS_TOGETHER } from './read/batched-entity-reader';
export type { Include, Condition } from './read/query/list-question';
export { ServiceSecrets } from './read/service-secrets';
export { EntityVersions } from './read/entity-versions';
export { allFields, parseFields } from './read/field-list';
export { compatibleAnswer, compatibleFields } from './compatibility/compatible-document';
export { Permissions, type ResourcePermission } from './read/permissions';
export type { Reference } from './read/relation.repository';
export { holders, lineOf } from './read/query/holders';
export { filtersOf } from './read/query/list-filter';
export { inTransaction } from './read/queryable';
export { HiddenReferences } from './read/visibility/hidden-references';
export { Visibility } from './read/visibility/visibility';
export {
  CatalogSearch,
  type CatalogQuestion,
  type FieldPage,
  type SearchExport,
  type Suggestion,
} from './search/catalog-search';
export { csvOfHits } from './search/export/result-rows';
export { CatalogSearchModule } from './search/catalog-search.module';
export type { SearchResponse } from './search/answer/search-answer';
export { attributeCheck, createBodySchema } from './schema/entity-body';
export { CheckReport } from './schema/check/check-report';
export { checkOf, schemaReader } from './schema/check/schema-check';
export { kindOf, shown } from './schema/check/words';
export { answerSchema } from './schema/answer-schema';
export { SHARED_PARTS } from './schema/shared-parts';
export { HEADERS as TABLE_HEADERS } from './transfer/cells/layout';
export { CONTAINERS, TableExport, type TableContainer } from './transfer/export/table-export';
export { csvOf, jsonOf } from './transfer/export/table-text';
export { csvTables } from './transfer/import/csv-tables';
export { jsonTables } from './transfer/import/json-tables';
export type { ReadTable } from './transfer/import/read-table';
export { TableImport, type ImportReport } from './transfer/import/table-import';
export { BulkWriter, MOST_BULK_ROWS } from './write/bulk/bulk-writer';
export type { BulkOutcome } from './write/bulk/bulk-outcome';
export { patchDocument } from './write/document/patch/json-patch';
export { checkedPatch } from './write/document/patch/patch-operation';
export { EntityBehaviours, type EntityBehaviour, type EntityDocument } from './write/entity-behaviour';
export type { EntityDraft } from './write/entity-draft';
export { EntityObservers, type EntityObserver } from './write/entity-observer';
export { EntityWriter } from './write/entity-writer';
export type { Precondition } from './write/precondition';
export { SubtreeRemover } from './write/subtree/subtree-remover';
export { writerKey } from './write/writer-keys';
