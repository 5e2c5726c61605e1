import type { Actor } from '@app/common';
import { COUNTED_TYPES, EntityUsage, type UsageAnswer } from '@app/quality';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer, Takes } from '../http/described';
import { DayParam, FqnParam, UuidParam } from '../http/input';
import { oneOf } from '../http/schemas';
import { UsageDto, UsageQuery } from './ingestion.dto';
import { USAGE, USAGE_SCHEMA } from './ingestion.examples';

const EntityParam = ApiParam({
  name: 'entity',
  schema: oneOf(COUNTED_TYPES),
  example: 'table',
});
const Shown = (): MethodDecorator => Answer(200, 'The use of the day, in all', USAGE_SCHEMA, USAGE);
const COUNT = { date: '2026-01-31', count: 12 };
const today = (): string => new Date().toISOString().slice(0, 10);

/** How often tables, dashboards and other things are used. */
@ApiTags('usage')
@Controller('v1/usage')
export class UsageController {
  constructor(private readonly uses: EntityUsage) {}

  @Post('compute.percentile/:entity/:date')
  @HttpCode(200)
  @Access({ operation: 'EditAll', resource: 'table' })
  @EntityParam
  @ApiOperation({
    operationId: 'computeUsagePercentiles',
    summary: 'Compare all entities of a type by their use up to a day: each shows its percentile rank',
  })
  @Answer(200, 'Done', { type: 'object', maxProperties: 0 }, {})
  async computePercentiles(
    @CurrentActor() actor: Actor,
    @Param('entity') type: string,
    @DayParam('date') date: string,
  ): Promise<object> {
    await this.uses.computePercentiles(actor, type, date);
    return {};
  }

  @Post(':entity/name/:fqn')
  @HttpCode(200)
  @Access({ operation: 'EditAll', resource: 'table' })
  @EntityParam
  @ApiOperation({ operationId: 'setUsageByName', summary: 'Set how often a named entity was used on a day' })
  @Takes(UsageDto, COUNT)
  @Shown()
  setByName(
    @CurrentActor() actor: Actor,
    @Param('entity') type: string,
    @FqnParam() fqn: string,
    @Body() body: UsageDto,
  ): Promise<UsageAnswer> {
    return this.uses.push(actor, type, fqn, body, 'set');
  }

  @Post(':entity/:id')
  @HttpCode(200)
  @Access({ operation: 'EditAll', resource: 'table' })
  @EntityParam
  @ApiOperation({ operationId: 'setUsage', summary: 'Set how often an entity was used on a day' })
  @Takes(UsageDto, COUNT)
  @Shown()
  set(
    @CurrentActor() actor: Actor,
    @Param('entity') type: string,
    @UuidParam('id') id: string,
    @Body() body: UsageDto,
  ): Promise<UsageAnswer> {
    return this.uses.push(actor, type, id, body, 'set');
  }

  @Put(':entity/:id')
  @Access({ operation: 'EditAll', resource: 'table' })
  @EntityParam
  @ApiOperation({ operationId: 'addUsage', summary: 'Add to how often an entity was used on a day' })
  @Takes(UsageDto, COUNT)
  @Shown()
  add(
    @CurrentActor() actor: Actor,
    @Param('entity') type: string,
    @UuidParam('id') id: string,
    @Body() body: UsageDto,
  ): Promise<UsageAnswer> {
    return this.uses.push(actor, type, id, body, 'add');
  }

  @Get(':entity/:id')
  @Access({ operation: 'ViewBasic', resource: 'table' })
  @EntityParam
  @ApiOperation({ operationId: 'getUsage', summary: 'Read how often an entity was used, newest day first' })
  @Shown()
  get(
    @CurrentActor() actor: Actor,
    @Param('entity') type: string,
    @UuidParam('id') id: string,
    @Query() { date = today(), days }: UsageQuery,
  ): Promise<UsageAnswer> {
    return this.uses.get(actor, type, id, date, days);
  }
}
