import { byCodePoint } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { nodesOf, type EdgeBlock, type Side } from '../traversal/walk';

/**
 * Where a page of a traversal ended: after this edge. Identified by FQNs, so that it stays valid while edges change.
 */
export interface GraphPosition {
  readonly side: Side;
  readonly hop: number;
  readonly fromFqn: string;
  readonly toFqn: string;
}

const FQNS = {
  name: 'lineage-fqns',
  text: `select e.node::float8 as node, e.fqn from entity e where e.node = any($1::bigint[])`,
};

/** Finds the position of a page in a traversal. */
@Injectable()
export class GraphPositions {
  constructor(private readonly database: Database) {}

  /** Number of edges of a block up to and including the position. */
  async skipped(block: EdgeBlock, cursor: GraphPosition | undefined): Promise<number> {
    if (!cursor || isBehind(block, cursor)) return 0;
    if (block.side !== cursor.side || block.hop !== cursor.hop) return block.size;
    const ends = await this.endsOf(block);
    const last = ends.at(-1);
    if (!last || compare(last, cursor) <= 0) return block.size;
    return ends.findIndex((edge) => compare(edge, cursor) > 0);
  }

  /** The position after one edge of a block. */
  async behind(block: EdgeBlock, at: number): Promise<GraphPosition> {
    const edge = (await this.endsOf(block))[at];
    return { side: block.side, hop: block.hop, fromFqn: edge?.fromFqn ?? '', toFqn: edge?.toFqn ?? '' };
  }

  private async endsOf({ from, to }: EdgeBlock): Promise<Pick<GraphPosition, 'fromFqn' | 'toFqn'>[]> {
    const [froms, tos] = [nodesOf(from), nodesOf(to)];
    const rows = await this.database.read<{ node: number; fqn: string }>(FQNS, [[...new Set([...froms, ...tos])]]);
    const fqns = new Map(rows.map(({ node, fqn }) => [node, fqn]));
    return froms.map((node, i) => ({ fromFqn: fqns.get(node) ?? '', toFqn: fqns.get(tos[i] as number) ?? '' }));
  }
}

const SIDES: readonly Side[] = ['upstream', 'downstream'];

function isBehind({ side, hop }: EdgeBlock, cursor: GraphPosition): boolean {
  return side === cursor.side ? hop > cursor.hop : SIDES.indexOf(side) > SIDES.indexOf(cursor.side);
}

type Ends = Pick<GraphPosition, 'fromFqn' | 'toFqn'>;

/** By code point, as the database sorts. */
function compare(a: Ends, b: Ends): number {
  return byCodePoint(a.fromFqn, b.fromFqn) || byCodePoint(a.toFqn, b.toFqn);
}
