import { EntityObservers } from '@app/catalog';
import { ContractObservers } from '@app/contracts';
import { JobProducer } from '@app/queue';
import { ResultsModule } from '@app/results';
import { Module } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { BatchEvents } from './batches/batch-events';
import { BatchSelection } from './batches/batch-selection';
import { BatchRepository } from './batches/batch.repository';
import { BatchService } from './batches/batch.service';
import { SchemaDrift } from './drift/schema-drift';
import { RunEvents } from './events/run-events';
import { AssetValidation } from './runs/request/asset-validation';
import { RunRequests } from './runs/request/run-requests';
import { RunWaits } from './runs/request/run-waits';
import { RunRepository } from './runs/request/run.repository';
import { RunService } from './runs/request/run.service';
import { VALIDATE_JOB } from './runs/validate-job';
import { ScheduleRepository } from './schedules/schedule.repository';
import { ScheduleService } from './schedules/schedule.service';
import { RuleTrials } from './trials/rule-trials';
import { ValidationJobsModule } from './validation-jobs.module';

/** Asking for validation runs. Needs the global modules of database, queue, identity and contracts. */
@Module({
  imports: [ResultsModule, ValidationJobsModule],
  providers: [
    RunWaits,
    RunRepository,
    RunRequests,
    RunService,
    AssetValidation,
    RunEvents,
    BatchSelection,
    BatchRepository,
    BatchService,
    BatchEvents,
    ScheduleRepository,
    ScheduleService,
    RuleTrials,
    SchemaDrift,
  ],
  exports: [AssetValidation, RunService, RunEvents, BatchService, BatchEvents, ScheduleService, RuleTrials],
})
export class ValidationModule implements OnModuleInit {
  constructor(
    private readonly producer: JobProducer,
    private readonly runs: RunService,
    private readonly contracts: ContractObservers,
    private readonly entities: EntityObservers,
    private readonly drift: SchemaDrift,
  ) {}

  /** The first request should not wait for the queue's connection; that it cannot be had yet is no reason not to start. */
  onModuleInit(): void {
    this.producer.queue(VALIDATE_JOB.queue);
    this.entities.register(this.drift);
    this.contracts.register({
      contractsDeleted: async (tx, _actor, nodes) => {
        for (const node of nodes) await this.runs.abortAll(tx, node);
      },
    });
  }
}
