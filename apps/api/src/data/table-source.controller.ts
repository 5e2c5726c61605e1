import type { Actor } from '@app/common';
import { TableSource, type ShownTableSource } from '@app/data';
import { Controller, Get, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { KeyedOperation, type PathKey } from '../http/input';
import { TABLE_SOURCE, TABLE_SOURCE_SCHEMA } from './crawl.examples';

/** Where tables come from. */
export function tableSourceController(by: PathKey): Type<unknown> {
  @ApiTags('data')
  @Controller(`v1/tables/${by.path}/dataSource`)
  class TableSourceController {
    constructor(private readonly sources: TableSource) {}

    @Get()
    @Access({ operation: 'ViewBasic', resource: 'table' })
    @KeyedOperation(by, {
      operationId: 'getTableSource',
      summary: 'Read the source details of a table',
      description:
        'Name, id and size of the table in the source, and when a crawl last saw it. 404 if no crawl has seen it.',
    })
    @Answer(200, 'The details of the last crawl that saw the table', TABLE_SOURCE_SCHEMA, TABLE_SOURCE)
    get(@CurrentActor() actor: Actor, @by.Param() table: string): Promise<ShownTableSource> {
      return this.sources.get(actor, table);
    }
  }
  return TableSourceController;
}
