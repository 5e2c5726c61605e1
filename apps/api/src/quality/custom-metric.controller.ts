import { entityTypes } from '@app/catalog';
import type { Actor } from '@app/common';
import { CustomMetrics } from '@app/quality';
import { applyDecorators, Body, Controller, Delete, Put, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { sendWritten } from '../entities/entity-answer';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { FqnParam, MAX_COLUMN_FQN, UuidParam } from '../http/input';
import { CreateCustomMetric, LONGEST_METRIC_NAME } from './custom-metric.dto';
import { answered, CUSTOM_METRIC, SENT_CUSTOM_METRIC } from './evidence.examples';

const TABLE = entityTypes.get('table');

const Changes = (operationId: string, summary: string, example: Record<string, unknown>): MethodDecorator =>
  applyDecorators(
    Access({ operation: 'EditTests', resource: TABLE.type }),
    ApiOperation({ operationId, summary, description: 'The version of the table does not change.' }),
    Answer(200, 'The table', entity('Table'), answered(TABLE.type, example)),
  );

/** Metrics that users define on tables and columns, for profilers to compute. */
@ApiTags(TABLE.collection)
@ShowsEntity(TABLE)
@Controller(`v1/${TABLE.collection}`)
export class CustomMetricController {
  constructor(private readonly metrics: CustomMetrics) {}

  @Put(':id/customMetric')
  @Changes('putCustomMetric', 'Create or replace a custom metric of a table or column, by its name', {
    customMetrics: [CUSTOM_METRIC],
  })
  @Takes(CreateCustomMetric, SENT_CUSTOM_METRIC)
  async put(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Body() { updatedAt: _at, updatedBy: _by, ...metric }: CreateCustomMetric,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.metrics.put(actor, id, metric), TABLE.collection, false);
  }

  @Delete(':id/customMetric/:customMetricName')
  @Changes('deleteTableCustomMetric', 'Delete a custom metric of a table', {})
  async remove(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @FqnParam('customMetricName', LONGEST_METRIC_NAME) name: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.metrics.remove(actor, id, name), TABLE.collection, false);
  }

  @Delete(':id/customMetric/:columnName/:customMetricName')
  @Changes(
    'deleteColumnCustomMetric',
    'Delete a custom metric of a column, named by its name or its path in the table',
    {},
  )
  async removeOfColumn(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @FqnParam('columnName', MAX_COLUMN_FQN) column: string,
    @FqnParam('customMetricName', LONGEST_METRIC_NAME) name: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.metrics.remove(actor, id, name, column), TABLE.collection, false);
  }
}
