import { run } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

/** Entities of a subtree by their type. */
export type NodesByType = Map<string, string[]>;

interface Touched {
  readonly node: string;
  readonly type: string;
}

/**
 * Changes of an entity and all that lies below it. They go down level by level: a child that is being created holds a share lock
 * on its parent, so a level that could be locked has all its children visible to the next statement.
 */
@Injectable()
export class SubtreeStore {
  /** Whether there is a child of these types; only a live one unless `deletedToo`. */
  async hasChild(tx: Transaction, node: string, types: readonly string[], deletedToo: boolean): Promise<boolean> {
    const live = deletedToo ? '' : 'and deleted_by is null';
    const found = await run(tx, `select 1 from entity where parent = $1 and type = any($2) ${live} limit 1`, [
      node,
      types,
    ]);
    return found.length > 0;
  }

  /** Hides what is live at and below the node, in the node's name. */
  async hide(tx: Transaction, node: string): Promise<NodesByType> {
    return this.descend(
      tx,
      node,
      `update entity set deleted_by = $2 where node = any($1) and deleted_by is null returning node, type`,
      `select node from entity where parent = any($1) and deleted_by is null`,
      [node],
    );
  }

  /** Brings back exactly what the deletion of this node hid. */
  async restore(tx: Transaction, node: string): Promise<NodesByType> {
    const rows = await run<Touched>(
      tx,
      `update entity set deleted_by = null where deleted_by = $1 returning node, type`,
      [node],
    );
    return byType(rows);
  }

  /** Locks all at and below the node, live or not, before they are removed. */
  async lockAll(tx: Transaction, node: string): Promise<NodesByType> {
    return this.descend(
      tx,
      node,
      `select node, type from entity where node = any($1) order by node for update`,
      `select node from entity where parent = any($1)`,
    );
  }

  /** Removes these rows and, by cascade, all that hangs on them. */
  async remove(tx: Transaction, nodes: readonly string[]): Promise<void> {
    await run(tx, `delete from entity where node = any($1)`, [nodes]);
  }

  /** Gives all below the node the FQNs that follow from its new one. Returns the changed ones, the node itself left out. */
  async rename(
    tx: Transaction,
    node: string,
    oldFqn: string,
    newFqn: string,
    newRoot: string | undefined,
  ): Promise<NodesByType> {
    return this.descend(
      tx,
      node,
      `update entity set fqn = $3 || substr(fqn, length($2) + 1), root = coalesce($4::bigint, root)
        where node = any($1) and node <> $5 returning node, type`,
      `select node from entity where parent = any($1)`,
      [oldFqn, newFqn, newRoot, node],
    );
  }

  private async descend(
    tx: Transaction,
    node: string,
    change: string,
    children: string,
    values: unknown[] = [],
  ): Promise<NodesByType> {
    const touched: Touched[] = [];
    for (let level: string[] = [node]; level.length;) {
      touched.push(...(await run<Touched>(tx, change, [level, ...values])));
      level = (await run<{ node: string }>(tx, children, [level])).map((row) => row.node);
    }
    return byType(touched);
  }
}

function byType(rows: readonly Touched[]): NodesByType {
  const found: NodesByType = new Map();
  for (const { node, type } of rows) found.set(type, [...(found.get(type) ?? []), node]);
  return found;
}
