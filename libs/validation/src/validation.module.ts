import { AuthModule } from '@app/auth';
import { CatalogModule, EntityObservers } from '@app/catalog';
import { ContractObservers, ContractsModule, RuleSyntax } from '@app/contracts';
import { ReadingsModule } from '@app/data';
import { JobProducer, QueueModule } from '@app/queue';
import { ResultsModule } from '@app/results';
import { Module, type OnModuleInit } from '@nestjs/common';
import { BatchEvents } from './batches/batch-events';
import { BatchSelection } from './batches/batch-selection';
import { BatchRepository } from './batches/batch.repository';
import { BatchService } from './batches/batch.service';
import { SchemaDrift } from './runs/schema-drift';
import { RunEvents } from './events/run-events';
import { ContractCoverage } from './overview/coverage';
import { ResultStrips } from './overview/result-strips';
import { SlaRisks } from './overview/sla-risks';
import { StatusCounter } from './overview/status-counts';
import { VerdictList } from './overview/verdict-list';
import { VerdictTrend } from './overview/verdict-trend';
import { RunRequests } from './runs/request/run-requests';
import { RunWaits } from './runs/request/run-waits';
import { RunService } from './runs/request/run.service';
import { WAKE_JOB } from './runs/job-types';
import { ruleFault } from './rules/rule-compiler';
import { ScheduleRepository } from './schedules/schedule.repository';
import { ScheduleList } from './schedules/schedule-list';
import { ScheduleService } from './schedules/schedule.service';
import { RuleTrials } from './rules/rule-trials';
import { ValidationJobsModule } from './validation-jobs.module';

const OVERVIEW = [ContractCoverage, ResultStrips, ScheduleList, SlaRisks, StatusCounter, VerdictList, VerdictTrend];

/** Requests validation runs, and sums up what they came to. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [
    AuthModule,
    CatalogModule,
    ContractsModule,
    QueueModule,
    ReadingsModule,
    ResultsModule,
    ValidationJobsModule,
  ],
  providers: [
    RunWaits,
    RunRequests,
    RunService,
    RunEvents,
    BatchSelection,
    BatchRepository,
    BatchService,
    BatchEvents,
    ScheduleRepository,
    ScheduleService,
    RuleTrials,
    SchemaDrift,
    ...OVERVIEW,
  ],
  exports: [RunService, RunEvents, BatchService, BatchEvents, ScheduleService, RuleTrials, ...OVERVIEW],
})
export class ValidationModule implements OnModuleInit {
  constructor(
    private readonly producer: JobProducer,
    private readonly runs: RunService,
    private readonly contracts: ContractObservers,
    private readonly entities: EntityObservers,
    private readonly drift: SchemaDrift,
    private readonly rules: RuleSyntax,
  ) {}

  /**
   * Connects early, so that the first request does not wait for the queue's connection; a failure does not prevent
   * the start.
   */
  onModuleInit(): void {
    this.producer.queue(WAKE_JOB.queue);
    this.rules.register(ruleFault);
    this.entities.register(this.drift);
    this.contracts.register({
      contractsDeleted: async (tx, _actor, nodes) => {
        for (const node of nodes) await this.runs.abortAll(tx, node);
      },
    });
  }
}
