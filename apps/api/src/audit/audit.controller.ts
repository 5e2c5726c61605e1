import { Readable } from 'node:stream';
import { AuditLog, type AuditPage } from '@app/events';
import type { Actor } from '@app/common';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { NDJSON_TYPE } from '../http/parsing/media-type';
import { text } from '../http/schemas';
import { AuditFilterQuery, AuditListQuery } from './audit.dto';
import { AUDIT_PAGE, AUDIT_PAGE_SCHEMA, CHANGED } from './audit.examples';

/** The audit: changes and refusals, with their actors. */
@ApiTags('audit')
@Controller('v1/audit')
export class AuditController {
  constructor(private readonly audit: AuditLog) {}

  @Get()
  @Access({ operation: 'ViewAll', resource: 'audit' })
  @ApiOperation({
    operationId: 'listAudit',
    summary: 'List changes and refusals',
    description: 'For administrators. The answer includes everything committed before the request.',
  })
  @Answer(200, 'A page of records', AUDIT_PAGE_SCHEMA, AUDIT_PAGE)
  list(@CurrentActor() actor: Actor, @Query() query: AuditListQuery): Promise<AuditPage> {
    return this.audit.page(actor, query);
  }

  @Get('export')
  @Access({ operation: 'ViewAll', resource: 'audit' })
  @ApiOperation({
    operationId: 'exportAudit',
    summary: 'Export changes and refusals, oldest first',
    description:
      'For administrators. One record a line, in the form of the list; all records up to the time of the request.',
  })
  @ApiResponse({
    status: 200,
    description: 'JSON objects, one a line',
    content: { [NDJSON_TYPE]: { schema: text, example: `${JSON.stringify(CHANGED)}\n` } },
  })
  async export(
    @CurrentActor() actor: Actor,
    @Query() query: AuditFilterQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const lines = await this.audit.export(actor, query);
    // Read as fast as the client takes it. A failure on the way breaks the connection: what came is not the whole.
    void reply
      .code(200)
      .headers({ 'content-type': NDJSON_TYPE, 'content-disposition': 'attachment; filename="audit.ndjson"' })
      .send(Readable.from(lines, { objectMode: false }));
  }
}
