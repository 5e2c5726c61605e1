import { EntityObservers } from '@app/catalog';
import { LineageModule } from '@app/lineage';
import { QualityModule } from '@app/quality';
import { Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { DbtImport } from './dbt/dbt-import';
import { DbtContractWriter } from './dbt/write/dbt-contract-writer';
import { DbtEdgeWriter } from './dbt/write/dbt-edge-writer';
import { DbtTestWriter } from './dbt/write/dbt-test-writer';
import { EntityLookup } from './dbt/write/entity-lookup';
import { MissingEntities } from './dbt/write/missing-entities';
import { OutcomeWriter } from './dbt/write/outcome-writer';
import { SeverityWriter } from './dbt/write/severity-writer';
import { TableWriter } from './dbt/write/table-writer';
import { DatasetFactsRepository } from './facts/dataset-facts.repository';
import { EventRepository } from './facts/event.repository';
import { RunFactsRepository } from './facts/run-facts.repository';
import { EventBatch } from './intake/event-batch';
import { EventIntake } from './intake/event-intake';
import { IntakeGate } from './intake/intake-gate';
import { SenderRights } from './intake/sender-rights';
import { ArrivalKeeper } from './keeping/arrival-keeper';
import { ColumnWatch } from './keeping/column-watch';
import { EventList } from './lists/event-list';
import { UnresolvedList } from './lists/unresolved-list';
import { MappingRepository } from './naming/mapping.repository';
import { MappingService } from './naming/mapping.service';
import { NameRepository } from './naming/name.repository';
import { AssertionPublisher } from './publish/assertion-publisher';
import { EdgePublisher } from './publish/edge-publisher';
import { LifecyclePublisher } from './publish/lifecycle-publisher';
import { NamePublisher } from './publish/name-publisher';
import { ObservationPublisher } from './publish/observation-publisher';

const SERVICES = [DbtImport, EventBatch, EventIntake, EventList, MappingService, UnresolvedList];

/** What other tools tell of lineage. Needs Database, AccessControl, CursorCodec, the catalog and contracts from global modules. */
@Module({
  imports: [LineageModule, QualityModule],
  providers: [
    ...SERVICES,
    ArrivalKeeper,
    AssertionPublisher,
    ColumnWatch,
    DatasetFactsRepository,
    DbtContractWriter,
    DbtEdgeWriter,
    DbtTestWriter,
    EntityLookup,
    MissingEntities,
    OutcomeWriter,
    SeverityWriter,
    TableWriter,
    EdgePublisher,
    EventRepository,
    IntakeGate,
    LifecyclePublisher,
    MappingRepository,
    NamePublisher,
    NameRepository,
    ObservationPublisher,
    RunFactsRepository,
    SenderRights,
  ],
  exports: SERVICES,
})
export class IngestionModule implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly arrivals: ArrivalKeeper,
    private readonly observers: EntityObservers,
    private readonly columns: ColumnWatch,
  ) {}

  onModuleInit(): void {
    this.observers.register(this.columns);
  }

  /** An asset that arrives may need test cases, which only a process that writes the catalog can make: no worker does. */
  async onApplicationBootstrap(): Promise<void> {
    await this.arrivals.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.arrivals.stop();
  }
}
