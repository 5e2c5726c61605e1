import { Readable } from 'node:stream';
import type { Actor } from '@app/common';
import { GroupReport, reportFile } from '@app/validation';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { sendJson } from '../http/representation/answer';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { RouteOptions } from '../http/route-options.decorator';
import { text } from '../http/schemas';
import { GroupReportQuery } from './overview.dto';
import { REPORT, REPORT_CSV, REPORT_SCHEMA } from './overview.examples';

/** Sums of teams, domains, tiers and services, over what the caller may see. */
@ApiTags('overview')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ReportController {
  constructor(private readonly reports: GroupReport) {}

  @Get('report')
  @Access({ operation: 'ViewBasic', resource: 'dataContract' })
  @RouteOptions({ otherTypes: ['text/csv'] })
  @ApiOperation({
    operationId: 'getGroupReport',
    summary: 'Report coverage, pass rate, SLA and recovery by team, domain, tier or service',
    description:
      'The lowest pass rate first, then the lowest coverage. What is in several groups counts in each; inherited owners and domains count. A contract that is upcoming or has ended does not count.',
  })
  @ApiResponse({
    status: 200,
    description: 'A row for each group',
    content: {
      'application/json': { schema: REPORT_SCHEMA, example: REPORT },
      'text/csv': { schema: text, example: REPORT_CSV },
    },
  })
  async report(
    @CurrentActor() actor: Actor,
    @Query() { format, ...request }: GroupReportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const report = await this.reports.of(actor, request);
    if (format === 'json') return void sendJson(reply, JSON.stringify(report));
    const { groupBy, days } = request;
    void reply
      .code(200)
      .headers({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="contracts-by-${groupBy}-${days}-days.csv"`,
      })
      .send(Readable.from(reportFile(groupBy, report), { objectMode: false }));
  }
}
