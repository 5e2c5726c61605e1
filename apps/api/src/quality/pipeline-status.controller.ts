import type { Actor } from '@app/common';
import { PipelineStatusService } from '@app/quality';
import { Body, Controller, Get, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { sendWritten } from '../entities/entity-answer';
import { sendJson } from '../http/representation/answer';
import { Access, CurrentActor } from '../http/access';
import { BodyList, FqnParam } from '../http/input';
import { Answer, entity, pageOf, Takes } from '../http/described';
import { page, PIPELINE_STATUS, SHOWN_PIPELINE } from './evidence.examples';
import { EvidenceListQuery, PipelineStatus } from './evidence.dto';

const resource = 'pipeline';
const collection = 'pipelines';
/** Two statements each, in one transaction. */
const MOST_STATUSES = 1_000;

/** Runs of pipelines; a pipeline is named by FQN or id. */
@ApiTags(collection)
@Controller(`v1/${collection}`)
export class PipelineStatusController {
  constructor(private readonly statuses: PipelineStatusService) {}

  @Put(':fqn/status')
  @ShowsEntity({ type: 'pipeline' })
  @Access({ operation: 'EditTests', resource })
  @ApiOperation({ operationId: 'putPipelineStatus', summary: 'Store the status of a pipeline run' })
  @Takes(PipelineStatus, PIPELINE_STATUS)
  @Answer(200, 'The pipeline with its newest status', entity('Pipeline'), SHOWN_PIPELINE)
  async put(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() body: PipelineStatus,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.statuses.push(actor, fqn, [body]), collection, false);
  }

  @Put(':fqn/status/bulk')
  @ShowsEntity({ type: 'pipeline' })
  @Access({ operation: 'EditTests', resource })
  @ApiOperation({ operationId: 'putPipelineStatuses', summary: 'Store the statuses of several pipeline runs' })
  @Takes({ type: 'array', items: entity('PipelineStatus'), maxItems: MOST_STATUSES }, [PIPELINE_STATUS])
  @Answer(200, 'The pipeline with its newest status', entity('Pipeline'), SHOWN_PIPELINE)
  async putAll(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @BodyList(PipelineStatus, MOST_STATUSES) body: PipelineStatus[],
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.statuses.push(actor, fqn, body), collection, false);
  }

  @Get(':fqn/status')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'listPipelineStatuses', summary: 'List the runs of a pipeline, newest first' })
  @Answer(200, 'A page of statuses', pageOf(entity('PipelineStatus')), page(PIPELINE_STATUS))
  async list(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Query() query: EvidenceListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.statuses.list(actor, fqn, query));
  }
}
