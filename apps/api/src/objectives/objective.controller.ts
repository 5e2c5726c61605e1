import type { Actor } from '@app/common';
import { ObjectiveService, type Objectives } from '@app/objectives';
import { Body, Controller, Delete, Get, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { UuidParam } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { AttainmentQuery, ContractObjectives } from './objective.dto';
import { ATTAINMENT, ATTAINMENT_SCHEMA, OBJECTIVES } from './objective.examples';

const resource = 'dataContract';
const SCHEMA = entity('ContractObjectives');

/** Objectives of a contract, and their attainment. */
@ApiTags('objectives')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ObjectiveController {
  constructor(private readonly objectives: ObjectiveService) {}

  @Get(':id/objectives')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'getObjectives', summary: 'Read the objectives of a contract' })
  @Answer(200, 'The objectives', SCHEMA, OBJECTIVES)
  get(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<Objectives> {
    return this.objectives.get(actor, id);
  }

  @Get(':id/objectives/attainment')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({
    operationId: 'getObjectiveAttainment',
    summary: 'Read the attainment and the error budgets of the objectives of a contract',
  })
  @Answer(200, 'In the order of the objectives', ATTAINMENT_SCHEMA, ATTAINMENT)
  attainment(@CurrentActor() actor: Actor, @UuidParam() id: string, @Query() { at }: AttainmentQuery): Promise<object> {
    return this.objectives.attainment(actor, id, at);
  }

  @Put(':id/objectives')
  @Access({ operation: 'ValidateContract', resource })
  @ApiOperation({
    operationId: 'putObjectives',
    summary: 'Set the objectives of a contract',
    description:
      'Replaces all objectives. Objectives are not part of the contract, so its version does not change. Bots may not set objectives.',
  })
  @Takes(ContractObjectives, OBJECTIVES)
  @Answer(200, 'Replaced', SCHEMA, OBJECTIVES)
  @Answer(201, 'New', SCHEMA, OBJECTIVES)
  async put(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: ContractObjectives,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { stored, isNew } = await this.objectives.put(actor, id, body);
    sendJson(reply, JSON.stringify(stored), { status: isNew ? 201 : 200 });
  }

  @Delete(':id/objectives')
  @Access({ operation: 'ValidateContract', resource })
  @ApiOperation({ operationId: 'deleteObjectives', summary: 'Remove the objectives of a contract' })
  @Answer(200, 'What was removed', SCHEMA, OBJECTIVES)
  remove(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<Objectives> {
    return this.objectives.remove(actor, id);
  }
}
