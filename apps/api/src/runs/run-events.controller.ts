import { RunEvents } from '@app/validation';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../http/access';
import { UuidParam } from '../http/input';
import { EventStream, EventStreams } from '../http/outgoing/event-streams';

const EXAMPLE = `id: 1
event: state
data: {"status":"Queued","resultId":"0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34","timestamp":1763612345678}

id: 2
event: state
data: {"status":"Running","resultId":"0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34","timestamp":1763612345678}

id: 3
event: dimension
data: {"resultId":"0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34","dimension":"schema","passed":11,"failed":1,"total":12}

id: 4
event: state
data: {"status":"Failed","resultId":"0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34","timestamp":1763612345678}
`;

/** Progress events of validation runs. */
@ApiTags('validation')
@Controller('v1/dataContracts')
export class RunEventsController {
  constructor(
    private readonly events: RunEvents,
    private readonly streams: EventStreams,
  ) {}

  @Get(':id/results/:resultId/events')
  @Access({ operation: 'ViewBasic', resource: 'dataContract' })
  @ApiOperation({ operationId: 'followValidation', summary: 'Stream the progress of a validation run' })
  @EventStream('Sends each state, and each dimension when it is done, until the run has ended.', EXAMPLE)
  async follow(
    @UuidParam() id: string,
    @UuidParam('resultId') resultId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.streams.send(request, reply, (options) => this.events.follow(id, resultId, options));
  }
}
