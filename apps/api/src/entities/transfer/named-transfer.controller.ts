import { Readable } from 'node:stream';
import {
  CONTAINERS,
  csvOf,
  NamedImport,
  TableExport,
  tablesWithin,
  type EntityType,
  type TableContainer,
} from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Get, Logger, Put, Query, Req, Res, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { FqnParam } from '../../http/input';
import { AcceptsCsv, BodyLimit } from '../../http/parsing';
import { sendJson } from '../../http/representation/answer';
import { DescribedNamedExport, DescribedNamedImport } from './described-named-transfer';
import { downloadHeaders } from './file-name';
import { importAnswer, logUnforeseen, rowCounts } from './import-answer';
import { IMPORTS, tablesIn } from './tables-in';
import { NamedExportQuery, NamedImportQuery } from './transfer-query';

/** Types whose tables go out and come in by their name; a table is one of itself. */
export const TRANSFERRED = ['table', ...Object.values(CONTAINERS)] as const;

/** The tables of one service, database or schema, or one table, as CSV, under the paths at which clients of OpenMetadata ask. */
export function namedTransferController(entityType: EntityType): Type<unknown> {
  const { collection, type } = entityType;
  const [by] = (Object.keys(CONTAINERS) as TableContainer['by'][]).filter((key) => CONTAINERS[key] === type);

  @Controller(`v1/${collection}`)
  class NamedTransferController {
    private readonly logger = new Logger('TableImportController');

    constructor(
      private readonly tables: TableExport,
      private readonly imports: NamedImport,
    ) {}

    @Get('name/:fqn/export')
    @Access({ operation: 'ViewBasic', resource: 'table' })
    @DescribedNamedExport(entityType)
    async export(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Query() { raw }: NamedExportQuery,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const pages = await (by ? this.tables.pages(actor, { by, fqn }) : this.tables.one(actor, fqn));
      void reply
        .code(200)
        .headers(downloadHeaders(fqn, 'csv'))
        .send(Readable.from(csvOf(pages, raw), { objectMode: false }));
    }

    @Put('name/:fqn/import')
    @Access(IMPORTS)
    @BodyLimit()
    @AcceptsCsv()
    @DescribedNamedImport(entityType)
    async import(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Query() { dryRun, raw }: NamedImportQuery,
      @Body() body: unknown,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const schema = { fqn, isForAll: false };
      const tables = tablesIn(body, { raw, ...(by === 'databaseSchema' && { databaseSchema: schema }) });
      const report = await this.imports.run(actor, 'table', { type, fqn }, tablesWithin({ type, fqn }, tables), {
        dryRun,
      });
      logUnforeseen(this.logger, request, report);
      const { json, status } = importAnswer(report, rowCounts(report));
      sendJson(reply, json, { status });
    }
  }
  return NamedTransferController;
}
