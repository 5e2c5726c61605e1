import {
  attributeCheck,
  EntityWriter,
  entityTypes,
  TableModels,
  type EntityAnswer,
  type TableModel,
} from '@app/catalog';
import type { Actor } from '@app/common';
import { TableJoins } from '@app/quality';
import { Body, Controller, Put, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { sendWritten } from '../entities/entity-answer';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { UuidParam } from '../http/input';
import { TableJoinsDto } from './ingestion.dto';
import { JOINS, SHOWN_TABLE } from './ingestion.examples';

const TABLE = entityTypes.get('table');
/** The checks of what is sent, made before the table is looked for. */
const CHECKS = {
  dataModel: attributeCheck(TABLE, 'dataModel'),
  tableProfilerConfig: attributeCheck(TABLE, 'tableProfilerConfig'),
};
const access = { operation: 'EditAll', resource: TABLE.type } as const;
const Shown = (): MethodDecorator => Answer(200, 'The table', entity('Table'), SHOWN_TABLE);

/** Single facts of a table under the paths at which ingestion writes them. */
@ApiTags('tables')
@ShowsEntity(TABLE)
@Controller(`v1/${TABLE.collection}`)
export class TableFactsController {
  constructor(
    private readonly writer: EntityWriter,
    private readonly joins: TableJoins,
    private readonly models: TableModels,
  ) {}

  @Put(':id/dataModel')
  @Access(access)
  @ApiOperation({
    operationId: 'putTableDataModel',
    summary:
      'Set the model that the table is made by, such as one of dbt; its tags are added to those of the table and its columns',
  })
  @Takes(entity('DataModel'), { modelType: 'DBT', sql: 'select 1' })
  @Shown()
  async putDataModel(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    CHECKS.dataModel(body);
    send(reply, await this.models.put(actor, id, body as TableModel));
  }

  @Put(':id/tableProfilerConfig')
  @Access(access)
  @ApiOperation({ operationId: 'putTableProfilerConfig', summary: 'Set how the table is profiled' })
  @Takes(TABLE.attributes.tableProfilerConfig?.schema ?? {}, { profileSample: 10, profileSampleType: 'PERCENTAGE' })
  @Shown()
  async putProfilerConfig(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    CHECKS.tableProfilerConfig(body);
    const patch = [{ op: 'add', path: '/tableProfilerConfig', value: body }];
    send(reply, await this.writer.patch(actor, TABLE, { id }, patch));
  }

  @Put(':id/joins')
  @Access(access)
  @ApiOperation({
    operationId: 'putTableJoins',
    summary: 'Store the joins of a table on one day; the table shows the sums of the last 30 days',
  })
  @Takes(TableJoinsDto, JOINS)
  @Shown()
  async putJoins(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Body() body: TableJoinsDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    send(reply, await this.joins.push(actor, id, body));
  }
}

function send(reply: FastifyReply, answer: EntityAnswer): void {
  sendWritten(reply, answer, TABLE.collection, false);
}
