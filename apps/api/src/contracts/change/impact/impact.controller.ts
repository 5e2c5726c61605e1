import { type ConcernedConsumer, ConcernedConsumers } from '@app/agreements';
import type { Actor } from '@app/common';
import { ContractImpacts, type ContractImpact } from '@app/contracts';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../../../http/access';
import { UuidParam } from '../../../http/input';
import { SpeaksYaml } from '../../../http/representation/yaml/speaks-yaml.decorator';
import { Answer } from '../../../http/described';
import { ImpactQuery } from '../change-query';
import { IMPACT, IMPACT_EXAMPLE } from './impact-schema';

/** The assets that a change of a contract reaches, by lineage. */
@ApiTags('contract changes')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ImpactController {
  constructor(
    private readonly impacts: ContractImpacts,
    private readonly consumers: ConcernedConsumers,
  ) {}

  @Get(':id/impact')
  @Access({ operation: 'ViewBasic', resource: 'dataContract' })
  @ApiOperation({
    operationId: 'getContractImpact',
    summary: 'List the downstream assets and contracts that a breaking change reaches, by hop',
    description:
      'With `columns`, only what is derived from these columns. An edge without column lineage may concern any of them, so the whole asset downstream counts as reached.',
  })
  @Answer(200, 'The assets and contracts that are reached', IMPACT, IMPACT_EXAMPLE)
  async of(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() { depth, limit, columns }: ImpactQuery,
  ): Promise<ContractImpact & { readonly consumers?: readonly ConcernedConsumer[] }> {
    const asked = { depth, limit, ...(columns !== undefined && { columns: columns.split(',') }) };
    const impact = await this.impacts.of(actor, id, asked);
    const prefix = impact.entity.fullyQualifiedName.length + 1;
    const paths = impact.columns?.map((fqn) => fqn.slice(prefix));
    const consumers = await this.consumers.of(actor, id, paths);
    return { ...impact, ...(consumers.length > 0 && { consumers }) };
  }
}
