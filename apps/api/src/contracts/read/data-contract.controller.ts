import type { EntityKey } from '@app/catalog';
import type { Actor } from '@app/common';
import { ContractService, type ContractView } from '@app/contracts';
import { Controller, Get, Inject, Param, Query, Req, Res, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { termsFor } from '../../compatibility/compatibility-mode';
import { sendEntity } from '../../entities/entity-answer';
import { DescribedRoute, routeDescriptions } from '../../entities/described-route';
import { entityController } from '../../entities/entity.controller';
import { speaksAs } from '../../entities/speaks-as';
import { Access, CurrentActor } from '../../http/access';
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
  @DescribedRoute(describe.getByName)
  getByName(
    @CurrentActor() actor: Actor,
    @Param('fqn') fqn: string,
    @Query() query: ContractReadQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.show(actor, { fqn }, { ...query, terms: termsFor(request) }, reply);
  }

  @Get(':id')
  @Access({ operation: 'ViewBasic', resource })
  @DescribedRoute(describe.getById)
  getById(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Query() query: ContractReadQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.show(actor, { id }, { ...query, terms: termsFor(request) }, reply);
  }

  private async show(actor: Actor, key: EntityKey, view: ContractView, reply: FastifyReply): Promise<void> {
    sendEntity(reply, await this.contracts.get(actor, key, view));
  }
}
