import { EntityWriter, entityTypes, type EntityAnswer } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Put, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { sendWritten } from '../entities/entity-answer';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { UuidParam } from '../http/input';
import { answerExample } from '../entities/answer-example';
import { NamesDto, ReferencesDto } from './ingestion.dto';
import { NAMES_SCHEMA, REFERENCES, REFERENCES_SCHEMA } from './ingestion.examples';

const QUERY = entityTypes.get('query');
const access = { operation: 'EditAll', resource: QUERY.type } as const;
const Shown = (): MethodDecorator => Answer(200, 'The query', entity('Query'), answerExample(QUERY));

/** The facts that ingestion reports of a query beside its text: each request adds to what is known. */
@ApiTags('queries')
@ShowsEntity(QUERY)
@Controller(`v1/${QUERY.collection}`)
export class QueryUsageController {
  constructor(private readonly writer: EntityWriter) {}

  @Put(':id/usage')
  @Access(access)
  @ApiOperation({ operationId: 'addQueryUsage', summary: 'Add assets that the query used' })
  @Takes(REFERENCES_SCHEMA, REFERENCES)
  @Shown()
  async addUsage(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Body() { references }: ReferencesDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    send(reply, await this.add(actor, id, 'queryUsedIn', references));
  }

  @Put(':id/users')
  @Access(access)
  @ApiOperation({ operationId: 'addQueryUsers', summary: 'Add users of the catalog that ran the query' })
  @Takes(NAMES_SCHEMA, ['dana'])
  @Shown()
  async addUsers(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Body() { names }: NamesDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    send(reply, await this.add(actor, id, 'users', names));
  }

  @Put(':id/usedBy')
  @Access(access)
  @ApiOperation({
    operationId: 'addQueryUsedBy',
    summary: 'Add users of the database that ran the query, by their names there',
  })
  @Takes(NAMES_SCHEMA, ['etl'])
  @Shown()
  async addUsedBy(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Body() { names }: NamesDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    send(reply, await this.add(actor, id, 'usedBy', names));
  }

  /** Appended where the query stands locked, so that nothing is lost; what is there already is there once. */
  private add(actor: Actor, id: string, list: string, items: readonly unknown[]): Promise<EntityAnswer> {
    const patch = items.map((value) => ({ op: 'add', path: `/${list}/-`, value }));
    return this.writer.patch(actor, QUERY, { id }, patch);
  }
}

function send(reply: FastifyReply, answer: EntityAnswer): void {
  sendWritten(reply, answer, QUERY.collection, false);
}
