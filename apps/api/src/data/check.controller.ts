import type { Actor } from '@app/common';
import { TableChecks } from '@app/data';
import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Takes } from '../http/described';
import { FqnParam, UuidParam } from '../http/input';
import { Shutdown } from '../http/lifecycle/shutdown';
import { CHECK_REQUEST } from './data.examples';
import { TableCheckRequest } from './data-run.dto';
import { AnswersDataRun, dataRunOptions, sendRun } from './data-run-request';

const CheckData = Access({ operation: 'CheckData', resource: 'table' });

/** Test cases of tables, computed on their sources. */
@ApiTags('data')
@Controller('v1/tables')
export class CheckController {
  constructor(
    private readonly checks: TableChecks,
    private readonly shutdown: Shutdown,
  ) {}

  @Post('name/:fqn/checks')
  @HttpCode(200)
  @CheckData
  @ApiOperation({
    operationId: 'checkTableByName',
    summary: 'Compute test cases of a table on its source, by its name',
  })
  @Takes(TableCheckRequest, CHECK_REQUEST)
  @AnswersDataRun()
  byName(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() body: TableCheckRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.ask(actor, fqn, body, request, reply);
  }

  @Post(':id/checks')
  @HttpCode(200)
  @CheckData
  @ApiOperation({
    operationId: 'checkTable',
    summary: 'Compute test cases of a table on its source',
    description:
      'Without `testCases` all that the service can compute. Each outcome is stored as a result of its test case; one that could not be computed is Aborted. `profile` has the table profiled in the same reading. Joins the check of the table that waits.',
  })
  @Takes(TableCheckRequest, CHECK_REQUEST)
  @AnswersDataRun()
  byId(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: TableCheckRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.ask(actor, id, body, request, reply);
  }

  private async ask(
    actor: Actor,
    table: string,
    body: TableCheckRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const options = dataRunOptions(request, actor, this.shutdown.signal);
    sendRun(reply, await this.checks.request(actor, table, body, options));
  }
}
