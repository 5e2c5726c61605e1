import type { Actor } from '@app/common';
import { QueryCosts } from '@app/quality';
import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf, Takes } from '../http/described';
import { FqnParam } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { EvidenceListQuery } from '../quality/evidence.dto';
import { page } from '../quality/evidence.examples';
import { QueryCostDto } from './ingestion.dto';
import { QUERY_COST, QUERY_COST_SCHEMA, SENT_QUERY_COST } from './ingestion.examples';

const resource = 'query';

/** The costs of queries; a query is named by id or FQN. */
@ApiTags('queries')
@Controller('v1/queryCostRecord')
export class QueryCostController {
  constructor(private readonly costs: QueryCosts) {}

  @Post()
  @HttpCode(200)
  @Access({ operation: 'EditAll', resource })
  @ApiOperation({ operationId: 'putQueryCost', summary: 'Store the cost of the runs of a query up to a timestamp' })
  @Takes(QueryCostDto, SENT_QUERY_COST)
  @Answer(200, 'The record', QUERY_COST_SCHEMA, QUERY_COST)
  put(@CurrentActor() actor: Actor, @Body() body: QueryCostDto): Promise<object> {
    const { queryReference, timestamp, cost, count, totalDuration } = body;
    return this.costs.push(actor, queryReference.id, { timestamp, cost, count, totalDuration });
  }

  @Get(':fqn')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'listQueryCosts', summary: 'List the cost records of a query, newest first' })
  @Answer(200, 'A page of records', pageOf(QUERY_COST_SCHEMA), page(QUERY_COST))
  async list(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Query() query: EvidenceListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.costs.list(actor, fqn, query));
  }
}
