import { csvTables, jsonTables, TableImport, type ReadTable } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Logger, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { toAppError } from '../../http/errors/to-app-error';
import { AcceptsCsv, BodyLimit, CsvBody } from '../../http/parsing';
import { sendJson } from '../../http/representation/answer';
import { DescribedImport } from './described-transfer';
import { importAnswer } from './import-answer';
import { ImportQuery } from './transfer-query';

/** Tables with their columns from a file. */
@Controller('v1/tables')
export class TableImportController {
  private readonly logger = new Logger('TableImportController');

  constructor(private readonly tables: TableImport) {}

  @Put('import')
  @Access({
    operation: ['Create', 'EditAll', 'EditDescription', 'EditTags', 'EditOwners', 'EditTests'],
    resource: 'table',
  })
  @BodyLimit()
  @AcceptsCsv()
  @DescribedImport()
  async import(
    @CurrentActor() actor: Actor,
    @Query() query: ImportQuery,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const report = await this.tables.run(actor, tablesIn(body, query), query.dryRun);
    // The answer does not pass the error filter, so unexpected errors in it are logged here, once per request.
    const unforeseen = report.errors.find(({ cause }) => cause && toAppError(cause).code === 'INTERNAL_ERROR');
    if (unforeseen) this.logger.error(`request ${request.id}: tables of an import failed`, unforeseen.cause);
    const { json, status } = importAnswer(report);
    sendJson(reply, json, { status });
  }
}

function tablesIn(body: unknown, { raw, databaseSchema }: ImportQuery): AsyncIterable<ReadTable> {
  if (body instanceof CsvBody) return csvTables(body.bytes, { raw, databaseSchema });
  return jsonTables(body, databaseSchema);
}
