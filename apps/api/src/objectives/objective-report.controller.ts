import type { Actor } from '@app/common';
import { BurningList, MonthReport, ObjectiveList, reportCsv } from '@app/objectives';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { sendJson } from '../http/representation/answer';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { RouteOptions } from '../http/route-options.decorator';
import { text } from '../http/schemas';
import { BurningObjectivesQuery, ObjectiveReportQuery, ObjectivesQuery } from './objective.dto';
import {
  BURNING,
  BURNING_SCHEMA,
  LISTED,
  LISTED_SCHEMA,
  REPORT,
  REPORT_CSV,
  REPORT_SCHEMA,
} from './objective.examples';

const VIEW = { operation: 'ViewBasic', resource: 'dataContract' } as const;

/** Objectives over all contracts that the caller may see. */
@ApiTags('objectives')
@SpeaksYaml()
@Controller('v1/dataContracts/objectives')
export class ObjectiveReportController {
  constructor(
    private readonly objectives: ObjectiveList,
    private readonly burning: BurningList,
    private readonly reports: MonthReport,
  ) {}

  @Get()
  @Access(VIEW)
  @ApiOperation({
    operationId: 'listObjectives',
    summary: 'List the objectives of contracts',
    description: 'With `contract` those of that contract; the list is empty where it has none.',
  })
  @Answer(200, 'A page of contracts with objectives', LISTED_SCHEMA, LISTED)
  stored(@CurrentActor() actor: Actor, @Query() query: ObjectivesQuery): Promise<object> {
    return this.objectives.list(actor, query);
  }

  @Get('burning')
  @Access(VIEW)
  @ApiOperation({
    operationId: 'listBurningContracts',
    summary: 'List contracts whose error budgets burn too fast, by name',
  })
  @Answer(200, 'A page of contracts', BURNING_SCHEMA, BURNING)
  list(@CurrentActor() actor: Actor, @Query() query: BurningObjectivesQuery): Promise<object> {
    return this.burning.list(actor, query);
  }

  @Get('report')
  @Access(VIEW)
  @RouteOptions({ otherTypes: ['text/csv'] })
  @ApiOperation({
    operationId: 'getObjectiveReport',
    summary: 'Read the monthly report of all objectives',
    description:
      'Evaluates each objective over the calendar month, independent of its own window; ordered by domain, contract and objective. The current month is evaluated up to now.',
  })
  @ApiResponse({
    status: 200,
    description: 'A row for each objective',
    content: {
      'application/json': { schema: REPORT_SCHEMA, example: REPORT },
      'text/csv': { schema: text, example: REPORT_CSV },
    },
  })
  async report(
    @CurrentActor() actor: Actor,
    @Query() { format, ...query }: ObjectiveReportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const data = await this.reports.rows(actor, query);
    if (format === 'json') return void sendJson(reply, JSON.stringify({ data }));
    void reply
      .code(200)
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="objectives-${query.month}.csv"`,
      })
      .send(await reportCsv(data));
  }
}
