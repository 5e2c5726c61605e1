import { entityTypes } from '@app/catalog';
import { badRequest, invalidFields, isUuid } from '@app/common';
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
import { AcceptsYaml } from '../http/parsing';

const CONTRACT = entityTypes.get('dataContract');
const SCHEMA = { $ref: '#/components/schemas/DataContract' };
const resource = 'dataContract';

@ApiTags('dataContracts')
@Controller('v1/dataContracts')
export class ContractsController {
  constructor(private readonly contracts: ContractService) {}

  @Get('entity')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'getEffectiveContract', summary: 'Read the contract that holds for an asset' })
  @ApiQuery({ name: 'entityId', required: true, schema: { type: 'string', format: 'uuid' } })
  @ApiQuery({ name: 'entityType', required: true, schema: { type: 'string' }, example: 'table' })
  @ApiQuery({ name: 'fields', required: false, schema: { type: 'string' } })
  @ApiResponse({
    status: 200,
    description: 'The contract',
    content: { 'application/json': { schema: SCHEMA, example: CONTRACT.example } },
  })
  async ofAsset(
    @CurrentActor() actor: Actor,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const reader = new QueryReader(query);
    const asset = readAsset(reader);
    sendEntity(request, reply, await this.contracts.ofAsset(actor, asset, asset.fields));
  }

  @Post('validate')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource })
  @AcceptsYaml()
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

/** `entityId` and `entityType` of a query, both required, and its `fields`. */
function readAsset(reader: QueryReader): { id: string; type: string; fields: string | undefined } {
  const [id, type, fields] = [reader.text('entityId'), reader.text('entityType'), reader.text('fields')];
  // A parameter that is given twice is not missing on top.
  reader.end();
  if (id === undefined || type === undefined) {
    const missing = [...(id === undefined ? ['entityId'] : []), ...(type === undefined ? ['entityType'] : [])];
    throw invalidFields(missing.map((field) => ({ field, message: 'is a required query parameter' })));
  }
  if (!isUuid(id))
    throw badRequest(`entityId must be a UUID, got ${id}`, [{ field: 'entityId', message: 'must be a UUID' }]);
  const allowed = CONTRACT.parents.flatMap(({ types }) => types);
  if (!allowed.includes(type))
    throw invalidFields([{ field: 'entityType', message: `must be one of ${allowed.join(', ')}; got ${type}` }]);
  return { id: id.toLowerCase(), type, fields };
}
