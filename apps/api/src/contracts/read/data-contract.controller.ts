import { EntityReader, EntityVersions } from '@app/catalog';
import type { EntityKey } from '@app/catalog';
import type { Actor } from '@app/common';
import { ContractService } from '@app/contracts';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DescribedRoute, routeDescriptions } from '../../entities/described-route';
import { entityController } from '../../entities/entity.controller';
import { listQuery } from '../../entities/entity-query';
import type { RawQuery } from '../../entities/query-reader';
import { Access, CurrentActor } from '../../http/access';
import { UuidParam } from '../../http/input';
import { sendContract, sendContracts } from './contract-answer';
import { CONTRACT, CONTRACT_EXAMPLE, ReadAnswer } from './contract-content';
import { contractView } from './contract-query';

const resource = 'dataContract';
const describe = routeDescriptions(CONTRACT);
const EFFECTIVE = ApiQuery({
  name: 'effective',
  required: false,
  schema: { type: 'boolean', default: false },
  description: "With what the contract inherits from that of its asset's data product",
});
const LIST = { $ref: '#/components/schemas/DataContractList' };
const VERSIONS = {
  type: 'object',
  properties: {
    entityType: { type: 'string' },
    versions: { type: 'array', items: { $ref: '#/components/schemas/DataContract' } },
  },
};

/** The uniform endpoints of contracts; their reads answer in YAML as well, and show a contract with what it inherits. */
@Controller('v1/dataContracts')
export class DataContractController extends (entityController(CONTRACT) as Type<object>) {
  // By property: the constructor is that of the uniform endpoints.
  @Inject(ContractService) private readonly contracts!: ContractService;
  @Inject(EntityReader) private readonly lists!: EntityReader;
  @Inject(EntityVersions) private readonly history!: EntityVersions;

  @Get()
  @Access({ operation: 'ViewBasic', resource })
  @ReadAnswer('A page', LIST, { data: [CONTRACT_EXAMPLE], paging: { total: 1 } })
  @DescribedRoute(describe.list)
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendContracts(request, reply, await this.lists.list(actor, CONTRACT, listQuery(CONTRACT, query)));
  }

  @Get('name/:fqn')
  @Access({ operation: 'ViewBasic', resource })
  @EFFECTIVE
  @ReadAnswer('The contract')
  @DescribedRoute(describe.getByName)
  getByName(
    @CurrentActor() actor: Actor,
    @Param('fqn') fqn: string,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.show(actor, { fqn }, query, request, reply);
  }

  @Get(':id')
  @Access({ operation: 'ViewBasic', resource })
  @EFFECTIVE
  @ReadAnswer('The contract')
  @DescribedRoute(describe.getById)
  getById(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.show(actor, { id }, query, request, reply);
  }

  @Get(':id/versions')
  @Access({ operation: 'ViewBasic', resource })
  @ReadAnswer('The versions', VERSIONS, { entityType: CONTRACT.type, versions: [CONTRACT_EXAMPLE] })
  @DescribedRoute(describe.versions)
  async listVersions(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendContracts(request, reply, await this.history.list(actor, CONTRACT, id));
  }

  @Get(':id/versions/:version')
  @Access({ operation: 'ViewBasic', resource })
  @ReadAnswer('That version')
  @DescribedRoute(describe.version)
  async getVersion(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Param('version') version: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendContracts(request, reply, await this.history.one(actor, CONTRACT, id, version));
  }

  private async show(
    actor: Actor,
    key: EntityKey,
    query: RawQuery,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    sendContract(request, reply, await this.contracts.get(actor, key, contractView(query)));
  }
}
