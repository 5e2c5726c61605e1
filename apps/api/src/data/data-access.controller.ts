import type { Actor } from '@app/common';
import { DataAccessService, type ShownAccess } from '@app/data';
import { Body, Controller, Delete, Get, HttpCode, Put, Res, type Type } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, Takes } from '../http/described';
import { KeyedOperation, type PathKey } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { DataAccessRequest } from './data-access.dto';
import { DATA_ACCESS, SHOWN_ACCESS, SHOWN_ACCESS_SCHEMA } from './data.examples';

const ConnectData = Access({ operation: 'ConnectData', resource: 'databaseService' });

/** The services whose data may be read. */
export function dataAccessController(by: PathKey): Type<unknown> {
  @ApiTags('data')
  @Controller(`v1/services/databaseServices/${by.path}/dataAccess`)
  class DataAccessController {
    constructor(private readonly accesses: DataAccessService) {}

    @Get()
    @ConnectData
    @KeyedOperation(by, { operationId: 'getDataAccess', summary: 'Read the data access of a service' })
    @Answer(200, 'The data access', SHOWN_ACCESS_SCHEMA, SHOWN_ACCESS)
    get(@CurrentActor() actor: Actor, @by.Param() service: string): Promise<ShownAccess> {
      return this.accesses.get(actor, service);
    }

    @Put()
    @ConnectData
    @KeyedOperation(by, {
      operationId: 'putDataAccess',
      summary: 'Set the data access of a service',
      description:
        'Replaces the data access. It is bound to the current target of the connection: if a user without ConnectData changes the connection, access is suspended until it is set again. 409 if the service has no connection.',
    })
    @Takes(DataAccessRequest, DATA_ACCESS)
    @Answer(200, 'Replaced', SHOWN_ACCESS_SCHEMA, SHOWN_ACCESS)
    @Answer(201, 'New', SHOWN_ACCESS_SCHEMA, SHOWN_ACCESS)
    async put(
      @CurrentActor() actor: Actor,
      @by.Param() service: string,
      @Body() body: DataAccessRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const { shown, isNew } = await this.accesses.put(actor, service, body);
      sendJson(reply, JSON.stringify(shown), { status: isNew ? 201 : 200 });
    }

    @Delete()
    @HttpCode(204)
    @ConnectData
    @KeyedOperation(by, { operationId: 'deleteDataAccess', summary: 'Remove the data access of a service' })
    @ApiResponse({ status: 204, description: 'Data access is removed; open data runs are aborted' })
    remove(@CurrentActor() actor: Actor, @by.Param() service: string): Promise<void> {
      return this.accesses.remove(actor, service);
    }
  }
  return DataAccessController;
}
