import type { Actor } from '@app/common';
import { columnsOfOdcs, OdcsBulk, OdcsService, type OdcsVerdict, type ParsedDocument } from '@app/contracts';
import { Body, Controller, HttpCode, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCompatible } from '../compatibility/compatibility-mode';
import { type ContractValidation, contractValidation } from '../compatibility/contract-validation';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { isStrict, precondition, sendWritten } from '../entities/entity-answer';
import { sendJson } from '../http/representation/answer';
import { Access, CurrentActor } from '../http/access';
import { BodyLimit } from '../http/parsing';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { requestToken } from '../http/request/request-token';
import { HeldAnswer } from '../governance/held-writes';
import { ContractAnswer, IDEMPOTENCY_KEY, JsonAnswer, TakesDocument } from './odcs-answer';
import { BULK, PARSED, VERDICT } from './odcs.examples';
import { BULK_SCHEMA, PARSED_SCHEMA, VERDICT_SCHEMA } from './odcs.schemas';
import { BulkImportQuery, importTarget, PutQuery, TargetQuery } from './odcs-query';

const resource = 'dataContract';
const collection = 'dataContracts';

/** Imports documents of the Open Data Contract Standard, as JSON or YAML on either path. */
@ApiTags('odcs')
@SpeaksYaml()
@Controller(`v1/${collection}/odcs`)
export class OdcsImportController {
  constructor(
    private readonly odcs: OdcsService,
    private readonly odcsBulk: OdcsBulk,
  ) {}

  @Post()
  @ShowsEntity({ type: 'dataContract' })
  @Access({ operation: 'Create', resource })
  @BodyLimit()
  @ApiOperation({ operationId: 'importOdcs', summary: 'Make a contract of an ODCS document' })
  @TakesDocument()
  @IDEMPOTENCY_KEY
  @ContractAnswer(201)
  create(
    @CurrentActor() actor: Actor,
    @Query() query: TargetQuery,
    @Body() document: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.createOne(actor, query, document, request, reply);
  }

  @Post('yaml')
  @ShowsEntity({ type: 'dataContract' })
  @Access({ operation: 'Create', resource })
  @BodyLimit()
  @ApiOperation({ operationId: 'importOdcsYaml', summary: 'Make a contract of an ODCS document in YAML' })
  @TakesDocument()
  @IDEMPOTENCY_KEY
  @ContractAnswer(201)
  createYaml(
    @CurrentActor() actor: Actor,
    @Query() query: TargetQuery,
    @Body() document: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.createOne(actor, query, document, request, reply);
  }

  @Put()
  @ShowsEntity({ type: 'dataContract' })
  @Access({ operation: ['Create', 'EditAll'], resource })
  @BodyLimit()
  @ApiOperation({
    operationId: 'createOrUpdateFromOdcs',
    summary: 'Make or change the contract of an asset by an ODCS document',
  })
  @TakesDocument()
  @ContractAnswer(200, 201)
  @HeldAnswer()
  put(
    @CurrentActor() actor: Actor,
    @Query() query: PutQuery,
    @Body() document: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.putOne(actor, query, document, request, reply);
  }

  @Put('yaml')
  @ShowsEntity({ type: 'dataContract' })
  @Access({ operation: ['Create', 'EditAll'], resource })
  @BodyLimit()
  @ApiOperation({
    operationId: 'createOrUpdateFromOdcsYaml',
    summary: 'Make or change the contract of an asset by an ODCS document in YAML',
  })
  @TakesDocument()
  @ContractAnswer(200, 201)
  @HeldAnswer()
  putYaml(
    @CurrentActor() actor: Actor,
    @Query() query: PutQuery,
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
  @JsonAnswer(200, 'Its name, version, status and schema objects', PARSED_SCHEMA, PARSED)
  parse(@Body() document: unknown): ParsedDocument {
    return this.odcs.parse(document);
  }

  @Post('validate/yaml')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource })
  @BodyLimit()
  @ApiOperation({ operationId: 'checkOdcs', summary: 'Check an ODCS document against an asset without storing it' })
  @TakesDocument()
  @JsonAnswer(200, 'What was found', VERDICT_SCHEMA, VERDICT)
  async check(
    @CurrentActor() actor: Actor,
    @Query() query: TargetQuery,
    @Body() document: unknown,
    @Req() request: FastifyRequest,
  ): Promise<OdcsVerdict | ContractValidation> {
    const verdict = await this.odcs.check(actor, importTarget(query), document);
    return isCompatible(request) ? contractValidation(verdict, columnsOfOdcs(document, query.objectName)) : verdict;
  }

  @Post('bulk')
  @HttpCode(200)
  @Access({ operation: 'Create', resource })
  @BodyLimit()
  @ApiOperation({ operationId: 'importOdcsBulk', summary: 'Make a contract of each schema object of an ODCS document' })
  @TakesDocument()
  @JsonAnswer(200, 'All contracts were made', BULK_SCHEMA, {
    ...BULK,
    total: 1,
    failed: 0,
    results: BULK.results.slice(0, 1),
  })
  @JsonAnswer(207, 'Some or none were made; each outcome says why', BULK_SCHEMA, BULK)
  async bulk(
    @CurrentActor() actor: Actor,
    @Query() { service, allowDrift }: BulkImportQuery,
    @Body() document: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const report = await this.odcsBulk.create(actor, service, document, allowDrift);
    sendJson(reply, JSON.stringify(report), { status: report.failed ? 207 : 200 });
  }

  private async createOne(
    actor: Actor,
    query: TargetQuery,
    document: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const answer = await this.odcs.create(actor, importTarget(query), document, requestToken(request, actor));
    sendWritten(reply, answer, collection, true);
  }

  private async putOne(
    actor: Actor,
    query: PutQuery,
    document: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const options = { precondition: precondition(request), isStrict: isStrict(request) };
    const answer = await this.odcs.put(actor, importTarget(query), document, query.mode, options);
    sendWritten(reply, answer, collection, answer.created);
  }
}
