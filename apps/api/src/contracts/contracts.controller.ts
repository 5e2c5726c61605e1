import type { Actor } from '@app/common';
import { ContractService } from '@app/contracts';
import type { DocumentVerdict } from '@app/contracts';
import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEntity } from '../entities/entity-answer';
import { QueryReader } from '../entities/query-reader';
import type { RawQuery } from '../entities/query-reader';
import { Access, CurrentActor } from '../http/access';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { CONTRACT, ContractAnswer } from './read/contract-content';
import { assetQuery } from './read/contract-query';

const resource = 'dataContract';

@ApiTags('dataContracts')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ContractsController {
  constructor(private readonly contracts: ContractService) {}

  @Get('entity')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({
    operationId: 'getEffectiveContract',
    summary: 'Read the contract that holds for an asset',
    description:
      'Its own contract with what that inherits from the one of its data product; without an own one, that of the product.',
  })
  @ApiQuery({ name: 'entityId', required: true, schema: { type: 'string', format: 'uuid' } })
  @ApiQuery({ name: 'entityType', required: true, schema: { type: 'string' }, example: 'table' })
  @ApiQuery({ name: 'fields', required: false, schema: { type: 'string' } })
  @ContractAnswer()
  async ofAsset(
    @CurrentActor() actor: Actor,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asset = assetQuery(query);
    sendEntity(request, reply, await this.contracts.ofAsset(actor, asset, asset.fields));
  }

  @Post('validate')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'checkContractDocument', summary: 'Check a contract document without storing it' })
  @ApiBody({
    schema: { $ref: '#/components/schemas/CreateDataContract' },
    examples: { example: { value: CONTRACT.example } },
  })
  @ApiQuery({ name: 'allowDrift', required: false, schema: { type: 'boolean', default: false } })
  @ApiResponse({
    status: 200,
    description: 'What was found',
    content: { 'application/json': { schema: { type: 'object' }, example: { valid: true, errors: [] } } },
  })
  check(@CurrentActor() actor: Actor, @Query() query: RawQuery, @Body() document: unknown): Promise<DocumentVerdict> {
    const reader = new QueryReader(query);
    const allowDrift = reader.boolean('allowDrift');
    reader.end();
    return this.contracts.check(actor, document, allowDrift);
  }
}
