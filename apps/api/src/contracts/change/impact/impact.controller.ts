import type { Actor } from '@app/common';
import { ContractImpacts } from '@app/contracts';
import type { ContractImpact } from '@app/contracts';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { RawQuery } from '../../../entities/query-reader';
import { Access, CurrentActor } from '../../../http/access';
import { UuidParam } from '../../../http/input';
import { SpeaksYaml } from '../../../http/representation/yaml/speaks-yaml.decorator';
import { Answer } from '../../../http/described';
import { DEPTH, impactQuery, LIMIT } from './impact-query';
import { IMPACT, IMPACT_EXAMPLE } from './impact-schema';

const integer = ({ least, most, otherwise }: typeof DEPTH) =>
  ({ type: 'integer', minimum: least, maximum: most, default: otherwise }) as const;

/** What a change of a contract reaches, by lineage. */
@ApiTags('contract changes')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ImpactController {
  constructor(private readonly impacts: ContractImpacts) {}

  @Get(':id/impact')
  @Access({ operation: 'ViewBasic', resource: 'dataContract' })
  @ApiOperation({
    operationId: 'getContractImpact',
    summary: 'List the downstream assets and contracts that a breaking change reaches, by hop',
    description:
      'With `columns` only what is made of these columns; an edge that does not tell its columns may concern any of them, so that the asset behind it is reached as a whole.',
  })
  @ApiQuery({ name: 'depth', required: false, schema: integer(DEPTH), description: 'Hops to follow' })
  @ApiQuery({ name: 'limit', required: false, schema: integer(LIMIT), description: 'Most assets to list' })
  @ApiQuery({
    name: 'columns',
    required: false,
    schema: { type: 'string' },
    example: 'total,address.zip',
    description: 'Columns of the asset that change, separated by commas',
  })
  @Answer(200, 'What is reached', IMPACT, IMPACT_EXAMPLE)
  of(@CurrentActor() actor: Actor, @UuidParam() id: string, @Query() query: RawQuery): Promise<ContractImpact> {
    return this.impacts.of(actor, id, impactQuery(query));
  }
}
