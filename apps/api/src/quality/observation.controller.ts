import type { EntityType } from '@app/catalog';
import type { Actor } from '@app/common';
import { ObservationService } from '@app/quality';
import { Controller, Put, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiTags } from '@nestjs/swagger';
import { schemaName } from '../entities/entity-schemas';
import { Access, CurrentActor } from '../http/access';
import { BodyList, UuidParam } from '../http/input';
import { Answer, entity, Takes } from '../http/described';
import { integer, object } from '../http/schemas';
import { MOST_OBSERVATIONS, Observation } from './evidence.dto';
import { OBSERVATIONS } from './evidence.examples';

const ONE = entity('Observation');
const BODY = { oneOf: [ONE, { type: 'array', items: ONE, maxItems: MOST_OBSERVATIONS }] };
const STORED = object({ stored: integer });

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
      summary: 'Store an observation of its data: refreshed, arrived, or available',
    })
    @ApiExtraModels(Observation)
    @Takes(BODY, OBSERVATIONS)
    @Answer(200, 'The number of different observations', STORED, { stored: OBSERVATIONS.length })
    put(
      @CurrentActor() actor: Actor,
      @UuidParam() id: string,
      @BodyList(Observation, MOST_OBSERVATIONS) body: Observation[],
    ): Promise<{ stored: number }> {
      return this.observations.push(actor, resource, id, body);
    }
  }
  return ObservationController;
}
