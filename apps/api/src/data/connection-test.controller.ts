import type { Actor } from '@app/common';
import { ConnectionTests } from '@app/data';
import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Takes } from '../http/described';
import { FqnParam, UuidParam } from '../http/input';
import { Shutdown } from '../http/lifecycle/shutdown';
import { UNSTORED } from './data.examples';
import { UnstoredConnectionTest } from './data-run.dto';
import { AnswersDataRun, dataRunOptions, sendRun } from './data-run-request';

const ConnectData = Access({ operation: 'ConnectData', resource: 'databaseService' });
const STEPS =
  'Reach, LogIn, List, Read, in this order: the first step that fails ends it and says why, which member of the connection to change, and how.';

/** Whether a source can be read, and what to change where it cannot. */
@ApiTags('data')
@Controller('v1/services/databaseServices')
export class ConnectionTestController {
  constructor(
    private readonly tests: ConnectionTests,
    private readonly shutdown: Shutdown,
  ) {}

  @Post('connectionTests')
  @HttpCode(200)
  @ConnectData
  @ApiOperation({
    operationId: 'testConnection',
    summary: 'Try a connection that is not stored',
    description: `${STEPS} Nothing of the connection is kept.`,
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

  @Post('name/:fqn/connectionTests')
  @HttpCode(200)
  @ConnectData
  @ApiOperation({
    operationId: 'testConnectionOfServiceByName',
    summary: 'Try the connection of a service, by its name',
  })
  @AnswersDataRun()
  byName(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.ofService(actor, fqn, request, reply);
  }

  @Post(':id/connectionTests')
  @HttpCode(200)
  @ConnectData
  @ApiOperation({
    operationId: 'testConnectionOfService',
    summary: 'Try the connection of a service',
    description: `${STEPS} The outcome is the testConnectionResult of the service, too.`,
  })
  @AnswersDataRun()
  byId(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.ofService(actor, id, request, reply);
  }

  private async ofService(actor: Actor, service: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const options = dataRunOptions(request, actor, this.shutdown.signal);
    sendRun(reply, await this.tests.ofService(actor, service, options));
  }
}
