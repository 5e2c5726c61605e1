import { AuthModule } from '@app/auth';
import { CatalogModule, EntityObservers } from '@app/catalog';
import { ContractObservers, ContractsModule, EffectiveRepository, RuleSyntax } from '@app/contracts';
import { ReadingsModule } from '@app/data';
import { HiddenValuesModule } from '@app/quality';
import { JobProducer, QueueModule } from '@app/queue';
import { ResultsModule } from '@app/results';
import { SchedulesModule } from '@app/schedules';
import { Module, type OnModuleInit } from '@nestjs/common';
import { BatchEvents } from './batches/batch-events';
import { BatchSelection } from './batches/batch-selection';
import { BatchRepository } from './batches/batch.repository';
import { BatchService } from './batches/batch.service';
import { SchemaDrift } from './runs/schema-drift';
import { RunEvents } from './events/run-events';
import { ContractCoverage } from './overview/coverage';
import { GroupReport } from './overview/group-report';
import { ResultStrips } from './overview/result-strips';
import { SlaRisks } from './overview/sla-risks';
import { StatusCounter } from './overview/status-counts';
import { NotJudgedList } from './overview/not-judged-list';
import { VerdictList } from './overview/verdict-list';
import { VerdictTrend } from './overview/verdict-trend';
import { RunRequests } from './runs/request/run-requests';
import { RunWaits } from './runs/request/run-waits';
import { RunService } from './runs/request/run.service';
import { WAKE_JOB } from './runs/job-types';
import { ruleFault } from './rules/rule-compiler';
import { ContractSchedules } from './schedules/contract-schedules';
import { ScheduleList } from './schedules/schedule-list';
import { RuleTrials } from './rules/rule-trials';
import { EvidenceLoader } from './runs/work/evidence-loader';
import { PromiseJudge } from './runs/work/promise-judge';
import { DayForecasts } from './what-if/day-forecasts';
import { ForecastLoader } from './what-if/forecast-documents';
import { PastEvidenceRepository } from './what-if/past-evidence.repository';
import { StoredForecast } from './what-if/stored-forecast';
import { WithheldPromises } from './what-if/withheld-promises';
import { ValidationJobsModule } from './validation-jobs.module';

const OVERVIEW = [
  ContractCoverage,
  GroupReport,
  NotJudgedList,
  ResultStrips,
  ScheduleList,
  SlaRisks,
  StatusCounter,
  VerdictList,
  VerdictTrend,
];

/** Judgement of a contract without a run. */
const FORECAST = [
  DayForecasts,
  EffectiveRepository,
  EvidenceLoader,
  ForecastLoader,
  PastEvidenceRepository,
  PromiseJudge,
  StoredForecast,
  WithheldPromises,
];

/** Requests validation runs, and sums up what they came to. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [
    AuthModule,
    CatalogModule,
    ContractsModule,
    HiddenValuesModule,
    QueueModule,
    ReadingsModule,
    ResultsModule,
    SchedulesModule,
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
    ContractSchedules,
    RuleTrials,
    SchemaDrift,
    ...FORECAST,
    ...OVERVIEW,
  ],
  exports: [
    RunService,
    RunEvents,
    BatchService,
    BatchEvents,
    ContractSchedules,
    RuleTrials,
    StoredForecast,
    ...OVERVIEW,
  ],
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
