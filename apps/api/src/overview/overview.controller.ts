import type { Actor } from '@app/common';
import {
  ContractCoverage,
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
    summary: 'List contracts that fail, by when they began to',
    description: 'Those whose newest result is Failed or PartialSuccess; aborted runs do not count.',
  })
  @Answer(200, 'A page of them', TURNED_SCHEMA, BROKEN)
  broken(@CurrentActor() actor: Actor, @Query() query: BrokenQuery): Promise<object> {
    return this.verdicts.broken(actor, query);
  }

  @Get('recovered')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'listRecoveredContracts',
    summary: 'List contracts that pass and failed before, the last ones to recover first',
  })
  @Answer(200, 'A page of them', TURNED_SCHEMA, RECOVERED)
  recovered(@CurrentActor() actor: Actor, @Query() query: RecoveredQuery): Promise<object> {
    return this.verdicts.recovered(actor, query);
  }

  @Get('slaRisks')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'listSlaRisks',
    summary: 'List what SLAs promise soon and nothing has met yet',
    description:
      'A refresh that is due within the last fifth of its frequency, or data of the day that is due within the last fifth of the time from the start of the day; the next first.',
  })
  @Answer(200, 'The first of them, and how many there are', RISK_SCHEMA, RISKS)
  slaRisks(@CurrentActor() actor: Actor, @Query() { limit, mine }: OwnRowsQuery): Promise<object> {
    return this.risks.list(actor, limit, mine);
  }

  @Get('schedules')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'listSchedules',
    summary: 'List when contracts are validated by themselves, the next ones first',
    description: 'Those that are switched on; with `contract` the schedule of that one, also where it is switched off.',
  })
  @Answer(200, 'A page of them', SCHEDULES_SCHEMA, SCHEDULES)
  scheduled(@CurrentActor() actor: Actor, @Query() query: SchedulesQuery): Promise<object> {
    return this.schedules.list(actor, query);
  }

  @Get('coverage')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'getContractCoverage',
    summary: 'Count assets with and without a contract, by service or domain',
    description:
      'An asset in several domains counts in each. Domains are those that the asset shows, also inherited ones.',
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
      'At the end of each day; of the last one, now. Contracts that are there now, also on days before they were written: they are counted from their first result on.',
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
    description: 'In the order of the ids; contracts that are not there are left out.',
  })
  @Answer(200, 'The results', HISTORY_SCHEMA, HISTORY)
  history(@CurrentActor() actor: Actor, @Query() query: HistoryQuery): Promise<object> {
    return this.strips.of(actor, query);
  }
}
