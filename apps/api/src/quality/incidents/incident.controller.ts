import type { Actor } from '@app/common';
import { IncidentService } from '@app/incidents';
import { Body, Controller, Get, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { Answer, JSON_PATCH, pageOf, Takes } from '../../http/described';
import { checkerOf, TakesIdempotencyKey, UuidParam } from '../../http/input';
import { AcceptsJsonPatch } from '../../http/parsing';
import { sendJson } from '../../http/representation/answer';
import { requestToken } from '../../http/request/request-token';
import { page } from '../evidence.examples';
import { IncidentListQuery, IncidentPageQuery, IncidentStatusDto } from './incident.dto';
import { SENT_STATUS, STATUS, STATUS_PATCH, STATUS_SCHEMA } from './incident.examples';

const resource = 'testCase';
const Shown = Answer(200, 'The status', STATUS_SCHEMA, STATUS);
const Page = Answer(200, 'A page of statuses', pageOf(STATUS_SCHEMA), page(STATUS));

/** Incidents of test cases, status by status. */
@ApiTags('dataQuality/testCases')
@Controller('v1/dataQuality/testCases/testCaseIncidentStatus')
export class IncidentController {
  constructor(private readonly incidents: IncidentService) {}

  @Post()
  @Access({ operation: 'EditTests', resource })
  @ApiOperation({
    operationId: 'addTestCaseIncidentStatus',
    summary: 'Add a status to the incident of a test case, or open one',
    description:
      'If the newest result of a test case fails, an incident is opened; adding a status opens one too if none is open. The ' +
      'status Resolved closes it. A test case has at most one open incident, shown as `incidentId`.',
  })
  @TakesIdempotencyKey()
  @Takes(IncidentStatusDto, SENT_STATUS)
  @Answer(201, 'The status that was added', STATUS_SCHEMA, STATUS)
  @Answer(200, 'The status of the incident that is already open; `New` does not change it', STATUS_SCHEMA, STATUS)
  async post(
    @CurrentActor() actor: Actor,
    @Body() body: IncidentStatusDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { json, isNew, replayed } = await this.incidents.report(actor, body, requestToken(request, actor));
    sendJson(reply, json, { status: isNew ? 201 : 200, ...(replayed && { replayed }) });
  }

  @Get()
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({
    operationId: 'listTestCaseIncidentStatuses',
    summary: 'List the statuses of incidents, by default newest first',
    description: 'Of the test cases that the caller may see and that are not deleted.',
  })
  @Page
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: IncidentListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.incidents.list(actor, query));
  }

  @Get('stateId/:stateId')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({
    operationId: 'listTestCaseIncident',
    summary: 'List the statuses of one incident, newest first',
  })
  @Page
  async listOfIncident(
    @CurrentActor() actor: Actor,
    @UuidParam('stateId') stateId: string,
    @Query() query: IncidentPageQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.incidents.list(actor, { ...query, stateId }));
  }

  @Get(':id')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'getTestCaseIncidentStatus', summary: 'Read one status of an incident' })
  @Shown
  async get(@CurrentActor() actor: Actor, @UuidParam() id: string, @Res() reply: FastifyReply): Promise<void> {
    sendJson(reply, await this.incidents.get(actor, id));
  }

  @Patch(':id')
  @Access({ operation: 'EditTests', resource })
  @AcceptsJsonPatch()
  @ApiOperation({
    operationId: 'patchTestCaseIncidentStatus',
    summary: 'Change severity and details of a status by a JSON Patch (RFC 6902)',
    description: 'The patch is applied to the status as it is shown.',
  })
  @Takes(JSON_PATCH, STATUS_PATCH)
  @Shown
  async patch(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.incidents.patch(actor, id, body, (sent) => checkerOf(IncidentStatusDto).body(sent)));
  }
}
