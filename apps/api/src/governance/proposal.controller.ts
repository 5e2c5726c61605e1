import { ProposalDecisions, ProposalService } from '@app/agreements';
import { invalidFields, type Actor } from '@app/common';
import { Body, Controller, Get, HttpCode, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf, Takes } from '../http/described';
import { TakesIdempotencyKey, UuidParam } from '../http/input';
import { BodyLimit } from '../http/parsing';
import { sendJson } from '../http/representation/answer';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { requestToken } from '../http/request/request-token';
import { PROPOSAL, PROPOSAL_SCHEMA, SENT_PROPOSAL } from './proposal.examples';
import {
  ConsentDto,
  listOf,
  OverrideDto,
  ProposalDto,
  ProposalListQuery,
  ProposalReviewDto,
  ProposalsOfContractQuery,
  WithdrawalDto,
} from './proposal.dto';
import { requireComment } from './review.dto';

const View = Access({ operation: 'ViewBasic', resource: 'dataContract' });
const Proposal = Answer(200, 'The proposal as it is then', PROPOSAL_SCHEMA, PROPOSAL);
const Page = Answer(200, 'The proposals', pageOf(PROPOSAL_SCHEMA), { data: [PROPOSAL], paging: { total: 1 } });

/** Changes of contracts that wait for reviewers and consumers. */
@ApiTags('governance')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ProposalController {
  constructor(
    private readonly proposals: ProposalService,
    private readonly events: ProposalDecisions,
  ) {}

  @Get('proposals')
  @View
  @ApiOperation({
    operationId: 'listContractProposals',
    summary: 'List proposals on contracts, newest first',
    description: 'Proposals on contracts that the caller may view; `mine` selects those that wait for the caller.',
  })
  @Page
  list(@CurrentActor() actor: Actor, @Query() query: ProposalListQuery): Promise<object> {
    return this.proposals.list(actor, listOf(query));
  }

  @Get(':id/proposals')
  @View
  @ApiOperation({ operationId: 'listProposalsOfContract', summary: 'List the proposals on a contract, newest first' })
  @Page
  ofContract(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: ProposalsOfContractQuery,
  ): Promise<object> {
    return this.proposals.ofContract(actor, id, query);
  }

  @Post(':id/proposals')
  @View
  @BodyLimit()
  @ApiOperation({
    operationId: 'proposeContractChange',
    summary: 'Propose a change of a contract, or its deletion',
    description:
      'Possible under every policy, for users who may make the change. A contract has one open proposal at a time: its author can replace it; for others the answer is 409 with its id.',
  })
  @TakesIdempotencyKey()
  @Takes(ProposalDto, SENT_PROPOSAL)
  @Answer(201, 'The proposal is open', PROPOSAL_SCHEMA, PROPOSAL)
  async propose(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: ProposalDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { json, location, replayed } = await this.proposals.open(actor, id, body, requestToken(request, actor));
    sendJson(reply, json, { status: 201, location: `/api/v1${location}`, replayed });
  }

  @Get(':id/proposals/:proposalId')
  @View
  @ApiOperation({ operationId: 'getContractProposal', summary: 'Read a proposal' })
  @Answer(200, 'The proposal', PROPOSAL_SCHEMA, {
    ...PROPOSAL,
    affected: { assets: 12, contracts: 3, consumers: 2 },
  })
  get(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('proposalId') proposal: string,
  ): Promise<object> {
    return this.proposals.get(actor, id, proposal);
  }

  @Post(':id/proposals/:proposalId/review')
  @HttpCode(200)
  @View
  @ApiOperation({
    operationId: 'reviewContractProposal',
    summary: 'Approve or reject a proposal',
    description:
      'Allowed for an approver of the contract, never for the author of the proposal. After the approval a breaking change under the policy `consented` waits for the consumers that it affects; every other change is applied.',
  })
  @TakesIdempotencyKey()
  @Takes(ProposalReviewDto, { decision: 'approve', round: 1 })
  @Proposal
  review(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('proposalId') proposal: string,
    @Body() body: ProposalReviewDto,
    @Req() request: FastifyRequest,
  ): Promise<object> {
    requireComment(body.decision === 'reject', body);
    return this.events.review(actor, id, proposal, body, requestToken(request, actor));
  }

  @Put(':id/proposals/:proposalId/decision')
  @View
  @ApiOperation({
    operationId: 'decideContractProposal',
    summary: 'Decide on a proposal as a consumer',
    description:
      'Allowed for the consumer, or a member of a team that is the consumer. The last decision counts. An objection alone does not close the proposal.',
  })
  @Takes(ConsentDto, { decision: 'object', round: 1, comment: 'Our report needs the column.' })
  @Proposal
  decide(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('proposalId') proposal: string,
    @Body() body: ConsentDto,
  ): Promise<object> {
    requireComment(body.decision === 'object', body);
    if (body.decision === 'needTime' && body.until === undefined)
      throw invalidFields([{ field: 'until', message: 'is required with the decision needTime' }]);
    return this.events.decide(actor, id, proposal, body);
  }

  @Post(':id/proposals/:proposalId/withdraw')
  @HttpCode(200)
  @View
  @ApiOperation({
    operationId: 'withdrawContractProposal',
    summary: 'Withdraw a proposal',
    description: 'Allowed for its author and for users with EditAll on the contract.',
  })
  @TakesIdempotencyKey()
  @Takes(WithdrawalDto, { comment: 'Not needed any more.' })
  @Proposal
  withdraw(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('proposalId') proposal: string,
    @Body() { comment }: WithdrawalDto,
    @Req() request: FastifyRequest,
  ): Promise<object> {
    return this.events.withdraw(actor, id, proposal, comment, requestToken(request, actor));
  }

  @Post(':id/proposals/:proposalId/override')
  @HttpCode(200)
  @View
  @ApiOperation({
    operationId: 'overrideContractProposal',
    summary: 'Apply a proposal at once, without the missing decisions',
    description: 'Needs OverrideConsent and a reason, which is stored with the proposal and in the audit log.',
  })
  @TakesIdempotencyKey()
  @Takes(OverrideDto, { reason: 'The law asks for it by tomorrow.' })
  @Proposal
  override(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('proposalId') proposal: string,
    @Body() { reason }: OverrideDto,
    @Req() request: FastifyRequest,
  ): Promise<object> {
    return this.events.override(actor, id, proposal, reason, requestToken(request, actor));
  }
}
