export { MASK } from './behaviours/masked-secrets';
export { TeamObservers, type TeamObserver } from './behaviours/team-observers';
export { CatalogIndexModule, CatalogReadModule } from './catalog-read.module';
export { CatalogModule } from './catalog.module';
export { CatalogCheck, checkAll } from './check/catalog-check';
export { CatalogCheckModule } from './check/catalog-check.module';
export {
  checkBlocks,
  countedEntities,
  NOTHING_CHECKED,
  withBlock,
  type CheckBlock,
  type CheckFindings,
  type CheckPosition,
  type CheckStep,
} from './check/check-step';
export { assetPlatform } from './types/asset-platform';
export { ColumnList, type ColumnListRequest } from './columns/column-list';
export { TableModels, type TableModel } from './columns/table-models';
export { CUSTOM_PROPERTY_SCHEMA } from './custom/custom-property';
export { MetadataTypes, type MetadataType, type TypeCategory, type TypeList } from './custom/metadata-types';
export { LARGEST_DOCUMENT, MOST_METRICS, MOST_PARTS, MOST_PIPELINES } from './definition/limits';
export { defineEntityType } from './definition/build';
export * as shape from './definition/build';
export type { EntityType } from './definition/entity-type';
export { entityTypes } from './types/entity-types';
export { EntityTypesModule } from './entity-types.module';
export type { JsonSchema } from './definition/json-schema';
export { LINKS, type Links } from './definition/links';
export { joinFqn, splitFqn } from './fqn';
export { renderEntityLink } from './types/quality/entity-link';
export { AssetMembership, MOST_LABELLED_ASSETS, TYPES_OF_MEMBERSHIP } from './engagement/asset-membership';
export { Followers } from './engagement/followers';
export { ProductAssets } from './engagement/product-assets';
export { SuiteTests } from './engagement/suite-tests';
export { VOTES, Votes, type Vote } from './engagement/votes';
export { EntityDocuments } from './read/entity-documents';
export type { EntityAnswer } from './read/entity-answer';
export { EntityReader, type ListRequest } from './read/entity-reader';
export { serviceTypeOf, stampColumn } from './read/entity-row';
export type { EntityKey } from './read/entity.repository';
export { READS_TOGETHER } from './read/stamp-reader';
export type { Include, Condition } from './query/list-question';
export { ServiceSecrets } from './read/service-secrets';
export { EntityVersions } from './read/entity-versions';
export { allFields, fieldNames, parseFields } from './query/field-list';
export { compatibleFields, compatibleSteps } from './compatibility/compatible-document';
export { EntityFinder, referenceKey, toEntityKey, type FoundEntity } from './read/entity-finder';
export {
  PERMISSION_REQUEST_STATUSES,
  REQUESTED_OPERATIONS,
  type PermissionRequest,
} from './permission-requests/permission-request';
export {
  PermissionRequests,
  type JudgedRequest,
  type PermissionRequestList,
  type SentDecision,
  type SentPermissionRequest,
} from './permission-requests/permission-requests';
export { Permissions, type ResourcePermission } from './read/permissions';
export type { Reference } from './definition/entity-document';
export { holders, lineOf } from './query/holders';
export { member, type NamedReference, referenceSql } from './read/query/reference-sql';
export { filterCondition, filtersOf, filterTarget, ownedCondition } from './query/list-filter';
export { showsDomain } from './visibility/granted-condition';
export { inTransaction } from './query/queryable';
export { HiddenReferences } from './visibility/hidden-references';
export { nameKey } from './visibility/mentions';
export { closedTypes, partlyHiddenTypes, sightValue, visibleRow, type Sight } from './visibility/sight';
export { Visibility } from './visibility/visibility';
export { VisibilityModule } from './visibility/visibility.module';
export {
  CatalogSearch,
  type CatalogQuestion,
  type FieldPage,
  type SearchExport,
  type Suggestion,
} from './search/catalog-search';
export { AssetLists } from './search/assets/asset-lists';
export { TYPES_WITH_ASSETS } from './search/assets/held-by';
export { csvOfHits } from './search/export/result-rows';
export { CatalogSearchModule } from './search/catalog-search.module';
export type { SearchResponse } from './search/answer/search-answer';
export { attributeCheck, createBodySchema } from './schema/entity-body';
export { CheckReport } from './schema/check/check-report';
export { referenceFault } from './schema/check/reference-fault';
export { checkOf, schemaReader } from './schema/check/schema-check';
export { kindOf, shown } from './schema/check/words';
export { answerSchema } from './schema/answer-schema';
export { partLists } from './schema/named-parts';
export { RUN_STATUSES } from './schema/parts/processing';
export { COLUMN_DATA_TYPES } from './definition/closed-lists';
export { SHARED_PARTS } from './schema/shared-parts';
export { HEADERS as TABLE_HEADERS } from './transfer/cells/layout';
export { CONTAINERS, TableExport, type TableContainer } from './transfer/export/table-export';
export { csvOf, csvText, jsonOf } from './transfer/export/file-text';
export { csvTables } from './transfer/import/csv-tables';
export { jsonTables } from './transfer/import/json-tables';
export type { ReadEntity, SchemaOfTables } from './transfer/import/read-entity';
export { IMPORT_CHANGES, NamedImport, tablesWithin } from './transfer/import/named-import';
export { RowExport } from './transfer/rows/row-export';
export { RowImport } from './transfer/rows/row-import';
export { headersOf, ROW_LAYOUTS, type RowLayout } from './transfer/rows/row-layouts';
export { FileImport, type ImportReport } from './transfer/import/file-import';
export { BulkWriter, MOST_BULK_ROWS } from './write/bulk/bulk-writer';
export type { BulkOutcome } from './write/bulk/bulk-outcome';
export { patchDocument } from './document/patch/json-patch';
export { checkedPatch, MOST_PATCH_OPERATIONS } from './document/patch/patch-operation';
export type { EntityDocument } from './definition/entity-document';
export { EntityBehaviours, type EntityBehaviour } from './write/entity-behaviour';
export { CHANGE_ORIGIN, type EntityDraft, type WriteContext, type WriteOptions } from './write/entity-draft';
export type { GatedChange, GatedRemoval } from './write/entity-behaviour';
export type { StoredWrite, WriteAnswer } from './write/write-answer';
export { PendingWrite } from './write/gate/pending-write';
export { EntityObservers, type EntityObserver } from './write/entity-observer';
export { type ChangeOptions, EntityWriter } from './write/entity-writer';
export type { Precondition } from './write/precondition';
export { ReferenceResolver } from './write/references/reference-resolver';
export { restoreUnseen } from './write/unseen/restore-unseen';
export { SubtreeRemover } from './write/subtree/subtree-remover';
export { writerKey } from './write/writer-keys';
