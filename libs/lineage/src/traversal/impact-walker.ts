import { Visibility as EntityVisibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { columnPaths } from './asset-columns';
import { visibilityOf, type Visibility } from './visibility';
import { isRestricted, visibleSql, visibleValues } from './visible-sql';

export interface ImpactRequest {
  /** Nodes of the assets that change; bigint in decimal. */
  readonly roots: readonly string[];
  /** Paths of the changed columns, in each of the roots; absent: the whole assets. */
  readonly columns?: readonly string[];
  /** Hops to go. */
  readonly depth: number;
}

/** An asset affected by a change. */
export interface ReachedAsset {
  readonly node: number;
  /** The nearest hop at which it is reached. */
  readonly hop: number;
  /** The paths of its affected columns; undefined if it is affected as a whole. */
  columns: Set<string> | undefined;
}

/**
 * Assets affected by a change of assets or of their columns, downstream. With columns the traversal is over columns:
 * an asset is visited again when further columns of it are reached. One statement per hop.
 */
@Injectable()
export class ImpactWalker {
  constructor(
    private readonly database: Database,
    private readonly entities: EntityVisibility,
  ) {}

  /** The affected assets without the roots, nearest first, within a hop by FQN. */
  async walk(actor: Actor, { roots, columns, depth }: ImpactRequest): Promise<ReachedAsset[]> {
    const visibility = visibilityOf(this.entities, actor);
    const reached = new Map<number, ReachedAsset>();
    let frontier: readonly ReachedRow[] = roots.flatMap((root) =>
      (columns ?? [null]).map((path) => ({ node: Number(root), path })),
    );
    frontier.forEach((row) => note(reached, row, 0));
    for (let hop = 1; hop <= depth && frontier.length > 0; hop++) {
      const rows = await this.hop(visibility, frontier);
      frontier = rows.filter((row) => note(reached, row, hop));
    }
    return [...reached.values()].filter(({ hop }) => hop > 0);
  }

  private hop(visibility: Visibility, frontier: readonly ReachedRow[]): Promise<ReachedRow[]> {
    const values = [frontier.map(({ node }) => node), frontier.map(({ path }) => path), ...visibleValues(visibility)];
    return this.database.read<ReachedRow>(impactStatement(isRestricted(visibility)), values);
  }
}

/** Records what a hop reached; false if it was known already. */
function note(reached: Map<number, ReachedAsset>, { node, path }: ReachedRow, hop: number): boolean {
  const known = reached.get(node);
  if (!known) {
    reached.set(node, { node, hop, columns: path === null ? undefined : new Set([path]) });
    return true;
  }
  if (known.columns === undefined || (path !== null && known.columns.has(path))) return false;
  if (path === null) known.columns = undefined;
  else known.columns.add(path);
  return true;
}

/** An asset that a hop reaches: as a whole (path null), or by one of its columns. */
export interface ReachedRow {
  readonly node: number;
  readonly path: string | null;
}

/** An edge without column mappings reaches its target as a whole: the change may affect any column. */
const WHOLE = `
  select l.to_node as node, null::text as path
    from unnest($1::bigint[], $2::text[]) as s (node, path) join lineage_edge l on l.from_node = s.node
   where s.path is null
      or not exists (select 1 from lineage_column_edge c where c.from_node = l.from_node and c.to_node = l.to_node)`;

/** A column reaches the columns derived from it, from a part of it, or from a column that contains it. */
const BY_COLUMN = `
  select c.to_node as node, c.to_column as path
    from unnest($1::bigint[], $2::text[]) as s (node, path) join lineage_column_edge c on c.from_node = s.node
   where c.from_column = s.path or starts_with(c.from_column, s.path || '.') or starts_with(s.path, c.from_column || '.')`;

/**
 * One hop downstream from assets and columns: $1 nodes and $2 paths (parallel arrays), with a null path for the whole
 * asset. Returns live and visible assets, and columns that still exist, in the order of the FQNs.
 */
export function impactStatement(restricted: boolean): PreparedStatement {
  return {
    name: `lineage-impact${restricted ? '-restricted' : ''}`,
    text: `
      with reached as materialized (
        select distinct r.node, r.path, f.fqn from (${WHOLE} union ${BY_COLUMN}) r join entity f on f.node = r.node
         where f.deleted_by is null ${restricted ? `and ${visibleSql('f', 3)}` : ''}
      ), known as materialized (
        ${columnPaths('select node from reached where path is not null')}
      )
      select r.node::float8 as node, r.path from reached r
       where r.path is null or (r.node, r.path) in (select node, path from known)
       order by r.fqn, r.node, r.path nulls first`,
  };
}
