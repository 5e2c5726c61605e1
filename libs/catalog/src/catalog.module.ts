import { Module } from '@nestjs/common';
import type { DynamicModule, OnModuleInit } from '@nestjs/common';
import { CatalogReadModule } from './catalog-read.module';
import { PrincipalBehaviour } from './behaviours/principal.behaviour';
import { ServiceBehaviour } from './behaviours/service.behaviour';
import { ShippedBehaviour } from './behaviours/shipped.behaviour';
import { TestCaseBehaviour } from './behaviours/test-case.behaviour';
import { TestSuiteBehaviour } from './behaviours/test-suite.behaviour';
import { UserBehaviour } from './behaviours/user.behaviour';
import { ColumnList } from './columns/column-list';
import { ConstraintRules } from './columns/constraint-rules';
import { CustomPropertyRepository } from './custom/custom-property.repository';
import { ExtensionRules } from './custom/extension-rules';
import { MetadataTypes } from './custom/metadata-types';
import { entityTypes } from './definition/entity-types';
import type { Links } from './definition/links';
import { Engagement } from './engagement/engagement';
import { Followers } from './engagement/followers';
import { ProductAssets } from './engagement/product-assets';
import { Votes } from './engagement/votes';
import { EntityReader } from './read/entity-reader';
import { EntityVersions } from './read/entity-versions';
import { HotRead } from './read/hot-read';
import { VisibleCountReader } from './read/visibility/visible-counts';
import { HiddenReferences } from './read/visibility/hidden-references';
import { Visibility } from './read/visibility/visibility';
import { OtherEnds } from './write/access/other-ends';
import { UnseenParts } from './write/access/unseen-parts';
import { WriteAccess } from './write/access/write-access';
import { EntityBehaviours } from './write/entity-behaviour';
import { EntityChanger } from './write/entity-changer';
import { TableExport } from './transfer/export/table-export';
import { TableImport } from './transfer/import/table-import';
import { BulkChunk } from './write/bulk/bulk-chunk';
import { BulkWriter } from './write/bulk/bulk-writer';
import { EntityDrafter } from './write/entity-drafter';
import { EntityObservers } from './write/entity-observer';
import { EntityStore } from './write/entity-store';
import { EntityWriter } from './write/entity-writer';
import { LabelRules } from './write/labels/label-rules';
import { DeletionJudge } from './write/subtree/deletion-judge';
import { LabelRewriter } from './write/subtree/label-rewriter';
import { ReferenceResolver } from './write/references/reference-resolver';
import { SubtreeRemover } from './write/subtree/subtree-remover';
import { SubtreeRenamer } from './write/subtree/subtree-renamer';
import { SubtreeStore } from './write/subtree/subtree-store';

const PARTS = [
  BulkChunk,
  BulkWriter,
  ColumnList,
  ConstraintRules,
  CustomPropertyRepository,
  DeletionJudge,
  Engagement,
  EntityBehaviours,
  EntityChanger,
  EntityDrafter,
  EntityObservers,
  EntityReader,
  EntityStore,
  EntityVersions,
  EntityWriter,
  ExtensionRules,
  Followers,
  HiddenReferences,
  HotRead,
  LabelRewriter,
  LabelRules,
  MetadataTypes,
  OtherEnds,
  PrincipalBehaviour,
  ProductAssets,
  ReferenceResolver,
  ServiceBehaviour,
  ShippedBehaviour,
  SubtreeRemover,
  SubtreeRenamer,
  SubtreeStore,
  TableExport,
  TableImport,
  TestCaseBehaviour,
  TestSuiteBehaviour,
  UnseenParts,
  UserBehaviour,
  Visibility,
  VisibleCountReader,
  Votes,
  WriteAccess,
];

@Module({})
export class CatalogModule implements OnModuleInit {
  constructor(
    private readonly behaviours: EntityBehaviours,
    private readonly user: UserBehaviour,
    private readonly principal: PrincipalBehaviour,
    private readonly shipped: ShippedBehaviour,
    private readonly service: ServiceBehaviour,
    private readonly testCase: TestCaseBehaviour,
    private readonly testSuite: TestSuiteBehaviour,
  ) {}

  /** Global: every domain speaks of entities. Needs DatabaseModule and AuthModule. */
  static forRoot(links: Links): DynamicModule {
    return {
      module: CatalogModule,
      global: true,
      imports: [CatalogReadModule.forRoot(links)],
      providers: PARTS,
      exports: [
        BulkWriter,
        ColumnList,
        EntityBehaviours,
        EntityObservers,
        EntityReader,
        EntityVersions,
        EntityWriter,
        Followers,
        HiddenReferences,
        MetadataTypes,
        ProductAssets,
        SubtreeRemover,
        TableExport,
        TableImport,
        Visibility,
        Votes,
      ],
    };
  }

  onModuleInit(): void {
    this.behaviours.register('user', this.user);
    this.behaviours.register('testCase', this.testCase);
    this.behaviours.register('testSuite', this.testSuite);
    for (const { type, attributes } of entityTypes.all())
      if (attributes.connection?.sealed) this.behaviours.register(type, this.service);
    this.behaviours.register('team', this.principal);
    for (const type of ['role', 'policy']) this.behaviours.register(type, this.shipped);
  }
}
