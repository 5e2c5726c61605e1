import { Module } from '@nestjs/common';
import type { DynamicModule, OnModuleInit } from '@nestjs/common';
import { CatalogReadModule } from './catalog-read.module';
import { PrincipalBehaviour } from './behaviours/principal.behaviour';
import { ServiceBehaviour } from './behaviours/service.behaviour';
import { TestCaseBehaviour } from './behaviours/test-case.behaviour';
import { TestSuiteBehaviour } from './behaviours/test-suite.behaviour';
import { UserBehaviour } from './behaviours/user.behaviour';
import { entityTypes } from './definition/entity-types';
import type { Links } from './definition/links';
import { EntityReader } from './read/entity-reader';
import { EntityVersions } from './read/entity-versions';
import { HotRead } from './read/hot-read';
import { EntityBehaviours } from './write/entity-behaviour';
import { EntityChanger } from './write/entity-changer';
import { EntityDrafter } from './write/entity-drafter';
import { EntityStore } from './write/entity-store';
import { EntityWriter } from './write/entity-writer';
import { LabelRules } from './write/labels/label-rules';
import { LabelRewriter } from './write/subtree/label-rewriter';
import { ReferenceResolver } from './write/references/reference-resolver';
import { SubtreeRemover } from './write/subtree/subtree-remover';
import { SubtreeRenamer } from './write/subtree/subtree-renamer';
import { SubtreeStore } from './write/subtree/subtree-store';

const PARTS = [
  EntityBehaviours,
  EntityChanger,
  EntityDrafter,
  EntityReader,
  EntityStore,
  EntityVersions,
  EntityWriter,
  HotRead,
  LabelRewriter,
  LabelRules,
  PrincipalBehaviour,
  ReferenceResolver,
  ServiceBehaviour,
  SubtreeRemover,
  SubtreeRenamer,
  SubtreeStore,
  TestCaseBehaviour,
  TestSuiteBehaviour,
  UserBehaviour,
];

@Module({})
export class CatalogModule implements OnModuleInit {
  constructor(
    private readonly behaviours: EntityBehaviours,
    private readonly user: UserBehaviour,
    private readonly principal: PrincipalBehaviour,
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
      exports: [EntityBehaviours, EntityReader, EntityVersions, EntityWriter, SubtreeRemover],
    };
  }

  onModuleInit(): void {
    this.behaviours.register('user', this.user);
    this.behaviours.register('testCase', this.testCase);
    this.behaviours.register('testSuite', this.testSuite);
    for (const { type, attributes } of entityTypes.all())
      if (attributes.connection?.sealed) this.behaviours.register(type, this.service);
    for (const type of ['team', 'role', 'policy']) this.behaviours.register(type, this.principal);
  }
}
