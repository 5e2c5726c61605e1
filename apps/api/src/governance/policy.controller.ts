import type { Actor } from '@app/common';
import { PolicyService, type EffectivePolicy, type ShownPolicy } from '@app/governance';
import { Body, Controller, Delete, Get, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf, Takes } from '../http/described';
import { UuidParam } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { ContractPolicyDto, PolicyListQuery } from './policy.dto';
import { EFFECTIVE, EFFECTIVE_SCHEMA, POLICY, POLICY_SCHEMA, SENT_POLICY } from './policy.examples';

const View = Access({ operation: 'ViewBasic', resource: 'dataContract' });

/** Contract policies: how contracts are governed. */
@ApiTags('governance')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class PolicyController {
  constructor(private readonly policies: PolicyService) {}

  @Get('policies')
  @View
  @ApiOperation({
    operationId: 'listContractPolicies',
    summary: 'List contract policies by the type of their scope, then its FQN',
    description: 'Those whose scope the caller may view.',
  })
  @Answer(200, 'The policies', pageOf(POLICY_SCHEMA), { data: [POLICY], paging: { total: 1 } })
  list(@CurrentActor() actor: Actor, @Query() query: PolicyListQuery): Promise<object> {
    return this.policies.list(actor, query);
  }

  @Put('policies')
  @View
  @ApiOperation({
    operationId: 'putContractPolicy',
    summary: 'Govern the contracts of a scope',
    description:
      'Replaces the policy of the scope. Needs ManageContractPolicy on dataContract; the owner of a domain, data product or contract writes the one of that, where the section change of another than who has ManageContractPolicy counts only as long as it loosens nothing.',
  })
  @Takes(ContractPolicyDto, SENT_POLICY)
  @Answer(200, 'Replaced', POLICY_SCHEMA, POLICY)
  @Answer(201, 'New', POLICY_SCHEMA, POLICY)
  async put(@CurrentActor() actor: Actor, @Body() body: ContractPolicyDto, @Res() reply: FastifyReply): Promise<void> {
    const { policy, isNew } = await this.policies.put(actor, body);
    sendJson(reply, JSON.stringify(policy), { status: isNew ? 201 : 200 });
  }

  @Get('policies/:policyId')
  @View
  @ApiOperation({ operationId: 'getContractPolicy', summary: 'Read a contract policy' })
  @Answer(200, 'The policy', POLICY_SCHEMA, POLICY)
  get(@CurrentActor() actor: Actor, @UuidParam('policyId') id: string): Promise<ShownPolicy> {
    return this.policies.get(actor, id);
  }

  @Delete('policies/:policyId')
  @View
  @ApiOperation({ operationId: 'deleteContractPolicy', summary: 'Remove a contract policy' })
  @Answer(200, 'What was removed', POLICY_SCHEMA, POLICY)
  remove(@CurrentActor() actor: Actor, @UuidParam('policyId') id: string): Promise<ShownPolicy> {
    return this.policies.remove(actor, id);
  }

  @Get(':id/policy')
  @View
  @ApiOperation({
    operationId: 'getPolicyOfContract',
    summary: 'Read what holds for a contract',
    description:
      'Section by section the policy of the contract, else of a data product of its asset, of a tag (its own before that of the asset), of a domain of the asset (the nearest first), of all contracts. `source` says which; of one that the caller may not view only the type. `change` is that of before where a change of a domain, data product or tag made it looser: until `until`, `because` says why.',
  })
  @Answer(200, 'What holds', EFFECTIVE_SCHEMA, EFFECTIVE)
  ofContract(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<EffectivePolicy> {
    return this.policies.ofContract(actor, id);
  }
}
