import { groupBy } from '@app/common';
import { digestOf, query, recordEntityEvents, type ChangeEventType, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

/** Entities of a subtree by their type. */
export type NodesByType = Map<string, string[]>;

interface Touched {
  readonly node: string;
  readonly type: string;
}

/**
 * Changes an entity and all descendants, level by level: a child being created, or moved here, takes a share lock on its parent, so
 * once a level is locked all its children are visible to the next statement. Rows of a level are locked by parent: rows moved away
 * while waiting for the lock are skipped with their descendants.
 */
@Injectable()
export class SubtreeStore {
  /** Whether there is a child of these types; only live ones unless `deletedToo`. */
  async hasChild(tx: Transaction, node: string, types: readonly string[], deletedToo: boolean): Promise<boolean> {
    const live = deletedToo ? '' : 'and deleted_by is null';
    const found = await query(tx, `select 1 from entity where parent = $1 and type = any($2) ${live} limit 1`, [
      node,
      types,
    ]);
    return found.length > 0;
  }

  /** Soft-deletes entities and their live descendants. @param node the one whose deletion it is: its restoration brings them back */
  async hide(tx: Transaction, entities: readonly string[], node: string, actorName: string): Promise<NodesByType> {
    const live = { condition: 'and deleted_by is null', strength: 'no key update' } as const;
    const level = await this.lockLevel(tx, 'node', entities, live);
    return this.descend(tx, level, live, async (nodes) => {
      const text = `with changed as (
          update entity set deleted_by = $2 where node = any($1) returning ${CHANGED})
        ${recordDeletion('entitySoftDeleted', '$2', '$3')}`;
      await query(tx, text, [nodes, node, actorName]);
    });
  }

  /** Restores exactly what the deletion of this node hid. */
  async restore(tx: Transaction, node: string, actorName: string): Promise<NodesByType> {
    const rows = await query<Touched>(
      tx,
      `with changed as (update entity set deleted_by = null where deleted_by = $1 returning ${CHANGED}),
       told as (${recordDeletion('entityRestored', '$1', '$2')})
       select node, type from changed`,
      [node, actorName],
    );
    return byType(rows);
  }

  /** Locks the node and all descendants, live or not, before removal. */
  async lockAll(tx: Transaction, node: string): Promise<NodesByType> {
    const all = { condition: '', strength: 'update' } as const;
    return this.descend(tx, await this.lockLevel(tx, 'node', [node], all), all);
  }

  /** Deletes these rows and, by cascade, their dependents. */
  async remove(tx: Transaction, nodes: readonly string[], actorName: string): Promise<void> {
    const event = { actor: '$2', previous: 'version', before: digestOf('gone') };
    const text = `with gone as (delete from entity where node = any($1) returning ${CHANGED}, body, details)
      ${recordEntityEvents('entityDeleted', inOrder('gone'), event)}`;
    await query(tx, text, [nodes, actorName]);
  }

  /** Sets the FQNs of all descendants of the locked node from its new FQN. Returns the changed ones. */
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
      await query(
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
      // One by one: a level may have more rows than one call takes arguments.
      for (const row of level) touched.push(row);
      level = await this.lockLevel(tx, 'parent', nodes, which);
    }
    return byType(touched);
  }

  /** PostgreSQL re-evaluates the whole condition on a row it had to wait for, and skips it if it no longer matches. */
  private lockLevel(
    tx: Transaction,
    by: 'node' | 'parent',
    nodes: readonly string[],
    { condition, strength }: LevelLock,
  ): Promise<Touched[]> {
    const text = `select node, type from entity where ${by} = any($1) ${condition} order by node for ${strength}`;
    return query<Touched>(tx, text, [nodes]);
  }
}

const CHANGED = `node, type, id, fqn, version, details -> 'changeDescription' as change`;

/** Events of one statement have the order of the nodes, not that in which PostgreSQL came by the rows. */
const inOrder = (rows: string): string => `(select * from ${rows} order by node) ${rows}`;

/** An event of each changed row; only that of `top` got a new version. */
function recordDeletion(eventType: ChangeEventType, top: string, actor: string): string {
  return recordEntityEvents(eventType, inOrder('changed'), {
    actor,
    previous: `case when node = ${top} then version - 1 else version end`,
    change: `case when node = ${top} then change end`,
  });
}

/** Which rows of a level are locked, and how. */
interface LevelLock {
  readonly condition: '' | 'and deleted_by is null';
  readonly strength: 'update' | 'no key update';
}

function byType(rows: readonly Touched[]): NodesByType {
  const groups = groupBy(rows, ({ type }) => type);
  return new Map([...groups].map(([type, group]) => [type, group.map(({ node }) => node)]));
}
