import { type EffectivePolicy, PolicyService, type ShownPolicy } from '@app/agreements';
import type { Actor } from '@app/common';
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
    summary: 'Set the policy for the contracts of a scope',
    description:
      'Replaces the policy of the scope. Needs ManageContractPolicy on dataContract. Owners of a domain, data product or contract can write its policy, but their section `change` must not be looser than the one that applies without it.',
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
    summary: 'Read the policy that applies to a contract',
    description:
      'Each section comes from the first policy that has it: of the contract, a data product of its asset, a tag (of the contract, then of the asset), a domain of the asset (nearest first), all contracts. `source` names that policy; of a policy that the caller may not view only its type. After a change of domain, data product or tag that would loosen `change`, the previous section applies until `until`; `because` gives the reason.',
  })
  @Answer(200, 'The policy that applies', EFFECTIVE_SCHEMA, EFFECTIVE)
  ofContract(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<EffectivePolicy> {
    return this.policies.ofContract(actor, id);
  }
}
