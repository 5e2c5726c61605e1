import { BulkWriter } from '@app/catalog';
import type { EntityType } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Put, Query, Res } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { BodyLimit } from '../../http/parsing';
import { sendJson } from '../entity-answer';
import { bulkQuery } from '../entity-query';
import { schemaName } from '../entity-schemas';
import type { RawQuery } from '../query-reader';
import { bulkAnswer } from './bulk-answer';
import { bulkBody } from './bulk-body';
import { DescribedBulk } from './described-bulk';

/** Many entities of one type in one request. */
export function bulkController(entityType: EntityType): Type<unknown> {
  const { collection, type: resource } = entityType;

  @Controller(`v1/${collection}`)
  class BulkController {
    constructor(private readonly bulk: BulkWriter) {}

    @Put('bulk')
    @Access({ operation: ['Create', 'EditAll', 'EditDescription', 'EditTags', 'EditOwners', 'EditTests'], resource })
    @BodyLimit()
    @DescribedBulk(entityType)
    async put(
      @CurrentActor() actor: Actor,
      @Query() query: RawQuery,
      @Body() body: unknown,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const wishes = bulkQuery(entityType, query);
      const sent = bulkBody(body);
      const options = { wishes, withAnswers: sent.form === 'entities' };
      const { json, status } = bulkAnswer(sent, await this.bulk.put(actor, entityType, sent.entities, options));
      sendJson(reply, json, status);
    }
  }
  Object.defineProperty(BulkController, 'name', { value: `${schemaName(entityType)}BulkController` });
  return BulkController;
}
