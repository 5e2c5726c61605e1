import type { Actor } from '@app/common';
import {
  LONGEST_PREFIX,
  MappingService,
  UnresolvedList,
  type ListPage,
  type RuleJudge,
  type StoredRule,
} from '@app/ingestion';
import { Body, Controller, Delete, Get, HttpCode, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf, Takes } from '../http/described';
import { FqnParam, TakesIfMatch, TakesIfNoneMatch } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { entityTag, requireTag } from '../http/representation/etag';
import { STORED_MAPPINGS_SCHEMA, STORED_RULE_SCHEMA, UNRESOLVED_SCHEMA } from './openlineage-schemas';
import { MAPPINGS, STORED_MAPPINGS, STORED_RULE, UNRESOLVED_PAGE } from './openlineage.examples';
import { ConfirmQuery, MappingsDto, NameListQuery, RuleDto } from './openlineage.dto';

const STORED = Answer(200, 'The rules as they are now', STORED_MAPPINGS_SCHEMA, STORED_MAPPINGS);

/** How the names of datasets become those of assets. */
@ApiTags('openlineage')
@Controller('v1/openlineage')
export class NamingController {
  constructor(
    private readonly mappings: MappingService,
    private readonly unresolved: UnresolvedList,
  ) {}

  @Get('mappings')
  @Access({ operation: 'EditLineage', resource: 'table' })
  @ApiOperation({ operationId: 'getOpenLineageMappings', summary: 'List the rules, by prefix' })
  @STORED
  list(@CurrentActor() actor: Actor): Promise<{ mappings: StoredRule[] }> {
    return this.mappings.list(actor);
  }

  @Put('mappings')
  @Access({ operation: 'EditLineage', resource: 'table' })
  @ApiOperation({
    operationId: 'putOpenLineageMappings',
    summary: 'Replace the rules',
    description:
      'The longest matching prefix of a namespace applies. Datasets without a match are stored until a rule or an asset ' +
      'matches them. If edges of lineage would be deleted with the rules that are left out, the answer is 409 with their ' +
      'number; `confirm` with that number deletes them.',
  })
  @Takes(MappingsDto, MAPPINGS)
  @STORED
  put(
    @CurrentActor() actor: Actor,
    @Body() body: MappingsDto,
    @Query() { confirm }: ConfirmQuery,
  ): Promise<{ mappings: StoredRule[] }> {
    return this.mappings.replace(actor, body, confirm);
  }

  @Get('mappings/:namespacePrefix')
  @Access({ operation: 'EditLineage', resource: 'table' })
  @ApiOperation({
    operationId: 'getOpenLineageMapping',
    summary: 'Read the rule of a prefix, which is percent-encoded',
  })
  @TakesIfNoneMatch()
  @Answer(200, 'The rule', STORED_RULE_SCHEMA, STORED_RULE)
  async get(
    @CurrentActor() actor: Actor,
    @FqnParam('namespacePrefix', LONGEST_PREFIX) path: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    send(reply, await this.mappings.get(actor, prefixOf(path)));
  }

  @Put('mappings/:namespacePrefix')
  @Access({ operation: 'EditLineage', resource: 'table' })
  @ApiOperation({ operationId: 'putOpenLineageMapping', summary: 'Store the rule of a prefix; the others stay' })
  @TakesIfMatch()
  @Takes(RuleDto, { service: 'shop_airflow' })
  @Answer(200, 'The changed rule', STORED_RULE_SCHEMA, STORED_RULE)
  @Answer(201, 'The new rule', STORED_RULE_SCHEMA, STORED_RULE)
  async putOne(
    @CurrentActor() actor: Actor,
    @FqnParam('namespacePrefix', LONGEST_PREFIX) path: string,
    @Body() body: RuleDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { rule, created } = await this.mappings.put(actor, prefixOf(path), body, judgeOf(request));
    send(reply, rule, created ? 201 : 200);
  }

  @Delete('mappings/:namespacePrefix')
  @HttpCode(204)
  @Access({ operation: 'EditLineage', resource: 'table' })
  @ApiOperation({
    operationId: 'deleteOpenLineageMapping',
    summary: 'Remove the rule of a prefix, with the edges that exist only because of it',
  })
  @TakesIfMatch()
  @ApiResponse({ status: 204, description: 'The rule is removed' })
  remove(
    @CurrentActor() actor: Actor,
    @FqnParam('namespacePrefix', LONGEST_PREFIX) path: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    return this.mappings.remove(actor, prefixOf(path), judgeOf(request));
  }

  @Get('unresolved')
  @Access({ operation: 'EditLineage', resource: 'table' })
  @ApiOperation({ operationId: 'listUnresolvedDatasets', summary: 'List datasets that match no asset' })
  @Answer(200, 'A page of datasets', pageOf(UNRESOLVED_SCHEMA), UNRESOLVED_PAGE)
  listUnresolved(@CurrentActor() actor: Actor, @Query() query: NameListQuery): Promise<ListPage> {
    return this.unresolved.list(actor, query);
  }
}

/** The prefix in a path, where `*` stands for the empty one: the rule of every namespace. */
const prefixOf = (path: string): string => (path === '*' ? '' : path);

/** A rule has no version: its tag follows from its text. */
const tagOf = (rule: StoredRule): string => entityTag(0, JSON.stringify(rule));

const judgeOf =
  ({ headers }: FastifyRequest): RuleJudge =>
  (rule) =>
    requireTag(headers['if-match'], rule && tagOf(rule));

function send(reply: FastifyReply, rule: StoredRule, status = 200): void {
  void reply.header('etag', tagOf(rule));
  sendJson(reply, JSON.stringify(rule), { status });
}
