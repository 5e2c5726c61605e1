import { LastSeen, type SeenUser } from '@app/auth';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../http/access';
import { Answer, pageOf } from '../http/described';
import { component, instant, uuid } from '../http/schemas';
import { LastSeenQuery } from './identity.dto';

const SEEN_USER_SCHEMA = component('SeenUser', {
  id: uuid,
  lastSeenAt: { ...instant, description: 'Epoch milliseconds, up to 5 minutes before the last request' },
});

/** When users and bots made their last request. */
@ApiTags('identity')
@Controller('v1/users/lastSeen')
export class LastSeenController {
  constructor(private readonly lastSeen: LastSeen) {}

  @Get()
  @Access({ operation: 'EditAll', resource: 'user' })
  @ApiOperation({
    operationId: 'listLastSeen',
    summary: 'Read when users made their last request',
    description:
      'By a login, an issuer or a token. For administrators. In the order of the ids; users that never made a request are left out.',
  })
  @Answer(200, 'The users that were seen', pageOf(SEEN_USER_SCHEMA), {
    data: [{ id: '0f4d6a2b-3c1e-4d5f-8a9b-1c2d3e4f5a6b', lastSeenAt: 1_764_300_000_000 }],
    paging: { total: 1 },
  })
  async list(@Query() { ids }: LastSeenQuery): Promise<{ data: SeenUser[]; paging: { total: number } }> {
    const data = await this.lastSeen.of(ids);
    return { data, paging: { total: data.length } };
  }
}
