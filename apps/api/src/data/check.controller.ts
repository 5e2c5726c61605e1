import type { Actor } from '@app/common';
import { TableChecks } from '@app/data';
import { Body, Controller, HttpCode, Post, Req, Res, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Takes } from '../http/described';
import { KeyedOperation, type PathKey } from '../http/input';
import { Shutdown } from '../http/lifecycle/shutdown';
import { CHECK_REQUEST } from './data.examples';
import { TableCheckRequest } from './data-run.dto';
import { AnswersDataRun, dataRunOptions, sendRun } from './data-run-request';

/** Test cases of tables, computed on their sources. */
export function checkController(by: PathKey): Type<unknown> {
  @ApiTags('data')
  @Controller(`v1/tables/${by.path}/checks`)
  class CheckController {
    constructor(
      private readonly checks: TableChecks,
      private readonly shutdown: Shutdown,
    ) {}

    @Post()
    @HttpCode(200)
    @Access({ operation: 'CheckData', resource: 'table' })
    @KeyedOperation(by, {
      operationId: 'checkTable',
      summary: 'Compute test cases of a table on its source',
      description:
        'Without `testCases` all that the service can compute. Each outcome is stored as a result of its test case; one that could not be computed is Aborted. `profile` has the table profiled in the same reading. Joins the check of the table that waits.',
    })
    @Takes(TableCheckRequest, CHECK_REQUEST)
    @AnswersDataRun()
    async ask(
      @CurrentActor() actor: Actor,
      @by.Param() table: string,
      @Body() body: TableCheckRequest,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const options = dataRunOptions(request, actor, this.shutdown.signal);
      sendRun(reply, await this.checks.request(actor, table, body, options));
    }
  }
  return CheckController;
}
