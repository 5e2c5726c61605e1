import type { Actor } from '@app/common';
import { OdcsBulk, OdcsService } from '@app/contracts';
import type { OdcsVerdict, ParsedDocument } from '@app/contracts';
import { Body, Controller, HttpCode, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { precondition, sendJson, sendWritten } from '../entities/entity-answer';
import type { RawQuery } from '../entities/query-reader';
import { Access, CurrentActor } from '../http/access';
import { BodyLimit } from '../http/parsing';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { requestToken } from '../http/request/request-token';
import { ContractAnswer, IDEMPOTENCY_KEY, JsonAnswer, TakesDocument } from './odcs-answer';
import { BULK, PARSED, VERDICT } from './odcs.examples';
import { bulkImportQuery, ModeQuery, putQuery, ServiceQuery, TargetQuery, targetQuery } from './odcs-query';

const resource = 'dataContract';
const collection = 'dataContracts';

/** Documents of the Open Data Contract Standard coming in, as JSON or YAML on either path. */
@ApiTags('odcs')
@SpeaksYaml()
@Controller(`v1/${collection}/odcs`)
export class OdcsImportController {
  constructor(
    private readonly odcs: OdcsService,
    private readonly odcsBulk: OdcsBulk,
  ) {}

  @Post()
  @Access({ operation: 'Create', resource })
  @BodyLimit()
  @ApiOperation({ operationId: 'importOdcs', summary: 'Make a contract of an ODCS document' })
  @TargetQuery()
  @TakesDocument()
  @IDEMPOTENCY_KEY
  @ContractAnswer(201)
  create(
    @CurrentActor() actor: Actor,
    @Query() query: RawQuery,
    @Body() document: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.createOne(actor, query, document, request, reply);
  }

  @Post('yaml')
  @Access({ operation: 'Create', resource })
  @BodyLimit()
  @ApiOperation({ operationId: 'importOdcsYaml', summary: 'Make a contract of an ODCS document in YAML' })
  @TargetQuery()
  @TakesDocument()
  @IDEMPOTENCY_KEY
  @ContractAnswer(201)
  createYaml(
    @CurrentActor() actor: Actor,
    @Query() query: RawQuery,
    @Body() document: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.createOne(actor, query, document, request, reply);
  }

  @Put()
  @Access({ operation: ['Create', 'EditAll'], resource })
  @BodyLimit()
  @ApiOperation({
    operationId: 'createOrUpdateFromOdcs',
    summary: 'Make or change the contract of an asset by an ODCS document',
  })
  @TargetQuery()
  @ModeQuery()
  @TakesDocument()
  @ContractAnswer(200, 201)
  put(
    @CurrentActor() actor: Actor,
    @Query() query: RawQuery,
    @Body() document: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.putOne(actor, query, document, request, reply);
  }

  @Put('yaml')
  @Access({ operation: ['Create', 'EditAll'], resource })
  @BodyLimit()
  @ApiOperation({
    operationId: 'createOrUpdateFromOdcsYaml',
    summary: 'Make or change the contract of an asset by an ODCS document in YAML',
  })
  @TargetQuery()
  @ModeQuery()
  @TakesDocument()
  @ContractAnswer(200, 201)
  putYaml(
    @CurrentActor() actor: Actor,
    @Query() query: RawQuery,
    @Body() document: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.putOne(actor, query, document, request, reply);
  }

  @Post('parse/yaml')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource })
  @BodyLimit()
  @ApiOperation({ operationId: 'parseOdcs', summary: 'Tell what an ODCS document holds' })
  @TakesDocument()
  @JsonAnswer(200, 'Its name, version, status and schema objects', PARSED)
  parse(@Body() document: unknown): ParsedDocument {
    return this.odcs.parse(document);
  }

  @Post('validate/yaml')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource })
  @BodyLimit()
  @ApiOperation({ operationId: 'checkOdcs', summary: 'Check an ODCS document against an asset without storing it' })
  @TargetQuery()
  @TakesDocument()
  @JsonAnswer(200, 'What was found', VERDICT)
  check(@CurrentActor() actor: Actor, @Query() query: RawQuery, @Body() document: unknown): Promise<OdcsVerdict> {
    return this.odcs.check(actor, targetQuery(query), document);
  }

  @Post('bulk')
  @HttpCode(200)
  @Access({ operation: 'Create', resource })
  @BodyLimit()
  @ApiOperation({ operationId: 'importOdcsBulk', summary: 'Make a contract of each schema object of an ODCS document' })
  @ServiceQuery()
  @TakesDocument()
  @JsonAnswer(200, 'All contracts were made', { ...BULK, total: 1, failed: 0, results: BULK.results.slice(0, 1) })
  @JsonAnswer(207, 'Some or none were made; each outcome says why', BULK)
  async bulk(
    @CurrentActor() actor: Actor,
    @Query() query: RawQuery,
    @Body() document: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { service, allowDrift } = bulkImportQuery(query);
    const report = await this.odcsBulk.create(actor, service, document, allowDrift);
    sendJson(reply, JSON.stringify(report), report.failed ? 207 : 200);
  }

  private async createOne(
    actor: Actor,
    query: RawQuery,
    document: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const answer = await this.odcs.create(actor, targetQuery(query), document, requestToken(request, actor));
    sendWritten(reply, answer, collection, true);
  }

  private async putOne(
    actor: Actor,
    query: RawQuery,
    document: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { target, mode } = putQuery(query);
    const answer = await this.odcs.put(actor, target, document, mode, precondition(request));
    sendWritten(reply, answer, collection, answer.created);
  }
}
