import { BulkWriter, type EntityType } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Logger, Put, Query, Req, Res, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCompatible } from '../../compatibility/compatibility-mode';
import { Access, CurrentActor } from '../../http/access';
import { noteOutcomes } from '../../http/errors/mixed-outcomes';
import { BodyLimit } from '../../http/parsing';
import { sendJson } from '../../http/representation/answer';
import { isStrict } from '../entity-answer';
import { bulkQueryOf, writeOptions } from '../entity-query';
import { EntitiesDto } from '../entity.dto';
import { speaksAs } from '../speaks-as';
import { operationResult, results } from './bulk-answer';
import { DescribedBulk } from './described-bulk';

/** Many entities of one type in one request. */
export function bulkController(entityType: EntityType): Type<unknown> {
  const { collection, type: resource } = entityType;
  class BulkQuery extends bulkQueryOf(entityType) {}

  @speaksAs(entityType)
  @Controller(`v1/${collection}`)
  class BulkController {
    private readonly logger = new Logger('BulkController');

    constructor(private readonly bulk: BulkWriter) {}

    @Put('bulk')
    @Access({ operation: ['Create', 'EditAll', 'EditDescription', 'EditTags', 'EditOwners', 'EditTests'], resource })
    @BodyLimit()
    @DescribedBulk(entityType)
    async put(
      @CurrentActor() actor: Actor,
      @Query() query: BulkQuery,
      @Body() { entities }: EntitiesDto,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      // Each form of the body has its own form of answer.
      const isArray = Array.isArray(request.body);
      const written = {
        writeOptions: writeOptions(entityType, query),
        isStrict: isStrict(request),
        compatible: isCompatible(request),
      };
      const options = { ...written, withAnswers: !isArray };
      const outcomes = await this.bulk.put(actor, entityType, entities, options);
      noteOutcomes(this.logger, request, 'rows of a bulk write', outcomes);
      const { json, status } = isArray ? operationResult(entities, outcomes) : results(resource, outcomes);
      sendJson(reply, json, { status });
    }
  }
  return BulkController;
}
