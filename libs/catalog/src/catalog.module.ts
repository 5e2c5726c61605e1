import { AuthModule } from '@app/auth';
import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogReadModule } from './catalog-read.module';
import { QueryBehaviour } from './behaviours/query.behaviour';
import { ServiceConnection } from './behaviours/service-connection.entity';
import { ServiceBehaviour } from './behaviours/service.behaviour';
import { ShippedBehaviour } from './behaviours/shipped.behaviour';
import { TeamBehaviour } from './behaviours/team.behaviour';
import { TeamObservers } from './behaviours/team-observers';
import { TestCaseBehaviour } from './behaviours/test-case.behaviour';
import { TestSuiteBehaviour } from './behaviours/test-suite.behaviour';
import { UserBehaviour } from './behaviours/user.behaviour';
import { ColumnList } from './columns/column-list';
import { TableModels } from './columns/table-models';
import { ConstraintRules } from './write/rules/constraint-rules';
import { CustomPropertyRow } from './custom/custom-property.entity';
import { CustomPropertyRepository } from './custom/custom-property.repository';
import { ExtensionRules } from './write/rules/extension-rules';
import { MetadataTypes } from './custom/metadata-types';
import { entityTypes } from './types/entity-types';
import { AssetMembership } from './engagement/asset-membership';
import { Engagement } from './engagement/engagement';
import { Followers } from './engagement/followers';
import { ProductAssets } from './engagement/product-assets';
import { SuiteTests } from './engagement/suite-tests';
import { Votes } from './engagement/votes';
import { EntityReader } from './read/entity-reader';
import { EntityVersions } from './read/entity-versions';
import { EntityFinder } from './read/entity-finder';
import { Permissions } from './read/permissions';
import { ServiceSecrets } from './read/service-secrets';
import { BatchedEntityReader } from './read/batched-entity-reader';
import { PageReader } from './read/page/page-reader';
import { PermissionRequestRepository } from './permission-requests/permission-request.repository';
import { PermissionRequests } from './permission-requests/permission-requests';
import { VisibilityModule } from './visibility/visibility.module';
import { OtherEnds } from './write/access/other-ends';
import { UnseenParts } from './write/access/unseen-parts';
import { WriteAccess } from './write/access/write-access';
import { EntityBehaviours } from './write/entity-behaviour';
import { EntityObservers } from './write/entity-observer';
import { EntityChanger } from './write/entity-changer';
import { EntityPages } from './transfer/export/entity-pages';
import { TableExport } from './transfer/export/table-export';
import { NamedImport } from './transfer/import/named-import';
import { RowExport } from './transfer/rows/row-export';
import { RowImport } from './transfer/rows/row-import';
import { FileImport } from './transfer/import/file-import';
import { BulkChanges } from './write/bulk/bulk-changes';
import { BulkChunk } from './write/bulk/bulk-chunk';
import { BulkWriter } from './write/bulk/bulk-writer';
import { ConditionalChanges } from './write/commit/conditional-changes';
import { ConditionalCommit } from './write/commit/conditional-commit';
import { ConditionalCreates } from './write/commit/conditional-creates';
import { LockedChange } from './write/commit/locked-change';
import { LockedCommit } from './write/commit/locked-commit';
import { LockedCreate } from './write/commit/locked-create';
import { DraftBuilder } from './write/draft-builder';
import { EntityWriteRepository } from './write/entity-write.repository';
import { EntityWriter } from './write/entity-writer';
import { LabelRules } from './write/labels/label-rules';
import { LocationStore } from './write/snapshot/location-store';
import { SnapshotStore } from './write/snapshot/snapshot-store';
import { DeletionJudge } from './write/subtree/deletion-judge';
import { LabelRewriter } from './write/subtree/label-rewriter';
import { ReferenceResolver } from './write/references/reference-resolver';
import { PendingWrites } from './write/gate/pending-writes';
import { SubtreeRemover } from './write/subtree/subtree-remover';
import { SubtreeRenamer } from './write/subtree/subtree-renamer';
import { SubtreeStore } from './write/subtree/subtree-store';
import { WritePlans } from './write/write-plans';

const PARTS = [
  AssetMembership,
  BulkChanges,
  BulkChunk,
  BulkWriter,
  ColumnList,
  ConditionalChanges,
  ConditionalCommit,
  ConditionalCreates,
  ConstraintRules,
  CustomPropertyRepository,
  DeletionJudge,
  Engagement,
  EntityBehaviours,
  EntityChanger,
  DraftBuilder,
  EntityObservers,
  EntityReader,
  EntityWriteRepository,
  EntityVersions,
  EntityWriter,
  ExtensionRules,
  Followers,
  BatchedEntityReader,
  PageReader,
  LabelRewriter,
  LabelRules,
  MetadataTypes,
  OtherEnds,
  EntityFinder,
  PermissionRequestRepository,
  PermissionRequests,
  Permissions,
  ProductAssets,
  SuiteTests,
  QueryBehaviour,
  ReferenceResolver,
  ServiceBehaviour,
  ServiceSecrets,
  ShippedBehaviour,
  SnapshotStore,
  PendingWrites,
  SubtreeRemover,
  SubtreeRenamer,
  SubtreeStore,
  NamedImport,
  RowExport,
  RowImport,
  EntityPages,
  TableExport,
  FileImport,
  LockedChange,
  LockedCommit,
  LockedCreate,
  LocationStore,
  TableModels,
  TeamBehaviour,
  TeamObservers,
  TestCaseBehaviour,
  TestSuiteBehaviour,
  UnseenParts,
  UserBehaviour,
  Votes,
  WriteAccess,
  WritePlans,
];

/** Entities, which every domain uses. Requires ConfigModule and DatabaseModule. */
@Module({
  imports: [
    AuthModule,
    CatalogReadModule,
    VisibilityModule,
    TypeOrmModule.forFeature([CustomPropertyRow, ServiceConnection]),
  ],
  providers: PARTS,
  exports: [
    AssetMembership,
    BulkWriter,
    CatalogReadModule,
    ColumnList,
    EntityBehaviours,
    EntityObservers,
    EntityReader,
    EntityVersions,
    EntityWriter,
    Followers,
    MetadataTypes,
    EntityFinder,
    PermissionRequests,
    Permissions,
    ProductAssets,
    ReferenceResolver,
    SuiteTests,
    ServiceSecrets,
    SubtreeRemover,
    NamedImport,
    RowExport,
    RowImport,
    TableExport,
    FileImport,
    TableModels,
    TeamObservers,
    VisibilityModule,
    Votes,
  ],
})
export class CatalogModule implements OnModuleInit {
  constructor(
    private readonly behaviours: EntityBehaviours,
    private readonly user: UserBehaviour,
    private readonly team: TeamBehaviour,
    private readonly shipped: ShippedBehaviour,
    private readonly service: ServiceBehaviour,
    private readonly query: QueryBehaviour,
    private readonly testCase: TestCaseBehaviour,
    private readonly testSuite: TestSuiteBehaviour,
  ) {}

  onModuleInit(): void {
    this.behaviours.register('user', this.user);
    this.behaviours.register('query', this.query);
    this.behaviours.register('testCase', this.testCase);
    this.behaviours.register('testSuite', this.testSuite);
    for (const { type, attributes } of entityTypes.all())
      if (attributes.connection?.sealed) this.behaviours.register(type, this.service);
    this.behaviours.register('team', this.team);
    for (const type of ['role', 'policy']) this.behaviours.register(type, this.shipped);
  }
}
