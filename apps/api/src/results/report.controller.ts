import type { Actor } from '@app/common';
import { BulkPushService, RelationContracts, type ReportPart } from '@app/results';
import { Body, Controller, Put, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { MULTI_STATUS, outcomeJson } from '../http/errors/mixed-outcomes';
import { AcceptsXml } from '../http/parsing';
import { sendJson } from '../http/representation/answer';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { list, text } from '../http/schemas';
import { ReportQuery, reportTarget } from './report.dto';
import { JUNIT_REPORT, REPORT, REPORT_ANSWER_SCHEMA, REPORT_MIXED, REPORT_STORED } from './report.examples';
import { storeReport } from './store-report';

/** Reports of tools that check data, as results of contracts. */
@ApiTags('results')
@Controller('v1/dataContracts')
export class ReportController {
  constructor(
    private readonly bulk: BulkPushService,
    private readonly relations: RelationContracts,
  ) {}

  @Put('results/reports')
  @Access({ operation: 'ManageResults', resource: 'dataContract' })
  @AcceptsXml()
  @SpeaksYaml()
  @ApiOperation({
    operationId: 'putReport',
    summary: 'Store the report of another tool as results of contracts',
    description:
      'JSON as the tool writes it, XML for junit. One result for each contract that the report is about, at the time of the report, so that ' +
      'the same report again replaces it. For dbt the body may be `{"run_results": …, "manifest": …}`: the contracts of its tables are found by it, and tables without one are listed in leftOut. ' +
      'A report has at most 100,000 checks, 10,000 suites or runs, and 100 attributes an element of XML.',
  })
  @ApiBody({
    schema: { oneOf: [{ type: 'object' }, list({}), text] },
    examples: { soda: { value: REPORT }, junit: { value: JUNIT_REPORT } },
  })
  @Answer(200, 'All are stored', REPORT_ANSWER_SCHEMA, REPORT_STORED)
  @Answer(207, 'Some were refused; the others are stored', REPORT_ANSWER_SCHEMA, REPORT_MIXED)
  async put(
    @CurrentActor() actor: Actor,
    @Query() query: ReportQuery,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const contractsOf = this.relations.of.bind(this.relations, actor);
    const target = { ...reportTarget(query), contractsOf };
    const { stored, leftOut } = await storeReport(this.bulk, actor, query.from, body, target);
    const status = stored.some(({ outcome }) => 'error' in outcome) ? MULTI_STATUS : 200;
    const rows = stored.map(({ part, outcome }) => partJson(part, outcomeJson(outcome)));
    const others = leftOut.map(({ subjects, checks, leftOut: reason }) => ({ subjects, checks, reason }));
    const more = others.length > 0 ? `,"leftOut":${JSON.stringify(others)}` : '';
    sendJson(reply, `{"results":[${rows.join(',')}]${more}}`, { status });
  }
}

/** The outcome of a part, an object as text, with the tool's names for it. */
function partJson({ subjects, checks }: ReportPart, outcome: string): string {
  return `{"subjects":${JSON.stringify(subjects)},"checks":${checks},${outcome.slice(1)}`;
}
