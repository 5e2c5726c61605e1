import { PermissionRequests, type JudgedRequest, type PermissionRequest } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Delete, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { requireComment } from '../governance/review.dto';
import { AnyPrincipal, CurrentActor } from '../http/access';
import { Answer, pageOf, Takes } from '../http/described';
import { UuidParam } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { PermissionDecisionDto, PermissionRequestDto, PermissionRequestListQuery } from './permission-request.dto';
import { JUDGED_REQUEST_SCHEMA, REQUEST, REQUEST_SCHEMA, SENT_REQUEST } from './permission-request.examples';

/** Requests for rights, which wait for who can give them. */
@ApiTags('identity')
@Controller('v1/permissions/requests')
export class PermissionRequestController {
  constructor(private readonly requests: PermissionRequests) {}

  @Post()
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'requestPermission',
    summary: 'Request a permission on an entity',
    description:
      'The request waits for users who can edit roles and policies, and expires after 30 days. 409 if the caller has the permission, or 10 open requests.',
  })
  @Takes(PermissionRequestDto, SENT_REQUEST)
  @Answer(200, 'The open request for the same permission', REQUEST_SCHEMA, REQUEST)
  @Answer(201, 'New', REQUEST_SCHEMA, REQUEST)
  async ask(
    @CurrentActor() actor: Actor,
    @Body() body: PermissionRequestDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { request, isNew } = await this.requests.ask(actor, body);
    sendJson(reply, JSON.stringify(request), { status: isNew ? 201 : 200 });
  }

  @Get()
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'listPermissionRequests',
    summary: 'List permission requests, newest first',
    description: 'Those that the caller sent; for users who can edit roles and policies those of all users.',
  })
  @Answer(200, 'The requests', pageOf(REQUEST_SCHEMA), { data: [REQUEST], paging: { total: 1 } })
  list(@CurrentActor() actor: Actor, @Query() query: PermissionRequestListQuery): Promise<object> {
    return this.requests.list(actor, query);
  }

  @Get(':id')
  @AnyPrincipal()
  @ApiOperation({ operationId: 'getPermissionRequest', summary: 'Read a permission request' })
  @Answer(200, 'The request', JUDGED_REQUEST_SCHEMA, { ...REQUEST, allowed: false })
  get(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<JudgedRequest> {
    return this.requests.get(actor, id);
  }

  @Post(':id/decision')
  @HttpCode(200)
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'decidePermissionRequest',
    summary: 'Grant or refuse a permission request',
    description:
      'Records the decision and changes no permission: first edit the role, policy, team or owners that it follows from. Allowed for users who can edit roles and policies, but never for the user who sent the request or a bot. 409 if it is decided or expired.',
  })
  @Takes(PermissionDecisionDto, { decision: 'grant', comment: 'Added to the role of the data stewards' })
  @Answer(200, 'The request after the decision', JUDGED_REQUEST_SCHEMA, {
    ...REQUEST,
    status: 'Granted',
    comment: 'Added to the role of the data stewards',
    allowed: true,
  })
  decide(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: PermissionDecisionDto,
  ): Promise<JudgedRequest> {
    requireComment(body.decision === 'refuse', body);
    return this.requests.decide(actor, id, body);
  }

  @Delete(':id')
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'withdrawPermissionRequest',
    summary: 'Withdraw an open permission request',
    description: 'Allowed for the user who sent it.',
  })
  @Answer(200, 'What was withdrawn', REQUEST_SCHEMA, REQUEST)
  withdraw(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<PermissionRequest> {
    return this.requests.withdraw(actor, id);
  }
}
