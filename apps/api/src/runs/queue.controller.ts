import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { QueueControl, type QueueView } from '@app/queue';
import { waitSeconds } from '@app/validation';
import { Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { component, count, flag, list, object, oneOf, text } from '../http/schemas';

/** Only administrators reach it. */
const ADMINISTRATION = { operation: 'EditAll', resource: 'setting' } as const;

/** Default wait of a request for a queue to drain. */
const DRAIN_SECONDS = 10;

const QUEUE_SCHEMA = component('Queue', {
  name: text,
  lane: oneOf(['urgent', 'batch']),
  paused: flag,
  waiting: { ...count, description: 'Jobs that wait for a worker' },
  active: { ...count, description: 'Jobs that workers have; a paused queue is drained when there is none' },
});
const LIST_SCHEMA = object({ data: list(QUEUE_SCHEMA) });
const QUEUE = { name: 'validation-batch', lane: 'batch', paused: false, waiting: 117, active: 4 };
const PAUSED = { ...QUEUE, paused: true };
const NAME = {
  name: 'name',
  description: 'As in the list of queues',
  schema: text,
  example: QUEUE.name,
};

/** The queues of the workers, for operators. */
@ApiTags('system')
@Controller('v1/system/queues')
export class QueueController {
  constructor(
    private readonly queues: QueueControl,
    private readonly access: AccessControl,
  ) {}

  @Get()
  @Access(ADMINISTRATION)
  @ApiOperation({ operationId: 'listQueues', summary: 'List the queues of the workers' })
  @Answer(200, 'The queues', LIST_SCHEMA, { data: [QUEUE] })
  async list(@CurrentActor() actor: Actor): Promise<{ data: QueueView[] }> {
    this.requireAdministrator(actor);
    return { data: await this.queues.list() };
  }

  @Post(':name/pause')
  @HttpCode(200)
  @Access(ADMINISTRATION)
  @ApiOperation({
    operationId: 'pauseQueue',
    summary: 'Pause a queue for all workers',
    description: 'Workers finish their current runs and claim no more. New requests are accepted and wait.',
  })
  @ApiParam(NAME)
  @Answer(200, 'The queue', QUEUE_SCHEMA, PAUSED)
  pause(@CurrentActor() actor: Actor, @Param('name') name: string): Promise<QueueView> {
    this.requireAdministrator(actor);
    return this.queues.pause(name);
  }

  @Post(':name/drain')
  @HttpCode(200)
  @Access(ADMINISTRATION)
  @ApiOperation({
    operationId: 'drainQueue',
    summary: 'Pause a queue and wait until its running work has ended',
    description:
      'Waits for 10 seconds, or for the time of the header `Prefer: wait=<s>` (0 to 60). `active` is 0 when the queue is drained. Running work is not interrupted.',
  })
  @ApiParam(NAME)
  @Answer(200, 'The queue', QUEUE_SCHEMA, { ...PAUSED, active: 0 })
  drain(
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Headers('prefer') prefer: string | undefined,
  ): Promise<QueueView> {
    this.requireAdministrator(actor);
    return this.queues.drain(name, waitSeconds(prefer, DRAIN_SECONDS) * 1_000);
  }

  @Post(':name/resume')
  @HttpCode(200)
  @Access(ADMINISTRATION)
  @ApiOperation({ operationId: 'resumeQueue', summary: 'Resume a queue' })
  @ApiParam(NAME)
  @Answer(200, 'The queue', QUEUE_SCHEMA, QUEUE)
  resume(@CurrentActor() actor: Actor, @Param('name') name: string): Promise<QueueView> {
    this.requireAdministrator(actor);
    return this.queues.resume(name);
  }

  private requireAdministrator(actor: Actor): void {
    this.access.require(actor, [ADMINISTRATION.operation], ADMINISTRATION.resource);
  }
}
