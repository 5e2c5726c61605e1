import type { EntityKey } from '@app/catalog';
import { ContractService } from '@app/contracts';
import { Controller, Get, Inject, Param, Query, Req, Res, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { termsFor } from '../../compatibility/compatibility-mode';
import { sendEntity } from '../../entities/entity-answer';
import { routeDescriptions } from '../../entities/described-route';
import { entityController } from '../../entities/entity.controller';
import { speaksAs } from '../../entities/speaks-as';
import { Access, readFor, ReadsAhead } from '../../http/access';
import { UuidParam } from '../../http/input';
import { CONTRACT } from './contract-content';
import { ContractReadQuery } from './contract-query';

const resource = 'dataContract';
const describe = routeDescriptions(CONTRACT);

/** The uniform endpoints of contracts, of which the reads can show a contract with what it inherits. */
@speaksAs(CONTRACT)
@Controller('v1/dataContracts')
export class DataContractController extends (entityController(CONTRACT) as Type<object>) {
  // By property: the constructor is that of the uniform endpoints.
  @Inject(ContractService) private readonly contracts!: ContractService;

  @Get('name/:fqn')
  @Access({ operation: 'ViewBasic', resource })
  @ReadsAhead()
  @describe.getByName
  getByName(
    @Param('fqn') fqn: string,
    @Query() query: ContractReadQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.show({ fqn }, query, request, reply);
  }

  @Get(':id')
  @Access({ operation: 'ViewBasic', resource })
  @ReadsAhead()
  @describe.getById
  getById(
    @UuidParam('id') id: string,
    @Query() query: ContractReadQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.show({ id }, query, request, reply);
  }

  private async show(
    key: EntityKey,
    query: ContractReadQuery,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const view = { ...query, terms: termsFor(request) };
    sendEntity(reply, await readFor(request, (actor, ask) => this.contracts.get(actor, key, view, ask)));
  }
}
