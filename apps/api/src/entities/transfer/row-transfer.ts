import { Readable } from 'node:stream';
import { entityTypes, RowExport, RowImport, type RowLayout } from '@app/catalog';
import { badRequest, type Actor } from '@app/common';
import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CsvBody } from '../../http/parsing';
import { sendJson } from '../../http/representation/answer';
import { downloadHeaders } from './file-name';
import { importAnswer, logUnforeseen, rowCounts } from './import-answer';
import type { NamedImportQuery } from './transfer-query';

/** Answers with files of one row for each entity, and takes them. */
@Injectable()
export class RowTransfer {
  private readonly logger = new Logger('RowTransfer');

  constructor(
    private readonly exports: RowExport,
    private readonly imports: RowImport,
  ) {}

  async send(actor: Actor, layout: RowLayout, fqn: string, raw: boolean, reply: FastifyReply): Promise<void> {
    const text = await this.exports.csv(actor, layout, fqn, raw);
    const of = entityTypes.get(layout.type).collection.split('/').at(-1);
    void reply
      .code(200)
      .headers(downloadHeaders(fqn, 'csv', of))
      .send(Readable.from(text, { objectMode: false }));
  }

  /** @throws {AppError} BAD_REQUEST without a body */
  async take(
    actor: Actor,
    layout: RowLayout,
    fqn: string,
    { dryRun, raw }: NamedImportQuery,
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  ): Promise<void> {
    const { body } = request;
    if (!(body instanceof CsvBody)) throw badRequest('A body is required: CSV with a header line');
    const report = await this.imports.run(actor, layout, fqn, { bytes: body.bytes, raw }, dryRun);
    logUnforeseen(this.logger, request, report);
    const { json, status } = importAnswer(report, rowCounts(report), 'entity');
    sendJson(reply, json, { status });
  }
}
