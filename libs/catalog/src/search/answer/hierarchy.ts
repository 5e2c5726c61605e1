import type { Actor } from '@app/common';
import { Database } from '@app/database';
import type { ShownHit } from '@app/search';
import { Injectable } from '@nestjs/common';
import { Visibility } from '../../visibility/visibility';

/** A hit with its ancestors, topmost first. */
export interface HierarchyNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
  /** Whether it is a hit; otherwise it is an ancestor of one. */
  readonly match: boolean;
  readonly children: HierarchyNode[];
}

/** Types that can be nested in their own type. */
const NESTED: readonly string[] = ['glossaryTerm', 'domain'];

interface LineRow {
  readonly node: string;
  readonly parent: string | null;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
}

const LINES = {
  name: 'search-hierarchy',
  text: `
    with recursive line (node, parent) as (
      select e.node, e.parent from entity e where e.id = any($1::uuid[])
      union
      select p.node, p.parent from line l join entity p on p.node = l.parent
    )
    select e.node::text as node, e.parent::text as parent, e.id, e.type, e.name, e.fqn
      from line l join entity e on e.node = l.node order by e.name, e.id`,
};

/** Arranges hits in the hierarchy that they belong to. */
@Injectable()
export class SearchHierarchy {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /** For the terms and domains among the hits. Entities the actor may not view are omitted; their children move up one level. */
  async of(actor: Actor, hits: readonly ShownHit[]): Promise<HierarchyNode[]> {
    const matches = new Set(hits.filter(({ entityType }) => NESTED.includes(entityType)).map(({ id }) => id));
    if (!matches.size) return [];
    const rows = await this.database.read<LineRow>(LINES, [[...matches]]);
    const seen = new Set((await this.visibility.seenOf(this.database, actor, rows)).map(({ id }) => id));
    return treeOf(rows, matches, ({ id }) => seen.has(id));
  }
}

function treeOf(
  rows: readonly LineRow[],
  matches: ReadonlySet<string>,
  isShown: (row: LineRow) => boolean,
): HierarchyNode[] {
  const byNode = new Map(rows.map((row) => [row.node, row]));
  const shown = new Map(
    rows.filter((row) => matches.has(row.id) || isShown(row)).map((row) => [row.node, nodeOf(row, matches)]),
  );
  const roots: HierarchyNode[] = [];
  for (const [node, entry] of shown) {
    let above = byNode.get(node)?.parent ?? null;
    while (above !== null && !shown.has(above)) above = byNode.get(above)?.parent ?? null;
    (above === null ? roots : (shown.get(above)?.children ?? roots)).push(entry);
  }
  return roots;
}

function nodeOf({ id, type, name, fqn }: LineRow, matches: ReadonlySet<string>): HierarchyNode {
  return { id, type, name, fullyQualifiedName: fqn, match: matches.has(id), children: [] };
}
