import type { Actor } from '@app/common';
import { ContractSchedules, type ContractSchedule } from '@app/validation';
import { Body, Controller, Delete, Get, HttpCode, Put, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { UuidParam } from '../http/input';
import { Answer, entity, Takes } from '../http/described';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { sendJson } from '../http/representation/answer';
import { ValidationSchedule } from './run.dto';

const resource = 'dataContract';

const SCHEMA = entity('ValidationSchedule');
const SCHEDULE = { cron: '0 6 * * 1-5', timezone: 'Europe/Berlin', enabled: true };

/** When contracts are validated by themselves. */
@ApiTags('validation')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ScheduleController {
  constructor(private readonly schedules: ContractSchedules) {}

  @Get(':id/schedule')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'getSchedule', summary: 'Read the schedule of a contract' })
  @Answer(200, 'The schedule', SCHEMA, SCHEDULE)
  get(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<ContractSchedule> {
    return this.schedules.get(actor, id);
  }

  @Put(':id/schedule')
  @Access({ operation: 'ValidateContract', resource })
  @ApiOperation({ operationId: 'putSchedule', summary: 'Set the schedule of a contract' })
  @Takes(ValidationSchedule, SCHEDULE)
  @Answer(200, 'Replaced', SCHEMA, SCHEDULE)
  @Answer(201, 'New', SCHEMA, SCHEDULE)
  async put(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: ValidationSchedule,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { schedule, isNew } = await this.schedules.put(actor, id, body);
    sendJson(reply, JSON.stringify(schedule), { status: isNew ? 201 : 200 });
  }

  @Delete(':id/schedule')
  @HttpCode(204)
  @Access({ operation: 'ValidateContract', resource })
  @ApiOperation({ operationId: 'deleteSchedule', summary: 'Stop the schedule of a contract' })
  @ApiResponse({ status: 204, description: 'Removed' })
  remove(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<void> {
    return this.schedules.remove(actor, id);
  }
}
