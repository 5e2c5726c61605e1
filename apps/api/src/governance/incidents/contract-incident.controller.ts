import type { Actor } from '@app/common';
import {
  ContractIncidentService,
  type AffectedIncident,
  type ContractIncident,
  type IncidentHistory,
  type IncidentPage,
  IncidentWriter,
} from '@app/incidents';
import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { Answer, pageOf, Takes } from '../../http/described';
import { RowsQuery, TakesIdempotencyKey, UuidParam } from '../../http/input';
import { sendJson } from '../../http/representation/answer';
import { SpeaksYaml } from '../../http/representation/yaml/speaks-yaml.decorator';
import { requestToken } from '../../http/request/request-token';
import {
  ContractIncidentDto,
  IncidentActionDto,
  IncidentHistoryQuery,
  IncidentListQuery,
} from './contract-incident.dto';
import {
  AFFECTED,
  AFFECTED_SCHEMA,
  HISTORY,
  HISTORY_SCHEMA,
  INCIDENT,
  INCIDENT_SCHEMA,
  SENT_ACTION,
  SENT_INCIDENT,
} from './contract-incident.examples';

const View = Access({ operation: 'ViewBasic', resource: 'dataContract' });

@ApiTags('governance')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ContractIncidentController {
  constructor(
    private readonly incidents: ContractIncidentService,
    private readonly writer: IncidentWriter,
  ) {}

  @Get('incidents')
  @View
  @ApiOperation({ operationId: 'listContractIncidents', summary: 'List incidents of contracts, newest first' })
  @Answer(200, 'The incidents', pageOf(INCIDENT_SCHEMA), { data: [INCIDENT], paging: { total: 1 } })
  list(@CurrentActor() actor: Actor, @Query() query: IncidentListQuery): Promise<IncidentPage<ContractIncident>> {
    return this.incidents.list(actor, query);
  }

  @Get('incidents/:incidentId')
  @View
  @ApiOperation({ operationId: 'getContractIncident', summary: 'Read an incident' })
  @Answer(200, 'The incident', INCIDENT_SCHEMA, INCIDENT)
  get(@CurrentActor() actor: Actor, @UuidParam('incidentId') id: string): Promise<ContractIncident> {
    return this.incidents.get(actor, id);
  }

  @Get('incidents/:incidentId/history')
  @View
  @ApiOperation({
    operationId: 'getContractIncidentHistory',
    summary: 'Read the history of an incident, oldest first',
  })
  @Answer(200, 'The history; `paging` is present if there is more than one page', HISTORY_SCHEMA, HISTORY)
  history(
    @CurrentActor() actor: Actor,
    @UuidParam('incidentId') id: string,
    @Query() query: IncidentHistoryQuery,
  ): Promise<IncidentHistory> {
    return this.incidents.history(actor, id, query);
  }

  @Get('incidents/:incidentId/affected')
  @View
  @ApiOperation({
    operationId: 'listAffectedIncidents',
    summary: 'List the incidents that follow from one, nearest first',
  })
  @Answer(200, 'The incidents', pageOf(AFFECTED_SCHEMA), { data: [AFFECTED], paging: { total: 1 } })
  affected(
    @CurrentActor() actor: Actor,
    @UuidParam('incidentId') id: string,
    @Query() query: RowsQuery,
  ): Promise<IncidentPage<AffectedIncident>> {
    return this.incidents.affected(actor, id, query);
  }

  @Post('incidents/:incidentId/actions')
  @View
  @ApiOperation({
    operationId: 'actOnContractIncident',
    summary: 'Acknowledge, assign, snooze, mute, comment on or resolve an incident',
    description:
      'Needs EditTests on the asset of the contract, ownership of the contract, or being the assignee; everyone who can ' +
      'view the contract can comment. Bots can acknowledge and comment. A resolved incident accepts only comments (else ' +
      '409).',
  })
  @TakesIdempotencyKey()
  @Takes(IncidentActionDto, SENT_ACTION)
  @Answer(200, 'The incident', INCIDENT_SCHEMA, INCIDENT)
  async act(
    @CurrentActor() actor: Actor,
    @UuidParam('incidentId') id: string,
    @Body() body: IncidentActionDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { json, replayed } = await this.writer.act(actor, id, body, requestToken(request, actor));
    sendJson(reply, json, { ...(replayed && { replayed }) });
  }

  @Post(':id/incidents')
  @View
  @ApiOperation({
    operationId: 'openContractIncident',
    summary: 'Open the incident of a contract manually',
    description:
      'No policy is required. (Failing results open an incident if the section `incidents` of a policy enables it.) A ' +
      'contract has at most one open incident: if there is one, the comment is added to it (200).',
  })
  @TakesIdempotencyKey()
  @Takes(ContractIncidentDto, SENT_INCIDENT)
  @Answer(200, 'The incident that is open already', INCIDENT_SCHEMA, INCIDENT)
  @Answer(201, 'The incident', INCIDENT_SCHEMA, INCIDENT)
  async open(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: ContractIncidentDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { json, isNew, replayed } = await this.writer.open(actor, id, body, requestToken(request, actor));
    sendJson(reply, json, { status: isNew ? 201 : 200, ...(replayed && { replayed }) });
  }
}
