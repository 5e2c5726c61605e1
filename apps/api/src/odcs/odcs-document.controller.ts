import type { Actor } from '@app/common';
import {
  columnsOfOdcs,
  OdcsBulk,
  OdcsExport,
  OdcsService,
  type OdcsVerdict,
  type ParsedDocument,
} from '@app/contracts';
import { Body, Controller, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONTRACT } from '../contracts/read/contract-content';
import { isCompatible } from '../compatibility/compatibility-mode';
import { type ContractValidation, contractValidation } from '../compatibility/contract-validation';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { BodyLimit } from '../http/parsing';
import { sendJson } from '../http/representation/answer';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { DocumentAnswer, TakesDocument } from './odcs-answer';
import { BULK, PARSED, VERDICT } from './odcs.examples';
import { BULK_SCHEMA, PARSED_SCHEMA, VERDICT_SCHEMA } from './odcs.schemas';
import { BulkImportQuery, importTarget, TargetQuery } from './odcs-query';

const resource = 'dataContract';

/** Documents of the Open Data Contract Standard: their content, and the contracts of all their schema objects. */
@ApiTags('odcs')
@SpeaksYaml()
@Controller('v1/dataContracts/odcs')
export class OdcsDocumentController {
  constructor(
    private readonly odcs: OdcsService,
    private readonly odcsBulk: OdcsBulk,
    private readonly exports: OdcsExport,
  ) {}

  @Post('parse/yaml')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource })
  @BodyLimit()
  @ApiOperation({ operationId: 'parseOdcs', summary: 'Describe the content of an ODCS document' })
  @TakesDocument()
  @Answer(200, 'Its name, version, status and schema objects', PARSED_SCHEMA, PARSED)
  parse(@Body() document: unknown): ParsedDocument {
    return this.odcs.parse(document);
  }

  @Post('validate/yaml')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource })
  @BodyLimit()
  @ApiOperation({ operationId: 'checkOdcs', summary: 'Check an ODCS document against an asset without storing it' })
  @TakesDocument()
  @Answer(200, 'What was found', VERDICT_SCHEMA, VERDICT)
  async check(
    @CurrentActor() actor: Actor,
    @Query() query: TargetQuery,
    @Body() document: unknown,
    @Req() request: FastifyRequest,
  ): Promise<OdcsVerdict | ContractValidation> {
    const verdict = await this.odcs.check(actor, importTarget(query), document);
    return isCompatible(request) ? contractValidation(verdict, columnsOfOdcs(document, query.objectName)) : verdict;
  }

  @Post('preview')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource })
  @BodyLimit()
  @ApiOperation({
    operationId: 'previewOdcs',
    summary: 'Show a contract as an ODCS document without storing it',
    description: 'The document that an export would be after a PUT of the contract.',
  })
  @Takes(entity('CreateDataContract'), CONTRACT.example)
  @DocumentAnswer()
  preview(@CurrentActor() actor: Actor, @Body() contract: unknown): Promise<object> {
    return this.exports.preview(actor, contract);
  }

  @Post('bulk')
  @HttpCode(200)
  @Access({ operation: 'Create', resource })
  @BodyLimit()
  @ApiOperation({
    operationId: 'importOdcsBulk',
    summary: 'Create a contract for each schema object of an ODCS document',
  })
  @TakesDocument()
  @Answer(200, 'All contracts were created', BULK_SCHEMA, {
    ...BULK,
    total: 1,
    failed: 0,
    results: BULK.results.slice(0, 1),
  })
  @Answer(207, 'Some or no contracts were created; each outcome gives the reason', BULK_SCHEMA, BULK)
  async bulk(
    @CurrentActor() actor: Actor,
    @Query() { service, allowDrift }: BulkImportQuery,
    @Body() document: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const report = await this.odcsBulk.create(actor, service, document, allowDrift);
    sendJson(reply, JSON.stringify(report), { status: report.failed ? 207 : 200 });
  }
}
