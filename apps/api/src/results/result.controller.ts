import { isUuid } from '@app/common';
import type { Actor } from '@app/common';
import { ResultService } from '@app/results';
import { Body, Controller, Delete, Get, Param, Put, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { TimestampParam, UuidParam } from '../http/input';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { readTimestamp } from './read-timestamp';
import { sendJson } from '../http/representation/answer';
import { LIST_SCHEMA, RESULT_SCHEMA } from './result-schema';
import { PUSHED_RESULT, RESULT, RESULT_LIST, STORED_RESULT } from './result.examples';
import { ResultListParameters } from './result-list.query';
import { ResultQuery, wantsDetails } from './result.query';

const resource = 'dataContract';
const json = (schema: object, example: unknown) => ({ content: { 'application/json': { schema, example } } });

/** The result history of a contract. */
@ApiTags('results')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ResultController {
  constructor(private readonly results: ResultService) {}

  @Get(':id/results')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'listResults', summary: 'List the results of a contract, newest first' })
  @ApiResponse({ status: 200, description: 'A page of results', ...json(LIST_SCHEMA, RESULT_LIST) })
  async list(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: ResultListParameters,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.results.list(actor, id, { ...query, details: wantsDetails(query) }));
  }

  @Put(':id/results')
  @Access({ operation: 'ManageResults', resource })
  @ApiOperation({ operationId: 'putResult', summary: 'Store a result that an external pipeline came to' })
  @ApiBody({ schema: RESULT_SCHEMA, examples: { example: { value: PUSHED_RESULT } } })
  @ApiResponse({ status: 200, description: 'Replaced, as it is stored', ...json(RESULT_SCHEMA, STORED_RESULT) })
  @ApiResponse({ status: 201, description: 'New, as it is stored', ...json(RESULT_SCHEMA, STORED_RESULT) })
  async put(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const stored = await this.results.push(actor, id, body);
    sendJson(reply, stored.json, { status: stored.isNew ? 201 : 200 });
  }

  @Get(':id/results/latest')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'getLatestResult', summary: 'Read the newest result of a contract' })
  @ApiResponse({ status: 200, description: 'The result', ...json(RESULT_SCHEMA, RESULT) })
  async latest(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: ResultQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.results.latest(actor, id, wantsDetails(query)));
  }

  @Get(':id/results/:result')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'getResult', summary: 'Read one result, by its id or its timestamp' })
  @ApiParam({ name: 'result', description: 'A UUID, or epoch milliseconds', schema: { type: 'string' } })
  @ApiResponse({ status: 200, description: 'The result', ...json(RESULT_SCHEMA, RESULT) })
  async get(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Param('result') result: string,
    @Query() query: ResultQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const details = wantsDetails(query);
    const text = isUuid(result)
      ? await this.results.byId(actor, id, result.toLowerCase(), details)
      : await this.results.byTimestamp(actor, id, readTimestamp(result), details);
    sendJson(reply, text);
  }

  @Delete(':id/results/before/:timestamp')
  @Access({ operation: 'ManageResults', resource })
  @ApiOperation({ operationId: 'deleteResultsBefore', summary: 'Delete all results that are strictly older' })
  @ApiResponse({ status: 200, description: 'How many went', ...json({ type: 'object' }, { deleted: 12 }) })
  async deleteBefore(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @TimestampParam() timestamp: number,
  ): Promise<{ deleted: number }> {
    return { deleted: await this.results.deleteBefore(actor, id, timestamp) };
  }

  @Delete(':id/results/:timestamp')
  @Access({ operation: 'ManageResults', resource })
  @ApiOperation({ operationId: 'deleteResult', summary: 'Delete the result at a timestamp' })
  @ApiResponse({ status: 200, description: 'The deleted result', ...json(RESULT_SCHEMA, RESULT) })
  async delete(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @TimestampParam() timestamp: number,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.results.delete(actor, id, timestamp));
  }
}
