import { OdcsService } from '@app/contracts';
import type { Actor } from '@app/common';
import { Body, Controller, Post, Put, Query, Req, Res, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { isStrict, precondition, sendWritten } from '../entities/entity-answer';
import { HeldAnswer } from '../governance/proposal-answers';
import { Access, CurrentActor } from '../http/access';
import { TakesIdempotencyKey } from '../http/input';
import { BodyLimit } from '../http/parsing';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { requestToken } from '../http/request/request-token';
import { ContractAnswer, TakesDocument } from './odcs-answer';
import { importTarget, PutQuery, TargetQuery } from './odcs-query';

const resource = 'dataContract';
const collection = 'dataContracts';

/** Imports documents of the Open Data Contract Standard, as JSON or YAML on either path. */
export function odcsImportController(path: '' | 'yaml'): Type<unknown> {
  const [suffix, form] = path === 'yaml' ? ['Yaml', ' in YAML'] : ['', ''];

  @ApiTags('odcs')
  @SpeaksYaml()
  @ShowsEntity({ type: 'dataContract' })
  @Controller(`v1/${collection}/odcs/${path}`)
  class OdcsImportController {
    constructor(private readonly odcs: OdcsService) {}

    @Post()
    @Access({ operation: 'Create', resource })
    @BodyLimit()
    @ApiOperation({ operationId: `importOdcs${suffix}`, summary: `Create a contract from an ODCS document${form}` })
    @TakesDocument()
    @TakesIdempotencyKey()
    @ContractAnswer(201)
    async create(
      @CurrentActor() actor: Actor,
      @Query() query: TargetQuery,
      @Body() document: unknown,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const answer = await this.odcs.create(actor, importTarget(query), document, requestToken(request, actor));
      sendWritten(reply, answer, collection, true);
    }

    @Put()
    @Access({ operation: ['Create', 'EditAll'], resource })
    @BodyLimit()
    @ApiOperation({
      operationId: `createOrUpdateFromOdcs${suffix}`,
      summary: `Create or replace the contract of an asset by an ODCS document${form}`,
    })
    @TakesDocument()
    @ContractAnswer(200, 201)
    @HeldAnswer()
    async put(
      @CurrentActor() actor: Actor,
      @Query() query: PutQuery,
      @Body() document: unknown,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const options = { precondition: precondition(request), isStrict: isStrict(request) };
      const answer = await this.odcs.put(actor, importTarget(query), document, query.mode, options);
      sendWritten(reply, answer, collection, answer.created);
    }
  }
  return OdcsImportController;
}
