import { badRequest, TimeSlice, type Actor } from '@app/common';
import { AccessControl } from '@app/auth';
import { Database, type Transaction } from '@app/database';
import { EdgeWriter, type EdgeDraft } from '@app/lineage';
import { Injectable } from '@nestjs/common';
import type { DbtProject } from '../project';
import type { ImportRun } from '../report';
import type { WrittenTable, WrittenTables } from './table-writer';

/** From what a relation is made to the relation; ids of dbt. */
export interface PlannedEdge {
  readonly from: string;
  readonly to: string;
}

/** Dependencies that are followed for one project: its own, and those through ephemeral models once for each relation behind. */
const MOST_STEPS = 1_000_000;

/**
 * Every relation that another one is made of; through ephemeral models, which are in no database.
 * @throws {AppError} BAD_REQUEST where they lead too far
 */
export async function planEdges({ relations, passages }: DbtProject): Promise<PlannedEdge[]> {
  const slice = new TimeSlice();
  const edges: PlannedEdge[] = [];
  let steps = 0;
  for (const { id, dependsOn } of relations.values()) {
    const [found, seen] = [new Set<string>(), new Set<string>()];
    const left = [...dependsOn];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (++steps > MOST_STEPS) throw tooMany();
      if (steps % TURN === 0) await slice.turn();
      if (seen.has(next)) continue;
      seen.add(next);
      if (relations.has(next)) found.add(next);
      else for (const one of passages.get(next) ?? []) left.push(one);
    }
    for (const from of [...found].sort()) edges.push({ from, to: id });
    await slice.turn();
  }
  return edges;
}

/** Steps between two looks at the clock. */
const TURN = 1_000;

function tooMany(): Error {
  return badRequest(
    `manifest: its relations depend on more than ${MOST_STEPS} others, counted through ephemeral models`,
  );
}

const SOURCE = 'DbtLineage';
const BLOCK = 500;

/** The edges between the tables of a project. Edges of other sources are not changed. */
@Injectable()
export class DbtEdgeWriter {
  constructor(
    private readonly database: Database,
    private readonly edges: EdgeWriter,
    private readonly access: AccessControl,
  ) {}

  /** How many edges of the project are in the catalog now. */
  async write({ actor, project, report }: ImportRun, tables: WrittenTables): Promise<number> {
    const drafts = new Map<string, EdgeDraft>();
    for (const { from, to } of await planEdges(project)) {
      const [source, target] = [tables.get(from), tables.get(to)];
      if (!source || !target) continue;
      const closed = [source, target].find((table) => !this.access.allows(actor, 'EditLineage', 'table', table));
      if (closed) report.skip(to, `${actor.name} may not edit the lineage of ${closed.fqn}`);
      else drafts.set(`${source.node} ${target.node}`, draftOf(source, target));
    }
    const all = [...drafts.values()];
    for (let start = 0; start < all.length; start += BLOCK)
      await this.database.bulkTransaction((tx) => this.put(tx, actor, all.slice(start, start + BLOCK)), actor.origin);
    return all.length;
  }

  private async put(tx: Transaction, actor: Actor, drafts: readonly EdgeDraft[]): Promise<void> {
    const stored = new Map((await this.edges.stored(tx, drafts)).map((edge) => [keyOf(edge), edge]));
    const own = drafts.flatMap((draft) => {
      const edge = stored.get(keyOf(draft));
      if (!edge) return [draft];
      // The columns are those that events have reported.
      return edge.source === SOURCE ? [{ ...draft, columns: edge.columns }] : [];
    });
    await this.edges.put(tx, actor, own);
  }
}

const keyOf = ({ fromNode, toNode }: EdgeDraft): string => `${fromNode} ${toNode}`;

function draftOf(source: WrittenTable, target: WrittenTable): EdgeDraft {
  const { sql } = target.relation;
  return {
    fromNode: source.node,
    toNode: target.node,
    source: SOURCE,
    ...(sql !== undefined && { sqlQuery: sql }),
    details: {},
    columns: [],
  };
}
