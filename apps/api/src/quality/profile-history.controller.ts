import type { Actor } from '@app/common';
import { PROFILE_KINDS, ProfileHistory, type ProfileKind } from '@app/quality';
import { applyDecorators, Controller, Delete, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, pageOf } from '../http/described';
import { ChoiceParam, FqnParam, MAX_COLUMN_FQN, TimestampParam } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { list, object } from '../http/schemas';
import { EvidenceListQuery } from './evidence.dto';
import { COLUMN_PROFILE, page, SYSTEM_PROFILE, TABLE_PROFILE } from './evidence.examples';

const resource = 'table';
const collection = 'tables';
const SCHEMAS = {
  table: entity('TableProfile'),
  column: entity('ColumnProfileDto'),
  system: entity('SystemProfileDto'),
} as const;
const EXAMPLES = { table: TABLE_PROFILE, column: COLUMN_PROFILE, system: SYSTEM_PROFILE } as const;

const Lists = (kind: ProfileKind, operationId: string, summary: string): MethodDecorator =>
  applyDecorators(
    Access({ operation: 'ViewBasic', resource }),
    ApiOperation({ operationId, summary }),
    Answer(200, 'A page of profiles', pageOf(SCHEMAS[kind]), page(EXAMPLES[kind])),
  );

/** The profiles of a table, of its columns and of the writes to it, in time. */
@ApiTags(collection)
@Controller(`v1/${collection}`)
export class ProfileHistoryController {
  constructor(private readonly profiles: ProfileHistory) {}

  @Get(':fqn/tableProfile')
  @Lists('table', 'listTableProfiles', 'List the profiles of a table, newest first')
  async ofTable(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Query() query: EvidenceListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.profiles.list(actor, 'table', fqn, query));
  }

  @Get(':fqn/columnProfile')
  @Lists('column', 'listColumnProfiles', 'List the profiles of a column, named by its FQN, newest first')
  async ofColumn(
    @CurrentActor() actor: Actor,
    @FqnParam('fqn', MAX_COLUMN_FQN) fqn: string,
    @Query() query: EvidenceListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.profiles.list(actor, 'column', fqn, query));
  }

  @Get(':fqn/systemProfile')
  @Lists(
    'system',
    'listSystemProfiles',
    'List the system profiles of a table (writes that its system reported), newest first',
  )
  async ofSystem(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Query() query: EvidenceListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.profiles.list(actor, 'system', fqn, query));
  }

  @Delete(':fqn/:entityType/:timestamp/profile')
  @Access({ operation: 'EditTests', resource })
  @ApiOperation({
    operationId: 'deleteProfile',
    summary: 'Delete the profile of a table, of a column (named by its FQN) or of the writes at a timestamp',
    description: 'Observations derived from it are deleted too.',
  })
  @Answer(200, 'The deleted profile', object({ data: list({ anyOf: Object.values(SCHEMAS) }) }), {
    data: [COLUMN_PROFILE],
  })
  async remove(
    @CurrentActor() actor: Actor,
    @FqnParam('fqn', MAX_COLUMN_FQN) fqn: string,
    @ChoiceParam('entityType', PROFILE_KINDS) kind: ProfileKind,
    @TimestampParam() timestamp: number,
  ): Promise<object> {
    return { data: await this.profiles.remove(actor, kind, fqn, timestamp) };
  }
}
