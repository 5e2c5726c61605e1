import { InvitationService, type ContractInvitation } from '@app/agreements';
import type { Actor } from '@app/common';
import { Body, Controller, Delete, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { Answer, pageOf, Takes } from '../../http/described';
import { RowsQuery, UuidParam } from '../../http/input';
import { sendJson } from '../../http/representation/answer';
import { SpeaksYaml } from '../../http/representation/yaml/speaks-yaml.decorator';
import { ContractInvitationDto, DeclinedInvitationDto } from './invitation.dto';
import { INVITATION, INVITATION_SCHEMA, SENT_INVITATION } from './invitation.examples';

const View = Access({ operation: 'ViewBasic', resource: 'dataContract' });
const Edit = Access({ operation: 'EditAll', resource: 'dataContract' });

/** Invitations to declare what one relies on. */
@ApiTags('governance')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class InvitationController {
  constructor(private readonly invitations: InvitationService) {}

  @Get('invitations')
  @View
  @ApiOperation({
    operationId: 'listInvitations',
    summary: 'List open invitations of the caller and its teams, newest first',
  })
  @Answer(200, 'The invitations', pageOf(INVITATION_SCHEMA), { data: [INVITATION], paging: { total: 1 } })
  list(@CurrentActor() actor: Actor, @Query() query: RowsQuery): Promise<object> {
    return this.invitations.ofActor(actor, query);
  }

  @Get(':id/invitations')
  @View
  @ApiOperation({
    operationId: 'listContractInvitations',
    summary: 'List open invitations of a contract, newest first',
  })
  @Answer(200, 'The invitations', pageOf(INVITATION_SCHEMA), { data: [INVITATION], paging: { total: 1 } })
  ofContract(@CurrentActor() actor: Actor, @UuidParam() id: string, @Query() query: RowsQuery): Promise<object> {
    return this.invitations.ofContract(actor, id, query);
  }

  @Post(':id/invitations')
  @Edit
  @ApiOperation({
    operationId: 'inviteContractConsumer',
    summary: 'Invite a consumer of a contract',
    description:
      'The invited accepts by declaring itself a consumer. The invitation expires after 30 days. 400 for a party that may not view the contract; 409 for a consumer of it, or beyond 100 open invitations.',
  })
  @Takes(ContractInvitationDto, SENT_INVITATION)
  @Answer(200, 'The open invitation of the party', INVITATION_SCHEMA, INVITATION)
  @Answer(201, 'New', INVITATION_SCHEMA, INVITATION)
  async invite(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: ContractInvitationDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { invitation, isNew } = await this.invitations.invite(actor, id, body);
    sendJson(reply, JSON.stringify(invitation), { status: isNew ? 201 : 200 });
  }

  @Post(':id/invitations/:invitationId/decline')
  @HttpCode(200)
  @View
  @ApiOperation({
    operationId: 'declineContractInvitation',
    summary: 'Decline an invitation',
    description: 'Allowed for the invited user, and members of the invited team.',
  })
  @Takes(DeclinedInvitationDto, { reason: 'The report is gone' })
  @Answer(200, 'What was declined', INVITATION_SCHEMA, INVITATION)
  decline(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('invitationId') invitation: string,
    @Body() { reason }: DeclinedInvitationDto,
  ): Promise<ContractInvitation> {
    return this.invitations.decline(actor, id, invitation, reason);
  }

  @Delete(':id/invitations/:invitationId')
  @Edit
  @ApiOperation({ operationId: 'withdrawContractInvitation', summary: 'Withdraw an open invitation' })
  @Answer(200, 'What was withdrawn', INVITATION_SCHEMA, INVITATION)
  withdraw(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('invitationId') invitation: string,
  ): Promise<ContractInvitation> {
    return this.invitations.withdraw(actor, id, invitation);
  }
}
