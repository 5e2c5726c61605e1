import { Readable } from 'node:stream';
import { csvOf, jsonOf, TableExport } from '@app/catalog';
import type { Actor } from '@app/common';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { DescribedExport } from './described-transfer';
import { downloadHeaders } from './file-name';
import { containerOf, ExportQuery } from './transfer-query';

/** Tables with their columns as a file. */
@Controller('v1/tables')
export class TableExportController {
  constructor(private readonly tables: TableExport) {}

  @Get('export')
  @Access({ operation: 'ViewBasic', resource: 'table' })
  @DescribedExport()
  async export(@CurrentActor() actor: Actor, @Query() query: ExportQuery, @Res() reply: FastifyReply): Promise<void> {
    const { format, raw } = query;
    const container = containerOf(query);
    const pages = await this.tables.pages(actor, container);
    const texts = format === 'csv' ? csvOf(pages, raw) : jsonOf(pages);
    // Back-pressure: a page is read when the client has received the previous one.
    void reply
      .code(200)
      .headers(downloadHeaders(container.fqn, format))
      .send(Readable.from(texts, { objectMode: false }));
  }
}
