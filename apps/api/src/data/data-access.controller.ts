import type { Actor } from '@app/common';
import { DataAccessService, type ShownAccess } from '@app/data';
import { Body, Controller, Delete, Get, HttpCode, Put, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, Takes } from '../http/described';
import { FqnParam, UuidParam } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { DataAccessRequest } from './data-access.dto';
import { DATA_ACCESS, SHOWN_ACCESS, SHOWN_ACCESS_SCHEMA } from './data.examples';

const ConnectData = Access({ operation: 'ConnectData', resource: 'databaseService' });
const Shown = Answer(200, 'What may be read', SHOWN_ACCESS_SCHEMA, SHOWN_ACCESS);
const Replaced = Answer(200, 'Replaced', SHOWN_ACCESS_SCHEMA, SHOWN_ACCESS);
const New = Answer(201, 'New', SHOWN_ACCESS_SCHEMA, SHOWN_ACCESS);
const Removed = ApiResponse({ status: 204, description: 'Nothing is read any more; open data runs are aborted' });

/** The services whose data may be read. */
@ApiTags('data')
@Controller('v1/services/databaseServices')
export class DataAccessController {
  constructor(private readonly accesses: DataAccessService) {}

  @Get('name/:fqn/dataAccess')
  @ConnectData
  @ApiOperation({ operationId: 'getDataAccessByName', summary: 'Read the data access of a service, by its name' })
  @Shown
  getByName(@CurrentActor() actor: Actor, @FqnParam() fqn: string): Promise<ShownAccess> {
    return this.accesses.get(actor, fqn);
  }

  @Get(':id/dataAccess')
  @ConnectData
  @ApiOperation({ operationId: 'getDataAccess', summary: 'Read the data access of a service' })
  @Shown
  get(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<ShownAccess> {
    return this.accesses.get(actor, id);
  }

  @Put('name/:fqn/dataAccess')
  @ConnectData
  @ApiOperation({ operationId: 'putDataAccessByName', summary: 'Have the data of a service read, by its name' })
  @Takes(DataAccessRequest, DATA_ACCESS)
  @Replaced
  @New
  putByName(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() body: DataAccessRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(reply, this.accesses.put(actor, fqn, body));
  }

  @Put(':id/dataAccess')
  @ConnectData
  @ApiOperation({
    operationId: 'putDataAccess',
    summary: 'Have the data of a service read',
    description:
      'Replaces what stood there. It holds for where the connection leads now: a change of that by somebody without ConnectData suspends it until it is put anew. 409 where the service has no connection.',
  })
  @Takes(DataAccessRequest, DATA_ACCESS)
  @Replaced
  @New
  put(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: DataAccessRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(reply, this.accesses.put(actor, id, body));
  }

  @Delete('name/:fqn/dataAccess')
  @HttpCode(204)
  @ConnectData
  @ApiOperation({ operationId: 'deleteDataAccessByName', summary: 'Stop reading the data of a service, by its name' })
  @Removed
  removeByName(@CurrentActor() actor: Actor, @FqnParam() fqn: string): Promise<void> {
    return this.accesses.remove(actor, fqn);
  }

  @Delete(':id/dataAccess')
  @HttpCode(204)
  @ConnectData
  @ApiOperation({ operationId: 'deleteDataAccess', summary: 'Stop reading the data of a service' })
  @Removed
  remove(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<void> {
    return this.accesses.remove(actor, id);
  }

  private async send(reply: FastifyReply, putting: ReturnType<DataAccessService['put']>): Promise<void> {
    const { shown, isNew } = await putting;
    sendJson(reply, JSON.stringify(shown), { status: isNew ? 201 : 200 });
  }
}
