import type { Actor } from '@app/common';
import { TestResultService } from '@app/quality';
import { Body, Controller, Delete, Get, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJson } from '../http/representation/answer';
import { Access, CurrentActor } from '../http/access';
import { FqnParam, TakesIdempotencyKey, TimestampParam } from '../http/input';
import { Answer, entity, pageOf, Takes } from '../http/described';
import { requestToken } from '../http/request/request-token';
import { page, STORED_TEST_RESULT, TEST_RESULT } from './evidence.examples';
import { EvidenceListQuery, TestCaseResult } from './evidence.dto';

const resource = 'testCase';
const SCHEMA = entity('TestCaseResult');
const Stored = Answer(201, 'The new result', SCHEMA, STORED_TEST_RESULT);
const Replaced = Answer(200, 'Replaced the one at that time', SCHEMA, STORED_TEST_RESULT);

/** Results of test cases, under the path of the interface and under that of the reference's clients. */
@ApiTags('dataQuality/testCases')
@Controller('v1/dataQuality/testCases')
export class TestResultController {
  constructor(private readonly results: TestResultService) {}

  @Put(':fqn/testCaseResult')
  @Access({ operation: 'EditTests', resource })
  @ApiOperation({ operationId: 'putTestCaseResult', summary: 'Store a result of a test case, named by FQN or id' })
  @Takes(TestCaseResult, TEST_RESULT)
  @Stored
  @Replaced
  async put(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() body: TestCaseResult,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { json, isNew } = await this.results.push(actor, fqn, body);
    sendJson(reply, json, { status: isNew ? 201 : 200 });
  }

  @Post('testCaseResults/:fqn')
  @Access({ operation: 'EditTests', resource })
  @ApiOperation({ operationId: 'addTestCaseResult', summary: 'Store a result of a test case, as clients send it' })
  @TakesIdempotencyKey()
  @Takes(TestCaseResult, TEST_RESULT)
  @Stored
  @Replaced
  async post(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() body: TestCaseResult,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { json, isNew, replayed } = await this.results.push(actor, fqn, body, requestToken(request, actor));
    sendJson(reply, json, { status: isNew ? 201 : 200, ...(replayed && { replayed }) });
  }

  @Get(':fqn/testCaseResult')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'listTestCaseResult', summary: 'List the results of a test case, newest first' })
  @Answer(200, 'A page of results', pageOf(SCHEMA), page(STORED_TEST_RESULT))
  async list(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Query() query: EvidenceListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.results.list(actor, fqn, query));
  }

  @Get('testCaseResults/:fqn')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'listTestCaseResults', summary: 'List the results of a test case, as clients ask' })
  @Answer(200, 'A page of results', pageOf(SCHEMA), page(STORED_TEST_RESULT))
  async listAsClients(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Query() query: EvidenceListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.results.list(actor, fqn, query));
  }

  @Delete('testCaseResults/:fqn/:timestamp')
  @Access({ operation: 'EditTests', resource })
  @ApiOperation({ operationId: 'deleteTestCaseResult', summary: 'Delete the result of a test case at a timestamp' })
  @Answer(200, 'The deleted result', SCHEMA, STORED_TEST_RESULT)
  async delete(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @TimestampParam() timestamp: number,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.results.delete(actor, fqn, timestamp));
  }
}
