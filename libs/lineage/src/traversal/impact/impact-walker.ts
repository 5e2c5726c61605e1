import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { visibilityOf, visibleValues } from '../visibility';
import type { Visibility } from '../visibility';
import { impactStatement } from './impact-statement';
import type { ReachedRow } from './impact-statement';

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
    private readonly access: AccessControl,
  ) {}

  /** The affected assets without the roots, nearest first, within a hop by FQN. */
  async walk(actor: Actor, { roots, columns, depth }: ImpactRequest): Promise<ReachedAsset[]> {
    const visibility = visibilityOf(this.access, actor);
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
    const isRestricted = visibility.rules.length > 0;
    const values = [frontier.map(({ node }) => node), frontier.map(({ path }) => path)];
    const statement = impactStatement(isRestricted);
    return this.database.read<ReachedRow>(statement, [...values, ...(isRestricted ? visibleValues(visibility) : [])]);
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
