import { AppError, type Actor } from '@app/common';
import { LineageExport } from '@app/lineage';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AnyPrincipal, CurrentActor } from '../../http/access';
import { attachment } from './attachment';
import { DescribedLineageExport } from './described-export';
import { LineageExportQuery } from './export-query';

/** The lineage of an asset as a file. */
@Controller('v1/lineage')
export class LineageExportController {
  constructor(private readonly exports: LineageExport) {}

  @Get('export')
  @AnyPrincipal()
  @DescribedLineageExport()
  async export(
    @CurrentActor() actor: Actor,
    @Query() request: LineageExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.exports.requireSomewhere(actor);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort(new AppError('BAD_REQUEST', 'The caller has gone')));
    const { mediaType, extension, text } = await this.exports.open(actor, request, gone.signal);
    // Read as fast as the client takes it. A failure on the way breaks the connection: what came is not the whole.
    void reply
      .code(200)
      .headers({ 'content-type': mediaType, 'content-disposition': attachment('lineage', request.fqn, extension) })
      .send(text);
  }
}
