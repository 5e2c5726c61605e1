import { ColumnList, type EntityKey } from '@app/catalog';
import type { Actor } from '@app/common';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { FqnParam, UuidParam } from '../../http/input';
import { sendJson } from '../../http/representation/answer';
import { ColumnListQuery } from './column-query';
import { DescribedColumnList } from './described-columns';

const resource = 'table';

/** The columns of a table, page by page. */
@Controller('v1/tables')
export class ColumnListController {
  constructor(private readonly columns: ColumnList) {}

  @Get('name/:fqn/columns')
  @Access({ operation: 'ViewBasic', resource })
  @DescribedColumnList('listTableColumnsByName')
  byName(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Query() query: ColumnListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(actor, { fqn }, query, reply);
  }

  @Get(':id/columns')
  @Access({ operation: 'ViewBasic', resource })
  @DescribedColumnList('listTableColumns')
  byId(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Query() query: ColumnListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(actor, { id }, query, reply);
  }

  private async send(actor: Actor, key: EntityKey, query: ColumnListQuery, reply: FastifyReply): Promise<void> {
    sendJson(reply, await this.columns.list(actor, key, query));
  }
}
