import type { Actor } from '@app/common';
import {
  ContractCoverage,
  NotJudgedList,
  ResultStrips,
  ScheduleList,
  SlaRisks,
  StatusCounter,
  VerdictList,
  VerdictTrend,
  type StatusCounts,
} from '@app/validation';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import {
  BrokenQuery,
  CoverageQuery,
  HistoryQuery,
  MineQuery,
  NotJudgedListQuery,
  RecoveredQuery,
  SchedulesQuery,
  OwnRowsQuery,
  TrendQuery,
} from './overview.dto';
import {
  BROKEN,
  COUNTS,
  COUNTS_SCHEMA,
  COVERAGE,
  COVERAGE_SCHEMA,
  HISTORY,
  HISTORY_SCHEMA,
  NOT_JUDGED,
  NOT_JUDGED_SCHEMA,
  RECOVERED,
  RISK_SCHEMA,
  RISKS,
  SCHEDULES,
  SCHEDULES_SCHEMA,
  TREND,
  TREND_SCHEMA,
  TURNED_SCHEMA,
} from './overview.examples';

const VIEW = { operation: 'ViewBasic', resource: 'dataContract' } as const;

/** Over all contracts that the caller may see. */
@ApiTags('overview')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class OverviewController {
  constructor(
    private readonly counter: StatusCounter,
    private readonly verdicts: VerdictList,
    private readonly risks: SlaRisks,
    private readonly coverage: ContractCoverage,
    private readonly trend: VerdictTrend,
    private readonly strips: ResultStrips,
    private readonly schedules: ScheduleList,
    private readonly unjudged: NotJudgedList,
  ) {}

  @Get('statusCounts')
  @Access(VIEW)
  @ApiOperation({ operationId: 'countContracts', summary: 'Count contracts by their newest status, and open runs' })
  @Answer(200, 'The counts', COUNTS_SCHEMA, COUNTS)
  counts(@CurrentActor() actor: Actor, @Query() { mine }: MineQuery): Promise<StatusCounts> {
    return this.counter.counts(actor, mine);
  }

  @Get('broken')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'listBrokenContracts',
    summary: 'List failing contracts, by the begin of the failure',
    description:
      'Contracts whose newest result is Failed or PartialSuccess; aborted runs are ignored. A contract that was deleted with its table by a crawl is listed until its incident is resolved.',
  })
  @Answer(200, 'A page of contracts', TURNED_SCHEMA, BROKEN)
  broken(@CurrentActor() actor: Actor, @Query() query: BrokenQuery): Promise<object> {
    return this.verdicts.broken(actor, query);
  }

  @Get('recovered')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'listRecoveredContracts',
    summary: 'List recovered contracts, the most recent first',
  })
  @Answer(200, 'A page of contracts', TURNED_SCHEMA, RECOVERED)
  recovered(@CurrentActor() actor: Actor, @Query() query: RecoveredQuery): Promise<object> {
    return this.verdicts.recovered(actor, query);
  }

  @Get('notJudged')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'listNotJudgedContracts',
    summary: 'List contracts in force that have had no verdict for a time',
    description:
      'Contracts of which every run since the last verdict was aborted: the source could not be read, or no check could be evaluated. They do not count as failing.',
  })
  @Answer(200, 'A page of contracts', NOT_JUDGED_SCHEMA, NOT_JUDGED)
  notJudged(@CurrentActor() actor: Actor, @Query() query: NotJudgedListQuery): Promise<object> {
    return this.unjudged.list(actor, query);
  }

  @Get('slaRisks')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'listSlaRisks',
    summary: 'List SLA deadlines that are near and not met yet',
    description:
      'Refreshes and daily data for which at most a fifth of the time is left (of the refresh frequency, or of the day up to the deadline); the next deadline first.',
  })
  @Answer(200, 'The first contracts, and the total', RISK_SCHEMA, RISKS)
  slaRisks(@CurrentActor() actor: Actor, @Query() { limit, mine }: OwnRowsQuery): Promise<object> {
    return this.risks.list(actor, limit, mine);
  }

  @Get('schedules')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'listSchedules',
    summary: 'List the schedules of validations, the next run first',
    description: 'Enabled schedules; with `contract` the schedule of that contract, even if it is disabled.',
  })
  @Answer(200, 'A page of contracts', SCHEDULES_SCHEMA, SCHEDULES)
  scheduled(@CurrentActor() actor: Actor, @Query() query: SchedulesQuery): Promise<object> {
    return this.schedules.list(actor, query);
  }

  @Get('coverage')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'getContractCoverage',
    summary: 'Count assets with and without a contract, by service or domain',
    description: 'An asset in several domains counts in each; inherited domains count.',
  })
  @Answer(200, 'Those with the most assets first', COVERAGE_SCHEMA, COVERAGE)
  covered(@CurrentActor() actor: Actor, @Query() { by, limit }: CoverageQuery): Promise<object> {
    return this.coverage.of(actor, by, limit);
  }

  @Get('trend')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'getContractTrend',
    summary: 'Count contracts that passed and that failed, day by day',
    description:
      'Counts at the end of each day, and now for the last day. Contracts that exist now are counted from their first result on.',
  })
  @Answer(200, 'The days, oldest first', TREND_SCHEMA, TREND)
  trendOf(@CurrentActor() actor: Actor, @Query() query: TrendQuery): Promise<object> {
    return this.trend.of(actor, query);
  }

  @Get('results/history')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'getResultHistory',
    summary: 'Read times and statuses of the results of many contracts',
    description: 'In the order of the ids; unknown contracts are left out.',
  })
  @Answer(200, 'The results', HISTORY_SCHEMA, HISTORY)
  history(@CurrentActor() actor: Actor, @Query() query: HistoryQuery): Promise<object> {
    return this.strips.of(actor, query);
  }
}
