import { AppError, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { edgeAnswer, type EdgeAnswer } from './edge-answer';
import { EdgeChanger } from './edge-changer';
import { EdgePermission } from './edge-permission';
import type { PlacedEdge } from './edge-resolver';
import { readEdge, readEdgeList } from './edge-schema';

/** Edges per transaction: its locks are held for some tens of milliseconds. */
const BLOCK = 500;

/** Outcome of one edge of a bulk request; the error may be an unexpected one. */
export type BulkEdgeOutcome = { readonly edge: EdgeAnswer } | { readonly error: unknown };

/** Writes many edges in one request. */
@Injectable()
export class EdgeBulk {
  constructor(
    private readonly database: Database,
    private readonly permission: EdgePermission,
    private readonly changer: EdgeChanger,
  ) {}

  /**
   * One outcome per edge, in order: an invalid edge does not affect the others. A transaction holds 500 edges.
   * @throws {AppError} FORBIDDEN; BAD_REQUEST for an invalid body or more than 10,000 edges, and nothing is stored; a
   * database error that occurs before anything was stored
   */
  async put(actor: Actor, body: unknown): Promise<BulkEdgeOutcome[]> {
    this.permission.requireSomewhere(actor, 'EditLineage');
    const { edges: sent } = readEdgeList(body);
    const outcomes: BulkEdgeOutcome[] = [];
    for (let from = 0; from < sent.length; from += BLOCK) {
      const block = sent.slice(from, from + BLOCK);
      try {
        outcomes.push(...(await this.block(actor, block, from)));
      } catch (error) {
        if (from === 0) throw error;
        // Earlier blocks are stored, so the outcome of every edge must be reported.
        outcomes.push(...block.map(() => ({ error })));
      }
    }
    return outcomes;
  }

  private async block(actor: Actor, block: readonly unknown[], from: number): Promise<BulkEdgeOutcome[]> {
    const read = block.map((edge, i) => receive(edge, `edges[${from + i}]`));
    const edges = read.flatMap((one) => (one instanceof AppError ? [] : [one]));
    const written = await this.database.bulkTransaction((tx) => this.changer.put(tx, actor, edges));
    const next = written.values();
    return read.map((one) => {
      if (one instanceof AppError) return { error: one };
      const outcome = next.next().value;
      if (!outcome) throw new Error('an edge without an outcome');
      return 'error' in outcome ? outcome : { edge: edgeAnswer(outcome.edge) };
    });
  }
}

function receive(edge: unknown, field: string): PlacedEdge | AppError {
  try {
    return { field, sent: readEdge(edge) };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
