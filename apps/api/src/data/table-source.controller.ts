import type { Actor } from '@app/common';
import { TableSource, type ShownTableSource } from '@app/data';
import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { FqnParam, UuidParam } from '../http/input';
import { TABLE_SOURCE, TABLE_SOURCE_SCHEMA } from './crawl.examples';

const View = Access({ operation: 'ViewBasic', resource: 'table' });
const Shown = Answer(200, 'As it was when it was seen last', TABLE_SOURCE_SCHEMA, TABLE_SOURCE);

/** Where tables come from. */
@ApiTags('data')
@Controller('v1/tables')
export class TableSourceController {
  constructor(private readonly sources: TableSource) {}

  @Get('name/:fqn/dataSource')
  @View
  @ApiOperation({ operationId: 'getTableSourceByName', summary: 'Read what crawls saw of a table, by its name' })
  @Shown
  byName(@CurrentActor() actor: Actor, @FqnParam() fqn: string): Promise<ShownTableSource> {
    return this.sources.get(actor, fqn);
  }

  @Get(':id/dataSource')
  @View
  @ApiOperation({
    operationId: 'getTableSource',
    summary: 'Read what crawls saw of a table',
    description:
      'Its name and id in the source, its size there, and when it was seen last. 404 where no crawl has seen it.',
  })
  @Shown
  byId(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<ShownTableSource> {
    return this.sources.get(actor, id);
  }
}
