import type { Actor } from '@app/common';
import { TableProfiles } from '@app/data';
import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Takes } from '../http/described';
import { FqnParam, UuidParam } from '../http/input';
import { Shutdown } from '../http/lifecycle/shutdown';
import { PROFILE_REQUEST } from './data.examples';
import { TableProfileRequest } from './data-run.dto';
import { AnswersDataRun, dataRunOptions, sendRun } from './data-run-request';

const CheckData = Access({ operation: 'CheckData', resource: 'table' });

/** Profiles of tables, measured on their sources. */
@ApiTags('data')
@Controller('v1/tables')
export class ProfileController {
  constructor(
    private readonly profiles: TableProfiles,
    private readonly shutdown: Shutdown,
  ) {}

  @Post('name/:fqn/profiles')
  @HttpCode(200)
  @CheckData
  @ApiOperation({
    operationId: 'profileTableByName',
    summary: 'Measure a table and its columns on its source, by its name',
  })
  @Takes(TableProfileRequest, PROFILE_REQUEST)
  @AnswersDataRun()
  byName(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() body: TableProfileRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.ask(actor, fqn, body, request, reply);
  }

  @Post(':id/profiles')
  @HttpCode(200)
  @CheckData
  @ApiOperation({
    operationId: 'profileTable',
    summary: 'Measure a table and its columns on its source',
    description:
      'By the `tableProfilerConfig` of the table. The profile is stored beside those that are sent, and is no evidence that the data was refreshed. Of columns that bear a tag which hides their values counts and lengths alone. Joins the profile of the table that waits.',
  })
  @Takes(TableProfileRequest, PROFILE_REQUEST)
  @AnswersDataRun()
  byId(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: TableProfileRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.ask(actor, id, body, request, reply);
  }

  private async ask(
    actor: Actor,
    table: string,
    body: TableProfileRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const options = dataRunOptions(request, actor, this.shutdown.signal);
    sendRun(reply, await this.profiles.request(actor, table, body, options));
  }
}
