import { Readable } from 'node:stream';
import type { Actor } from '@app/common';
import { LineageExport } from '@app/lineage';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { RawQuery } from '../../entities/query-reader';
import { AnyPrincipal, CurrentActor } from '../../http/access';
import { attachment } from './attachment';
import { DescribedLineageExport } from './described-export';
import { exportQuery } from './export-query';

/** Pieces of text that wait for the socket, of some 64 Ki signs each. */
const PIECES_AHEAD = 2;

/** The lineage of an asset as a file. */
@Controller('v1/lineage')
export class LineageExportController {
  constructor(private readonly exports: LineageExport) {}

  @Get('export')
  @AnyPrincipal()
  @DescribedLineageExport()
  async export(@CurrentActor() actor: Actor, @Query() query: RawQuery, @Res() reply: FastifyReply): Promise<void> {
    this.exports.requireSomewhere(actor);
    const request = exportQuery(query);
    const { mediaType, extension, text } = await this.exports.open(actor, request);
    // Read as fast as the client takes it. A failure on the way breaks the connection: what came is not the whole.
    void reply
      .code(200)
      .headers({ 'content-type': mediaType, 'content-disposition': attachment('lineage', request.fqn, extension) })
      .send(Readable.from(text, { highWaterMark: PIECES_AHEAD }));
  }
}
