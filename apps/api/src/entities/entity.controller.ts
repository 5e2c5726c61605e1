import {
  EntityReader,
  EntityVersions,
  EntityWriter,
  ServiceSecrets,
  SubtreeRemover,
  type EntityKey,
  type EntityType,
} from '@app/catalog';
import { EDIT_OPERATIONS, type Actor } from '@app/common';
import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Req, Res, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fieldsFor } from '../compatibility/compatible-answers';
import { isCompatible } from '../compatibility/compatibility-mode';
import { Access, CurrentActor, PlansAhead, readFor, ReadsAhead, workFor } from '../http/access';
import { UuidParam } from '../http/input';
import { AcceptsJsonPatch } from '../http/parsing';
import { requestToken } from '../http/request/request-token';
import { routeDescriptions } from './described-route';
import { isStrict, precondition, sendEntity, sendWritten } from './entity-answer';
import { sendJson } from '../http/representation/answer';
import {
  DeleteQuery,
  EntityReadQuery,
  listQueryOf,
  listRequest,
  VersionListQuery,
  writeOptions,
  writeQueryOf,
} from './entity-query';
import { RestoreDto } from './entity.dto';
import { speaksAs } from './speaks-as';

/** The operations that a change may require, by property: one of these must be grantable before the body is looked at. */

/** The uniform endpoints of one entity type. */
export function entityController(entityType: EntityType): Type<unknown> {
  const { collection, type: resource } = entityType;
  const describe = routeDescriptions(entityType);
  class ListQuery extends listQueryOf(entityType) {}
  class WriteQuery extends writeQueryOf(entityType) {}

  @speaksAs(entityType)
  @Controller(`v1/${collection}`)
  class EntityController {
    constructor(
      private readonly reader: EntityReader,
      private readonly writer: EntityWriter,
      private readonly remover: SubtreeRemover,
      private readonly versions: EntityVersions,
      private readonly secrets: ServiceSecrets,
    ) {}

    @Get()
    @Access({ operation: 'ViewBasic', resource })
    @ReadsAhead()
    @describe.list
    async list(@Query() query: ListQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
      const asked = listRequest(query);
      const list = { ...asked, fields: fieldsFor(request, entityType, asked.fields, false) };
      sendJson(reply, await workFor(request, (actor, caller) => this.reader.list(actor, entityType, list, caller)));
    }

    @Post()
    @Access({ operation: 'Create', resource })
    @describe.create
    async create(
      @CurrentActor() actor: Actor,
      @Query() query: WriteQuery,
      @Body() body: unknown,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const options = { token: requestToken(request, actor), writeOptions: writeOptions(entityType, query) };
      sendWritten(reply, await this.writer.create(actor, entityType, body, options), collection, true);
    }

    @Put()
    @Access({ operation: ['Create', ...EDIT_OPERATIONS], resource })
    @PlansAhead()
    @describe.put
    async put(
      @Query() query: WriteQuery,
      @Body() body: unknown,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const options = {
        precondition: precondition(request),
        isStrict: isStrict(request),
        writeOptions: writeOptions(entityType, query),
        compatible: isCompatible(request),
      };
      const answer = await workFor(request, (actor, caller) =>
        this.writer.put(actor, entityType, body, { ...options, caller }),
      );
      sendWritten(reply, answer, collection, answer.created);
    }

    @Put('restore')
    @Access({ operation: 'EditAll', resource })
    @describe.restore
    async restore(@CurrentActor() actor: Actor, @Body() { id }: RestoreDto, @Res() reply: FastifyReply): Promise<void> {
      sendWritten(reply, await this.remover.restore(actor, entityType, id), collection, false);
    }

    @Get('name/:fqn')
    @Access({ operation: 'ViewBasic', resource })
    @ReadsAhead()
    @describe.getByName
    getByName(
      @Param('fqn') fqn: string,
      @Query() query: EntityReadQuery,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      return this.get({ fqn }, query, request, reply);
    }

    @Patch('name/:fqn')
    @Access({ operation: EDIT_OPERATIONS, resource })
    @AcceptsJsonPatch()
    @describe.patchByName
    patchByName(
      @CurrentActor() actor: Actor,
      @Param('fqn') fqn: string,
      @Query() query: WriteQuery,
      @Body() body: unknown,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      return this.patch(actor, { fqn }, query, body, request, reply);
    }

    @Delete('name/:fqn')
    @Access({ operation: 'Delete', resource })
    @describe.deleteByName
    deleteByName(
      @CurrentActor() actor: Actor,
      @Param('fqn') fqn: string,
      @Query() query: DeleteQuery,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      return this.remove(actor, { fqn }, query, request, reply);
    }

    @Get(':id')
    @Access({ operation: 'ViewBasic', resource })
    @ReadsAhead()
    @describe.getById
    getById(
      @UuidParam('id') id: string,
      @Query() query: EntityReadQuery,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      return this.get({ id }, query, request, reply);
    }

    @Patch(':id')
    @Access({ operation: EDIT_OPERATIONS, resource })
    @AcceptsJsonPatch()
    @describe.patchById
    patchById(
      @CurrentActor() actor: Actor,
      @UuidParam('id') id: string,
      @Query() query: WriteQuery,
      @Body() body: unknown,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      return this.patch(actor, { id }, query, body, request, reply);
    }

    @Delete(':id')
    @Access({ operation: 'Delete', resource })
    @describe.deleteById
    deleteById(
      @CurrentActor() actor: Actor,
      @UuidParam('id') id: string,
      @Query() query: DeleteQuery,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      return this.remove(actor, { id }, query, request, reply);
    }

    @Get(':id/versions')
    @Access({ operation: 'ViewBasic', resource })
    @ReadsAhead()
    @describe.versions
    async listVersions(
      @UuidParam('id') id: string,
      @Query() { after }: VersionListQuery,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      sendJson(reply, await readFor(request, (actor) => this.versions.list(actor, entityType, id, after)));
    }

    @Get(':id/versions/:version')
    @Access({ operation: 'ViewBasic', resource })
    @ReadsAhead()
    @describe.version
    async getVersion(
      @UuidParam('id') id: string,
      @Param('version') version: string,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      sendJson(reply, await readFor(request, (actor) => this.versions.one(actor, entityType, id, version)));
    }

    private async get(
      key: EntityKey,
      query: EntityReadQuery,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<void> {
      const fields = fieldsFor(request, entityType, query.fields, true);
      const answer = await readFor(request, (actor, ask) =>
        this.reader.get(actor, entityType, key, fields, query.include, ask),
      );
      // Who is shown a secret is logged: not before it is known that the caller may see it now.
      sendEntity(reply, await this.secrets.reveal(request.actor as Actor, entityType, answer));
    }

    private async patch(
      actor: Actor,
      key: EntityKey,
      query: WriteQuery,
      body: unknown,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<void> {
      const options = {
        precondition: precondition(request),
        isStrict: isStrict(request),
        writeOptions: writeOptions(entityType, query),
        compatible: isCompatible(request),
      };
      sendWritten(reply, await this.writer.patch(actor, entityType, key, body, options), collection, false);
    }

    private async remove(
      actor: Actor,
      key: EntityKey,
      query: DeleteQuery,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<void> {
      const { hardDelete, recursive } = query;
      const removal = { hardDelete, recursive, precondition: precondition(request), isStrict: isStrict(request) };
      sendWritten(reply, await this.remover.remove(actor, entityType, key, removal), collection, false);
    }
  }
  return EntityController;
}
