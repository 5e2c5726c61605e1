import { entityTypes, FileImport } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Logger, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { AcceptsCsv, BodyLimit } from '../../http/parsing';
import { sendJson } from '../../http/representation/answer';
import { DescribedImport } from './described-transfer';
import { importAnswer, logUnforeseen } from './import-answer';
import { IMPORTS, tablesIn } from './tables-in';
import { ImportQuery } from './transfer-query';

/** Tables with their columns from a file. */
@Controller('v1/tables')
export class TableImportController {
  private readonly logger = new Logger('TableImportController');

  constructor(private readonly files: FileImport) {}

  @Put('import')
  @Access(IMPORTS)
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
    const { raw, databaseSchema: fqn } = query;
    const options = { raw, ...(fqn !== undefined && { databaseSchema: { fqn, isForAll: true } }) };
    const report = await this.files.run(actor, entityTypes.get('table'), tablesIn(body, options), {
      dryRun: query.dryRun,
    });
    logUnforeseen(this.logger, request, report);
    const { json, status } = importAnswer(report);
    sendJson(reply, json, { status });
  }
}
