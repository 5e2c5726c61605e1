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
      summary: 'Run the test cases of a table on its source',
      description:
        'Without `testCases` all test cases that the service can run. Each outcome is stored as a result of its test case; a test case that could not be run is Aborted. `profile` also profiles the table, in the same reading. `definitions` with `dryRun: true` computes checks that are not there: their outcomes stand in the run alone, which is removed after an hour. If a check of the table is already queued, that run is returned.',
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
