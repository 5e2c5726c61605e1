import type { EntityType } from '@app/catalog';
import type { Actor } from '@app/common';
import { OBSERVATION_SCHEMA, ObservationService } from '@app/quality';
import { Body, Controller, Put } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { schemaName } from '../entities/entity-schemas';
import { Access, CurrentActor } from '../http/access';
import { UuidParam } from '../http/input';
import { Answer, Takes } from '../http/described';
import { OBSERVATIONS } from './evidence.examples';

const BODY = { oneOf: [OBSERVATION_SCHEMA, { type: 'array', items: OBSERVATION_SCHEMA, maxItems: 10_000 }] };
const STORED = { type: 'object', required: ['stored'], properties: { stored: { type: 'integer' } } };

/** The route of one type of assets that takes observations of its data. */
export function observationController(entityType: EntityType): Type<unknown> {
  const { collection, type: resource } = entityType;
  const name = schemaName(entityType);

  @ApiTags(collection)
  @Controller(`v1/${collection}`)
  class ObservationController {
    constructor(private readonly observations: ObservationService) {}

    @Put(':id/observations')
    @Access({ operation: 'EditTests', resource })
    @ApiOperation({
      operationId: `put${name}Observations`,
      summary: 'Store when its data was refreshed, arrived, was available',
    })
    @Takes(BODY, OBSERVATIONS)
    @Answer(200, 'How many different observations there were', STORED, { stored: OBSERVATIONS.length })
    put(@CurrentActor() actor: Actor, @UuidParam() id: string, @Body() body: unknown): Promise<{ stored: number }> {
      return this.observations.push(actor, resource, id, body);
    }
  }
  Object.defineProperty(ObservationController, 'name', { value: `${name}ObservationController` });
  return ObservationController;
}
