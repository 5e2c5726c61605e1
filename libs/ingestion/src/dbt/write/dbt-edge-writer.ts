import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { Database, query } from '@app/database';
import type { Transaction } from '@app/database';
import { EdgeWriter } from '@app/lineage';
import type { EdgeDraft } from '@app/lineage';
import { Injectable } from '@nestjs/common';
import type { DbtProject } from '../project';
import type { ReportWriter } from '../report';
import { planEdges } from './edge-plan';
import type { WrittenTable } from './table-writer';

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
  async write(
    actor: Actor,
    project: DbtProject,
    tables: ReadonlyMap<string, WrittenTable>,
    report: ReportWriter,
  ): Promise<number> {
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
      await this.database.bulkTransaction((tx) => this.put(tx, actor, all.slice(start, start + BLOCK)));
    return all.length;
  }

  private async put(tx: Transaction, actor: Actor, drafts: readonly EdgeDraft[]): Promise<void> {
    const ends = [drafts.map(({ fromNode }) => fromNode), drafts.map(({ toNode }) => toNode)];
    const foreign = await query<{ key: string }>(tx, FOREIGN, ends);
    const taken = new Set(foreign.map(({ key }) => key));
    const own = drafts.filter(({ fromNode, toNode }) => !taken.has(`${fromNode} ${toNode}`));
    await this.edges.put(tx, actor, own);
  }
}

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

const FOREIGN = `
  select e.from_node || ' ' || e.to_node as key
    from lineage_edge e join unnest($1::bigint[], $2::bigint[]) as w (from_node, to_node)
      on e.from_node = w.from_node and e.to_node = w.to_node
   where e.source <> '${SOURCE}'`;
