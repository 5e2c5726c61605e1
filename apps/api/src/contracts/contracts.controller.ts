import type { Actor } from '@app/common';
import { columnsOfContract, ContractService, type DocumentVerdict } from '@app/contracts';
import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEntity } from '../entities/entity-answer';
import { isCompatible, termsFor } from '../compatibility/compatibility-mode';
import { type ContractValidation, contractValidation } from '../compatibility/contract-validation';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { Access, CurrentActor, readFor, ReadsAhead } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { DOCUMENT_CHECK } from './document-check';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { CONTRACT, ContractAnswer } from './read/contract-content';
import { ContractOfAssetQuery, DocumentCheckQuery } from './read/contract-query';

const resource = 'dataContract';

@ApiTags('dataContracts')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ContractsController {
  constructor(private readonly contracts: ContractService) {}

  @Get('entity')
  @ShowsEntity(CONTRACT)
  @Access({ operation: 'ViewBasic', resource })
  @ReadsAhead()
  @ApiOperation({
    operationId: 'getEffectiveContract',
    summary: 'Read the effective contract of an asset',
    description:
      'The contract of the asset, completed by the contract of its data product; if the asset has none, the contract of the product.',
  })
  @ContractAnswer()
  async ofAsset(
    @Query() { entityId: id, entityType: type, fields }: ContractOfAssetQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const view = { fields, terms: termsFor(request) };
    sendEntity(reply, await readFor(request, (actor) => this.contracts.ofAsset(actor, { id, type }, view)));
  }

  @Post('validate')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'checkContractDocument', summary: 'Check a contract document without storing it' })
  @Takes(entity('CreateDataContract'), CONTRACT.example)
  @Answer(200, 'What was found', DOCUMENT_CHECK, { valid: true, errors: [] })
  async check(
    @CurrentActor() actor: Actor,
    @Query() { allowDrift }: DocumentCheckQuery,
    @Body() document: unknown,
    @Req() request: FastifyRequest,
  ): Promise<DocumentVerdict | ContractValidation> {
    const verdict = await this.contracts.check(actor, document, allowDrift);
    return isCompatible(request) ? contractValidation(verdict, columnsOfContract(document)) : verdict;
  }
}
