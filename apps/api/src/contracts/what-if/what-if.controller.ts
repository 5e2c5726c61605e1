import { type SentDraft, type WhatIf, WhatIfService } from '@app/agreements';
import { EDIT_OPERATIONS, type Actor } from '@app/common';
import { Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../../http/access';
import { Answer, Takes } from '../../http/described';
import { OpenObjectProperty, Property, ruleOf, UuidParam } from '../../http/input';
import { BodyLimit } from '../../http/parsing';
import { SpeaksYaml } from '../../http/representation/yaml/speaks-yaml.decorator';
import { proposalOptions, ProposedImportQuery } from '../change/change-query';
import { DRAFT, NOTHING, WHAT_IF, WHAT_IF_SCHEMA } from './what-if.schema';

const PATCH = ruleOf('a JSON Patch', (value) => Array.isArray(value), { type: 'array', items: { type: 'object' } });

/** A contract as it would be saved: one of document and patch. */
class WhatIfDto implements SentDraft {
  @OpenObjectProperty({ description: 'The contract as a PUT would send it, native or ODCS, as for a check' })
  document?: object;

  @Property({ description: 'A JSON Patch of the contract' }, PATCH)
  patch?: unknown;
}

const ORDERS = '7b1d5c1e-2a0b-4f6e-9a53-0f8f6c2d7e21';

/** Answers what would happen if a contract were saved. */
@ApiTags('contract changes')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class WhatIfController {
  constructor(private readonly whatIf: WhatIfService) {}

  @Post('whatIf')
  @HttpCode(200)
  @Access({ operation: 'Create', resource: 'dataContract' })
  @BodyLimit()
  @ApiOperation({
    operationId: 'whatIfNewContract',
    summary: 'Say what would happen if a contract were made',
    description:
      'By stored evidence alone, and nothing is stored. Needs Create on contracts and ViewBasic on the asset. Days are those on which the new contract would have failed.',
  })
  @Takes(WhatIfDto, { document: { name: 'orders', entity: { id: ORDERS, type: 'table' } } })
  @Answer(200, 'What would happen', WHAT_IF_SCHEMA, NOTHING)
  ofNew(@CurrentActor() actor: Actor, @Body() body: WhatIfDto): Promise<WhatIf> {
    return this.whatIf.ofNew(actor, body);
  }

  @Post(':id/whatIf')
  @HttpCode(200)
  @Access({ operation: EDIT_OPERATIONS, resource: 'dataContract' })
  @BodyLimit()
  @ApiOperation({
    operationId: 'whatIfContract',
    summary: 'Say what would happen if a contract were saved so',
    description:
      'For users who may make the change. By stored evidence alone: no source is read, and nothing is stored. The days compare what the verdict was with what it would have been.',
  })
  @Takes(WhatIfDto, DRAFT)
  @Answer(200, 'What would happen', WHAT_IF_SCHEMA, WHAT_IF)
  ofContract(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: ProposedImportQuery,
    @Body() body: WhatIfDto,
  ): Promise<WhatIf> {
    return this.whatIf.ofContract(actor, id, { ...body, options: proposalOptions(query) });
  }
}
