import { entityTypes } from '@app/catalog';
import type { Actor } from '@app/common';
import { TablePipelines } from '@app/quality';
import { applyDecorators, Body, Controller, Delete, Get, Put, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { sendWritten } from '../entities/entity-answer';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { BodyList, FqnParam } from '../http/input';
import { answered, TABLE_PIPELINE } from './evidence.examples';
import { MOST_REPORTS, TablePipeline } from './table-pipelines.dto';

const TABLE = entityTypes.get('table');
const LIST = { type: 'array', items: entity('PipelineObservability') };
const BODY = { type: 'array', items: entity('TablePipeline'), maxItems: MOST_REPORTS };
const STAYS = 'The version of the table does not change.';

const Changes = (operationId: string, summary: string, left: readonly object[]): MethodDecorator =>
  applyDecorators(
    ShowsEntity(TABLE),
    Access({ operation: 'EditTests', resource: TABLE.type }),
    ApiOperation({ operationId, summary, description: STAYS }),
    Answer(200, 'The table', entity('Table'), answered(TABLE.type, { pipelineObservability: left })),
  );

/** The pipelines that process a table, each with its last run; the table is named by id or FQN, a pipeline by FQN. */
@ApiTags(TABLE.collection)
@Controller(`v1/${TABLE.collection}`)
export class TablePipelinesController {
  constructor(private readonly pipelines: TablePipelines) {}

  @Put(':fqn/pipelineObservability/:pipelineFqn')
  @Changes('putPipelineObservabilityOfPipeline', 'Store the report of a pipeline that processes a table', [
    TABLE_PIPELINE,
  ])
  @Takes(TablePipeline, TABLE_PIPELINE)
  async putOne(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @FqnParam('pipelineFqn') pipeline: string,
    @Body() body: TablePipeline,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.pipelines.put(actor, fqn, [body], pipeline), TABLE.collection, false);
  }

  @Delete(':fqn/pipelineObservability/:pipelineFqn')
  @Changes('deletePipelineObservabilityOfPipeline', 'Delete the report of a pipeline that processes a table', [])
  async removeOne(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @FqnParam('pipelineFqn') pipeline: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.pipelines.remove(actor, fqn, pipeline), TABLE.collection, false);
  }

  @Put(':fqn/pipelineObservability')
  @Changes(
    'putPipelineObservability',
    'Store reports of pipelines that process a table; reports of other pipelines stay, and of several runs of a pipeline the newest counts',
    [TABLE_PIPELINE],
  )
  @ApiExtraModels(TablePipeline)
  @Takes(BODY, [TABLE_PIPELINE])
  async put(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @BodyList(TablePipeline, MOST_REPORTS) body: TablePipeline[],
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.pipelines.put(actor, fqn, body), TABLE.collection, false);
  }

  @Get(':fqn/pipelineObservability')
  @Access({ operation: 'ViewBasic', resource: TABLE.type })
  @ApiOperation({
    operationId: 'listPipelineObservability',
    summary: 'List the pipelines that process a table, by name, with the last reported status of each',
  })
  @Answer(200, 'All pipelines that the caller may see', LIST, [TABLE_PIPELINE])
  list(@CurrentActor() actor: Actor, @FqnParam() fqn: string): Promise<readonly object[]> {
    return this.pipelines.list(actor, fqn);
  }

  @Delete(':fqn/pipelineObservability')
  @Changes('deletePipelineObservability', 'Delete the reports of all pipelines of a table that the caller may see', [])
  async remove(@CurrentActor() actor: Actor, @FqnParam() fqn: string, @Res() reply: FastifyReply): Promise<void> {
    sendWritten(reply, await this.pipelines.remove(actor, fqn), TABLE.collection, false);
  }
}
