import type { Actor } from '@app/common';
import { TableAccess, type TableDataAccess } from '@app/data';
import { Body, Controller, Delete, Get, HttpCode, Put, Res, type Type } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, Takes } from '../http/described';
import { KeyedOperation, type PathKey } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { TableDataAccessRequest } from './data-access.dto';
import { TABLE_ACCESS, TABLE_ACCESS_SCHEMA } from './data.examples';

const EditAll = Access({ operation: 'EditAll', resource: 'table' });

/** The tables of whose rows something may be shown. */
export function tableAccessController(by: PathKey): Type<unknown> {
  @ApiTags('data')
  @Controller(`v1/tables/${by.path}/dataAccess`)
  class TableAccessController {
    constructor(private readonly accesses: TableAccess) {}

    @Get()
    @EditAll
    @KeyedOperation(by, { operationId: 'getTableDataAccess', summary: 'Read the data access of a table' })
    @Answer(200, 'What may be shown', TABLE_ACCESS_SCHEMA, TABLE_ACCESS)
    get(@CurrentActor() actor: Actor, @by.Param() table: string): Promise<TableDataAccess> {
      return this.accesses.get(actor, table);
    }

    @Put()
    @EditAll
    @KeyedOperation(by, {
      operationId: 'putTableDataAccess',
      summary: 'Set the data access of a table',
      description:
        'With `exampleKeys` a check stores up to five primary keys of the rows that fail it as the `failedRowsSample` of its test case: where `SAMPLE_DATA` is on, the data access of the service has `exampleKeys` too, and no column of the key bears a tag that hides values. Checks of hidden columns and SQL of users have none. Without it, keys that are stored are removed.',
    })
    @Takes(TableDataAccessRequest, TABLE_ACCESS)
    @Answer(200, 'Replaced', TABLE_ACCESS_SCHEMA, TABLE_ACCESS)
    @Answer(201, 'New', TABLE_ACCESS_SCHEMA, TABLE_ACCESS)
    async put(
      @CurrentActor() actor: Actor,
      @by.Param() table: string,
      @Body() body: TableDataAccessRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const { shown, isNew } = await this.accesses.put(actor, table, { exampleKeys: body.exampleKeys });
      sendJson(reply, JSON.stringify(shown), { status: isNew ? 201 : 200 });
    }

    @Delete()
    @HttpCode(204)
    @EditAll
    @KeyedOperation(by, { operationId: 'deleteTableDataAccess', summary: 'Show nothing of the rows of a table' })
    @ApiResponse({ status: 204, description: 'Keys of rows that were stored are removed' })
    remove(@CurrentActor() actor: Actor, @by.Param() table: string): Promise<void> {
      return this.accesses.remove(actor, table);
    }
  }
  return TableAccessController;
}
