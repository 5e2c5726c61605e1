import type { Actor } from '@app/common';
import { ConnectionTests } from '@app/data';
import { Body, Controller, HttpCode, Post, Req, Res, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Takes } from '../http/described';
import { KeyedOperation, type PathKey } from '../http/input';
import { Shutdown } from '../http/lifecycle/shutdown';
import { UNSTORED } from './data.examples';
import { UnstoredConnectionTest } from './data-run.dto';
import { AnswersDataRun, dataRunOptions, sendRun } from './data-run-request';

const ConnectData = Access({ operation: 'ConnectData', resource: 'databaseService' });
const STEPS =
  'Steps: Reach, LogIn, List, Read. The first step that fails ends the test. Its message gives the cause, the member of the connection to change, and how.';

/** Whether a source can be read, and what to change where it cannot. */
@ApiTags('data')
@Controller('v1/services/databaseServices/connectionTests')
export class ConnectionTestController {
  constructor(
    private readonly tests: ConnectionTests,
    private readonly shutdown: Shutdown,
  ) {}

  @Post()
  @HttpCode(200)
  @ConnectData
  @ApiOperation({
    operationId: 'testConnection',
    summary: 'Test a connection that is not stored',
    description: `${STEPS} The connection is not stored.`,
  })
  @Takes(UnstoredConnectionTest, UNSTORED)
  @AnswersDataRun()
  async unstored(
    @CurrentActor() actor: Actor,
    @Body() body: UnstoredConnectionTest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const options = dataRunOptions(request, actor, this.shutdown.signal);
    sendRun(reply, await this.tests.ofUnstored(actor, body, options));
  }
}

/** The same of the connection of a service. */
export function serviceTestController(by: PathKey): Type<unknown> {
  @ApiTags('data')
  @Controller(`v1/services/databaseServices/${by.path}/connectionTests`)
  class ServiceTestController {
    constructor(
      private readonly tests: ConnectionTests,
      private readonly shutdown: Shutdown,
    ) {}

    @Post()
    @HttpCode(200)
    @ConnectData
    @KeyedOperation(by, {
      operationId: 'testConnectionOfService',
      summary: 'Test the connection of a service',
      description: `${STEPS} The outcome is also stored as testConnectionResult of the service.`,
    })
    @AnswersDataRun()
    async test(
      @CurrentActor() actor: Actor,
      @by.Param() service: string,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const options = dataRunOptions(request, actor, this.shutdown.signal);
      sendRun(reply, await this.tests.ofService(actor, service, options));
    }
  }
  return ServiceTestController;
}
