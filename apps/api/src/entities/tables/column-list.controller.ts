import { ColumnList } from '@app/catalog';
import type { Actor } from '@app/common';
import { Controller, Get, Query, Res, type Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import type { PathKey } from '../../http/input';
import { sendJson } from '../../http/representation/answer';
import { ColumnListQuery } from './column-query';
import { DescribedColumnList } from './described-columns';

/** The columns of a table, page by page. */
export function columnListController(by: PathKey): Type<unknown> {
  @Controller(`v1/tables/${by.path}/columns`)
  class ColumnListController {
    constructor(private readonly columns: ColumnList) {}

    @Get()
    @Access({ operation: 'ViewBasic', resource: 'table' })
    @DescribedColumnList(`listTableColumns${by.suffix}`)
    async page(
      @CurrentActor() actor: Actor,
      @by.Param() table: string,
      @Query() query: ColumnListQuery,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      sendJson(reply, await this.columns.list(actor, by.keyOf(table), query));
    }
  }
  return ColumnListController;
}
