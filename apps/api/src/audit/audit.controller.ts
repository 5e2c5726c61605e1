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
import { auditCsv, auditLines } from './audit-file';
import { AuditExportQuery, AuditListQuery } from './audit.dto';
import { AUDIT_CSV, AUDIT_PAGE, AUDIT_PAGE_SCHEMA, CHANGED } from './audit.examples';

const READERS = 'For administrators, and by a rule on `audit`.';

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
    description: `${READERS} The answer includes everything committed before the request.`,
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
    description: `${READERS} All records up to the request, one a line or a row.`,
  })
  @ApiResponse({
    status: 200,
    description: 'The records',
    content: {
      [NDJSON_TYPE]: { schema: text, example: `${JSON.stringify(CHANGED)}\n` },
      'text/csv': { schema: text, example: AUDIT_CSV },
    },
  })
  async export(
    @CurrentActor() actor: Actor,
    @Query() { format, ...filter }: AuditExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const pieces = await this.audit.export(actor, filter);
    const isCsv = format === 'csv';
    const type = isCsv ? 'text/csv; charset=utf-8; header=present' : NDJSON_TYPE;
    // Read as fast as the client takes it. A failure on the way breaks the connection: what came is not the whole.
    void reply
      .code(200)
      .headers({ 'content-type': type, 'content-disposition': `attachment; filename="audit.${format}"` })
      .send(Readable.from(isCsv ? auditCsv(pieces) : auditLines(pieces), { objectMode: false }));
  }
}
