import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { ParkedJobs, type ParkedJobView } from '@app/queue';
import { Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer, MESSAGE, pageOf } from '../http/described';
import { integer, object, text } from '../http/schemas';
import { ParkedJobQuery } from './run.dto';

/** Only administrators reach it. */
const ADMINISTRATION = { operation: 'EditAll', resource: 'setting' } as const;

const PARKED_SCHEMA = object({
  id: text,
  queue: { ...text, description: 'Whether it was delivered' },
  name: { ...text, description: 'What kind of job it is' },
  reason: { ...text, description: 'Why no worker can run it' },
  payload: { ...text, description: 'As JSON, at most the first 1,000 characters' },
  parkedAt: integer,
});
const PARKED = {
  id: '5d41402abc4b2a76b9719d911017c592ae2b1c9f0e6f3d2c7b8a9e0d1f2a3b4c',
  queue: 'validation',
  name: 'validate-later',
  reason: 'No handler for the job validate-later of the queue validation',
  payload: '{"runId":"4f0f8a30-6f43-4d7e-8f0b-5a6f1c7c2f10"}',
  parkedAt: 1_767_225_600_000,
};
const ID = { name: 'id', description: 'As in the list', schema: text, example: PARKED.id };

/** Jobs that no worker could run, for operators. */
@ApiTags('system')
@Controller('v1/system/queues/parked')
export class ParkedJobController {
  constructor(
    private readonly parked: ParkedJobs,
    private readonly access: AccessControl,
  ) {}

  @Get()
  @Access(ADMINISTRATION)
  @ApiOperation({
    operationId: 'listParkedJobs',
    summary: 'List parked jobs (which no worker could run), newest first',
    description:
      'Jobs whose kind the release of the worker does not know, or whose payload is invalid. The newest 1,000 are stored.',
  })
  @Answer(200, 'The jobs, and how many there are', pageOf(PARKED_SCHEMA), { data: [PARKED], paging: { total: 1 } })
  async list(
    @CurrentActor() actor: Actor,
    @Query() { limit }: ParkedJobQuery,
  ): Promise<{ data: ParkedJobView[]; paging: { total: number } }> {
    this.requireAdministrator(actor);
    const { total, jobs } = await this.parked.list(limit);
    return { data: jobs, paging: { total } };
  }

  @Post(':id/retry')
  @HttpCode(200)
  @Access(ADMINISTRATION)
  @ApiOperation({
    operationId: 'retryParkedJob',
    summary: 'Send a parked job to its queue again',
    description: 'If the worker cannot run it, it is parked again. 409 if no worker of this release serves its queue.',
  })
  @ApiParam(ID)
  @Answer(200, 'The job was sent', MESSAGE, { message: 'Sent again' })
  async retry(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<{ message: string }> {
    this.requireAdministrator(actor);
    await this.parked.sendAgain(id);
    return { message: 'Sent again' };
  }

  @Delete(':id')
  @Access(ADMINISTRATION)
  @ApiOperation({ operationId: 'deleteParkedJob', summary: 'Remove a parked job' })
  @ApiParam(ID)
  @Answer(200, 'The job was removed', MESSAGE, { message: 'Removed' })
  async remove(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<{ message: string }> {
    this.requireAdministrator(actor);
    await this.parked.remove(id);
    return { message: 'Removed' };
  }

  private requireAdministrator(actor: Actor): void {
    this.access.require(actor, [ADMINISTRATION.operation], ADMINISTRATION.resource);
  }
}
