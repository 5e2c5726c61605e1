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
 * Changes of an entity and all that lies below it. They go down level by level: a child that is being created, or moved here, holds
 * a share lock on its parent, so a level that could be locked has all its children visible to the next statement. Each level is
 * locked by what makes it one, its parents: what was moved away while its lock was waited for is passed over with all below it.
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

  /** Hides what is live at and below the node, which is locked, in the node's name. */
  async hide(tx: Transaction, node: string): Promise<NodesByType> {
    const live = { condition: 'and deleted_by is null', strength: 'no key update' } as const;
    const level = await this.lockLevel(tx, 'node', [node], live);
    return this.descend(tx, level, live, async (nodes) => {
      await run(tx, `update entity set deleted_by = $2 where node = any($1)`, [nodes, node]);
    });
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
    const all = { condition: '', strength: 'update' } as const;
    return this.descend(tx, await this.lockLevel(tx, 'node', [node], all), all);
  }

  /** Removes these rows and, by cascade, all that hangs on them. */
  async remove(tx: Transaction, nodes: readonly string[]): Promise<void> {
    await run(tx, `delete from entity where node = any($1)`, [nodes]);
  }

  /** Gives all below the node, which is locked, the FQNs that follow from its new one. Returns those that it changed. */
  async rename(
    tx: Transaction,
    node: string,
    oldFqn: string,
    newFqn: string,
    newRoot: string | undefined,
  ): Promise<NodesByType> {
    const all = { condition: '', strength: 'no key update' } as const;
    const level = await this.lockLevel(tx, 'parent', [node], all);
    return this.descend(tx, level, all, async (nodes) => {
      await run(
        tx,
        `update entity set fqn = $3 || substr(fqn, length($2) + 1), root = coalesce($4::bigint, root) where node = any($1)`,
        [nodes, oldFqn, newFqn, newRoot],
      );
    });
  }

  private async descend(
    tx: Transaction,
    top: readonly Touched[],
    which: LevelLock,
    change: (nodes: readonly string[]) => Promise<void> = () => Promise.resolve(),
  ): Promise<NodesByType> {
    const touched: Touched[] = [];
    for (let level = top; level.length;) {
      const nodes = level.map(({ node }) => node);
      await change(nodes);
      touched.push(...level);
      level = await this.lockLevel(tx, 'parent', nodes, which);
    }
    return byType(touched);
  }

  /** PostgreSQL looks at the whole condition again at a row that it had to wait for, and leaves out what does not meet it any more. */
  private lockLevel(
    tx: Transaction,
    by: 'node' | 'parent',
    nodes: readonly string[],
    { condition, strength }: LevelLock,
  ): Promise<Touched[]> {
    const text = `select node, type from entity where ${by} = any($1) ${condition} order by node for ${strength}`;
    return run<Touched>(tx, text, [nodes]);
  }
}

/** Which rows of a level are locked, and how. */
interface LevelLock {
  readonly condition: '' | 'and deleted_by is null';
  readonly strength: 'update' | 'no key update';
}

function byType(rows: readonly Touched[]): NodesByType {
  const found: NodesByType = new Map();
  for (const { node, type } of rows) found.set(type, [...(found.get(type) ?? []), node]);
  return found;
}
