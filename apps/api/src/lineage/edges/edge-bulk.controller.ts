import type { Actor } from '@app/common';
import { EdgeBulk, MOST_EDGES } from '@app/lineage';
import { Body, Controller, Logger, Put, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJson } from '../../http/representation/answer';
import { AnyPrincipal, CurrentActor } from '../../http/access';
import { noteOutcomes } from '../../http/errors/mixed-outcomes';
import { BodyLimit } from '../../http/parsing';
import { Answer, Takes } from '../../http/described';
import { integer, list, object } from '../../http/schemas';
import { EDGE, EDITORS_OF_LINEAGE, SENT_EDGE } from '../lineage-schemas';
import { EDGE_EXAMPLE, SENT_EDGE_EXAMPLE } from '../lineage.examples';
import { bulkEdgeAnswer } from './bulk-edge-answer';

const BODY = object({ edges: { type: 'array', maxItems: MOST_EDGES, items: SENT_EDGE } });
const RESULT = object({ status: integer, 'edge?': EDGE, 'error?': { $ref: '#/components/schemas/BulkRowError' } });
const RESULTS = object({ results: list(RESULT) });
const STORED = { status: 200, edge: EDGE_EXAMPLE };
const REFUSED = {
  status: 404,
  error: { code: 404, errorType: 'NOT_FOUND', message: 'asset instance for a.b.c.d not found' },
};

/** Many edges in one request. */
@ApiTags('lineage')
@Controller('v1/lineage')
export class EdgeBulkController {
  private readonly logger = new Logger('EdgeBulkController');

  constructor(private readonly edges: EdgeBulk) {}

  @Put('bulk')
  @AnyPrincipal(EDITORS_OF_LINEAGE)
  @BodyLimit()
  @ApiOperation({
    operationId: 'bulkLineageEdges',
    summary: `Add or replace up to ${MOST_EDGES} edges at once`,
    description: 'Each edge has its own outcome, in the order sent; an invalid edge does not affect the others.',
  })
  @Takes(BODY, { edges: [SENT_EDGE_EXAMPLE] })
  @Answer(200, 'Every edge is stored', RESULTS, { results: [STORED] })
  @Answer(207, 'Some edges were refused', RESULTS, { results: [STORED, REFUSED] })
  async put(
    @CurrentActor() actor: Actor,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const outcomes = await this.edges.put(actor, body);
    noteOutcomes(this.logger, request, 'edges of a bulk write', outcomes);
    const { status, json } = bulkEdgeAnswer(outcomes);
    sendJson(reply, json, { status });
  }
}
