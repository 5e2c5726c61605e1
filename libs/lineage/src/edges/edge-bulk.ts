import { AppError, attempt, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { edgeAnswer, type EdgeAnswer } from './edge-answer';
import { EdgeChanger } from './edge-changer';
import { EdgePermission } from './edge-permission';
import type { ResolvedEdge } from './edge-resolver';
import type { StoredEdge } from './stored-edge';
import { MOST_PAIRS, pairsOf, readEdge, readEdgeList } from './edge-schema';

/** Edges per transaction, or as many as have MOST_PAIRS of columns: its locks last some tens of milliseconds. */
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
   * One outcome per edge, in order: an invalid edge does not affect the others. A transaction has 500 edges, or
   * fewer with many columns.
   * @throws {AppError} FORBIDDEN; BAD_REQUEST for an invalid body or more than 10,000 edges, and nothing is stored; a
   * database error that occurs before anything was stored
   */
  async put(actor: Actor, body: unknown): Promise<BulkEdgeOutcome[]> {
    this.permission.requireSomewhere(actor, 'EditLineage');
    const { edges: sent } = readEdgeList(body);
    const outcomes: BulkEdgeOutcome[] = [];
    while (outcomes.length < sent.length) {
      const from = outcomes.length;
      const block = blockAt(sent, from);
      try {
        outcomes.push(...(await this.block(actor, block)));
      } catch (error) {
        if (from === 0) throw error;
        // Earlier blocks are stored, so the outcome of every edge must be reported.
        outcomes.push(...block.map(() => ({ error })));
      }
    }
    return outcomes;
  }

  private async block(actor: Actor, read: readonly (ResolvedEdge | AppError)[]): Promise<BulkEdgeOutcome[]> {
    const edges = read.flatMap((one) => (one instanceof AppError ? [] : [one]));
    const written = await this.database.bulkTransaction((tx) => this.changer.put(tx, actor, edges), actor.origin);
    const next = written.values();
    return read.map((one) => {
      if (one instanceof AppError) return { error: one };
      const outcome = next.next().value as StoredEdge | AppError;
      return outcome instanceof AppError ? { error: outcome } : { edge: edgeAnswer(outcome) };
    });
  }
}

function blockAt(sent: readonly unknown[], from: number): (ResolvedEdge | AppError)[] {
  const block: (ResolvedEdge | AppError)[] = [];
  for (let pairs = 0; from + block.length < sent.length && block.length < BLOCK && pairs < MOST_PAIRS;) {
    const at = from + block.length;
    const one = attempt((): ResolvedEdge => ({ field: `edges[${at}]`, sent: readEdge(sent[at]) }));
    block.push(one);
    if (!(one instanceof AppError)) pairs += pairsOf(one.sent);
  }
  return block;
}
