import { AppError, attempt, isUuid, type Actor } from '@app/common';
import { BulkPushService, LONGEST_PRODUCER, ResultService, SummaryService, type ResultSummary } from '@app/results';
import { Body, Controller, Delete, Get, Logger, Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf, Takes } from '../http/described';
import { MULTI_STATUS, noteOutcomes, outcomeJson } from '../http/errors/mixed-outcomes';
import { checkerOf, TimestampParam, UuidParam } from '../http/input';
import { AcceptsNdjson, BodyLimit } from '../http/parsing';
import { sendJson } from '../http/representation/answer';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { component, integer } from '../http/schemas';
import {
  PushedResult,
  PushedResultRow,
  PushedResults,
  readTimestamp,
  ResultListQuery,
  ResultQuery,
  SummaryQuery,
  wantedParts,
} from './result.dto';
import {
  BULK_ANSWER_SCHEMA,
  BULK_MIXED,
  BULK_REQUEST,
  BULK_STORED,
  DELETED_PART,
  PUSHED_RESULT,
  RESULT,
  RESULT_LIST,
  STORED_RESULT,
  SUMMARY,
  SUMMARY_SCHEMA,
} from './result.examples';
import { readProducer } from './producer.input';
import { ShowsResults } from '../compatibility/shows-entity.decorator';
import { DELETED_PART_SCHEMA, RESULT_SCHEMA } from './result.schemas';

const resource = 'dataContract';
const DELETED = component('DeletedCount', { deleted: integer });

/** The result history of a contract. */
@ApiTags('results')
@ShowsResults()
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ResultController {
  private readonly logger = new Logger(ResultController.name);

  constructor(
    private readonly results: ResultService,
    private readonly bulk: BulkPushService,
    private readonly summaries: SummaryService,
  ) {}

  @Get(':id/results')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'listResults', summary: 'List the results of a contract, newest first' })
  @Answer(200, 'A page of results', pageOf(RESULT_SCHEMA), RESULT_LIST)
  async list(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: ResultListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.results.list(actor, id, { ...query, parts: wantedParts(query) }));
  }

  @Put(':id/results')
  @Access({ operation: 'ManageResults', resource })
  @ApiOperation({ operationId: 'putResult', summary: 'Store a result of an external pipeline' })
  @Takes(PushedResult, PUSHED_RESULT)
  @Answer(200, 'The result that replaced an earlier one', RESULT_SCHEMA, STORED_RESULT)
  @Answer(201, 'The new result', RESULT_SCHEMA, STORED_RESULT)
  async put(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: PushedResult,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const stored = await this.results.push(actor, id, body);
    sendJson(reply, stored.json, { status: stored.isNew ? 201 : 200 });
  }

  @Put('results/bulk')
  @Access({ operation: 'ManageResults', resource })
  @BodyLimit()
  @AcceptsNdjson()
  @ApiExtraModels(PushedResultRow)
  @ApiOperation({
    operationId: 'putResults',
    summary: 'Store up to 1,000 results of external pipelines',
    description: 'If the request fails, nothing is stored.',
  })
  @Takes(PushedResults, BULK_REQUEST)
  @Answer(200, 'All are stored', BULK_ANSWER_SCHEMA, BULK_STORED)
  @Answer(207, 'Some were refused; the others are stored', BULK_ANSWER_SCHEMA, BULK_MIXED)
  async putMany(
    @CurrentActor() actor: Actor,
    @Body() { results }: PushedResults,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const outcomes = await this.bulk.push(actor, results.map(rowOf));
    noteOutcomes(this.logger, request, 'results of a bulk push', outcomes);
    const status = outcomes.some((outcome) => 'error' in outcome) ? MULTI_STATUS : 200;
    sendJson(reply, `{"results":[${outcomes.map(outcomeJson).join(',')}]}`, { status });
  }

  @Get(':id/results/summary')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'summarizeResults', summary: 'Summarize the results of a contract, with their trend' })
  @Answer(200, 'The summary', SUMMARY_SCHEMA, SUMMARY)
  summary(@CurrentActor() actor: Actor, @UuidParam() id: string, @Query() query: SummaryQuery): Promise<ResultSummary> {
    return this.summaries.summary(actor, id, query);
  }

  @Get(':id/results/latest')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'getLatestResult', summary: 'Read the newest result of a contract' })
  @Answer(200, 'The result', RESULT_SCHEMA, RESULT)
  async latest(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: ResultQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.results.latest(actor, id, wantedParts(query)));
  }

  @Get(':id/results/:result')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'getResult', summary: 'Read one result, by its id or its timestamp' })
  @ApiParam({ name: 'result', description: 'A UUID, or epoch milliseconds', schema: { type: 'string' } })
  @Answer(200, 'The result', RESULT_SCHEMA, RESULT)
  async get(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Param('result') result: string,
    @Query() query: ResultQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const parts = wantedParts(query);
    const text = isUuid(result)
      ? await this.results.byId(actor, id, result.toLowerCase(), parts)
      : await this.results.byTimestamp(actor, id, readTimestamp(result), parts);
    sendJson(reply, text);
  }

  @Delete(':id/results/before/:timestamp')
  @Access({ operation: 'ManageResults', resource })
  @ApiOperation({ operationId: 'deleteResultsBefore', summary: 'Delete all results that are strictly older' })
  @Answer(200, 'The number of deleted results', DELETED, { deleted: 12 })
  async deleteBefore(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @TimestampParam() timestamp: number,
  ): Promise<{ deleted: number }> {
    return { deleted: await this.results.deleteBefore(actor, id, timestamp) };
  }

  @Delete(':id/results/producers/:name')
  @Access({ operation: 'ManageResults', resource })
  @ApiOperation({
    operationId: 'deleteProducer',
    summary: "Remove a producer's part from later results",
    description:
      'Later results do not include this producer. Stored results stay, and no new one is written. A later push adds the producer again. The producer `service` denotes the runs of this catalog.',
  })
  @ApiParam({ name: 'name', schema: { type: 'string', minLength: 1, maxLength: LONGEST_PRODUCER }, example: 'dbt' })
  @Answer(200, 'The newest push of the producer', DELETED_PART_SCHEMA, DELETED_PART)
  async deleteProducer(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Param('name') name: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.results.deleteProducer(actor, id, readProducer(name)));
  }

  @Delete(':id/results/:result')
  @Access({ operation: 'ManageResults', resource })
  @ApiOperation({ operationId: 'deleteResult', summary: 'Delete the result at a timestamp' })
  @Answer(200, 'The deleted result', RESULT_SCHEMA, RESULT)
  async delete(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @TimestampParam('result') timestamp: number,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.results.delete(actor, id, timestamp));
  }
}

/** A result that is checked by itself; what is wrong with it concerns it alone. */
function rowOf(sent: unknown): PushedResultRow | AppError {
  return sent instanceof AppError ? sent : attempt(() => checkerOf(PushedResultRow).body(sent));
}
