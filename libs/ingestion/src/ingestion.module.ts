import { AuthModule } from '@app/auth';
import { CatalogModule, EntityObservers } from '@app/catalog';
import { ContractsModule } from '@app/contracts';
import { LineageModule } from '@app/lineage';
import { QualityModule } from '@app/quality';
import { Module, type OnModuleInit } from '@nestjs/common';
import { DbtImport } from './dbt/dbt-import';
import { DbtContractWriter } from './dbt/write/dbt-contract-writer';
import { DbtEdgeWriter } from './dbt/write/dbt-edge-writer';
import { DbtTestWriter } from './dbt/write/dbt-test-writer';
import { EntityLookup } from './dbt/write/entity-lookup';
import { GovernanceWriter } from './dbt/write/governance-writer';
import { MissingEntities } from './dbt/write/missing-entities';
import { OutcomeWriter } from './dbt/write/outcome-writer';
import { SeverityWriter } from './dbt/write/severity-writer';
import { TableWriter } from './dbt/write/table-writer';
import { DatasetFactsRepository } from './facts/dataset-facts.repository';
import { EventRepository } from './facts/event.repository';
import { RunFactsRepository } from './facts/run-facts.repository';
import { EventBatch } from './intake/event-batch';
import { EventIntake } from './intake/event-intake';
import { AdmissionControl } from './intake/admission-control';
import { SenderRights } from './intake/sender-rights';
import { ArrivalKeeper } from './keeping/arrival-keeper';
import { ColumnWatch } from './keeping/column-watch';
import { ShownTables } from './keeping/shown-tables';
import { EventList } from './administration/event-list';
import { UnresolvedList } from './administration/unresolved-list';
import { MappingRepository } from './naming/mapping.repository';
import { MappingService } from './administration/mapping.service';
import { NameFinder } from './naming/name-finder';
import { NameRepository } from './naming/name.repository';
import { RuleFollower } from './keeping/rule-follower';
import { TableLookup } from './naming/table-lookup';
import { AssertionPublisher } from './publish/assertion-publisher';
import { EdgePublisher } from './publish/edge-publisher';
import { EventPublisher } from './publish/event-publisher';
import { LifecyclePublisher } from './publish/lifecycle-publisher';
import { NamePublisher } from './publish/name-publisher';
import { ObservationPublisher } from './publish/observation-publisher';

const SERVICES = [ArrivalKeeper, DbtImport, EventBatch, EventIntake, EventList, MappingService, UnresolvedList];

/** Provides the intake of lineage from other tools. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule, ContractsModule, LineageModule, QualityModule],
  providers: [
    ...SERVICES,
    AssertionPublisher,
    ColumnWatch,
    DatasetFactsRepository,
    DbtContractWriter,
    DbtEdgeWriter,
    DbtTestWriter,
    EntityLookup,
    GovernanceWriter,
    MissingEntities,
    OutcomeWriter,
    SeverityWriter,
    TableWriter,
    EdgePublisher,
    EventPublisher,
    EventRepository,
    AdmissionControl,
    LifecyclePublisher,
    MappingRepository,
    NameFinder,
    NamePublisher,
    NameRepository,
    ObservationPublisher,
    RuleFollower,
    RunFactsRepository,
    SenderRights,
    ShownTables,
    TableLookup,
  ],
  exports: SERVICES,
})
export class IngestionModule implements OnModuleInit {
  constructor(
    private readonly observers: EntityObservers,
    private readonly columns: ColumnWatch,
  ) {}

  onModuleInit(): void {
    this.observers.register(this.columns);
  }
}
