import type { Actor } from '@app/common';
import { TableProfiles } from '@app/data';
import { Body, Controller, HttpCode, Post, Req, Res, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Takes } from '../http/described';
import { KeyedOperation, type PathKey } from '../http/input';
import { Shutdown } from '../http/lifecycle/shutdown';
import { PROFILE_REQUEST } from './data.examples';
import { TableProfileRequest } from './data-run.dto';
import { AnswersDataRun, dataRunOptions, sendRun } from './data-run-request';

/** Profiles of tables, measured on their sources. */
export function profileController(by: PathKey): Type<unknown> {
  @ApiTags('data')
  @Controller(`v1/tables/${by.path}/profiles`)
  class ProfileController {
    constructor(
      private readonly profiles: TableProfiles,
      private readonly shutdown: Shutdown,
    ) {}

    @Post()
    @HttpCode(200)
    @Access({ operation: 'CheckData', resource: 'table' })
    @KeyedOperation(by, {
      operationId: 'profileTable',
      summary: 'Profile a table on its source',
      description:
        'Follows the `tableProfilerConfig` of the table. The profile is stored beside pushed profiles and does not count as a refresh of the data. For columns with a tag that hides their values only counts and lengths are measured. If a profile of the table is already queued, that run is returned.',
    })
    @Takes(TableProfileRequest, PROFILE_REQUEST)
    @AnswersDataRun()
    async ask(
      @CurrentActor() actor: Actor,
      @by.Param() table: string,
      @Body() body: TableProfileRequest,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const options = dataRunOptions(request, actor, this.shutdown.signal);
      sendRun(reply, await this.profiles.request(actor, table, body, options));
    }
  }
  return ProfileController;
}
