import { AccessControl } from '@app/auth';
import { AppError, type Actor } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../types/entity-types';
import type { Condition } from '../../query/list-question';
import { inTransaction } from '../../query/queryable';
import { grantedCondition } from '../../visibility/granted-condition';
import { closedTypes } from '../../visibility/sight';
import { Visibility } from '../../visibility/visibility';
import type { LockedEntity } from '../entity-update';
import type { NodesByType } from './subtree-store';

interface Refused {
  readonly id: string;
  readonly type: string;
  readonly fqn: string;
}

/**
 * Authorizes a recursive deletion: if one descendant may not be deleted, because of its owner or a deny rule, or is hidden from the
 * actor, nothing is deleted.
 */
@Injectable()
export class DeletionJudge {
  constructor(
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
  ) {}

  /**
   * One statement per rule condition of a type. Dependents of an asset (contracts, test cases) are not checked.
   * @param nodes the entity and all descendants to be deleted
   * @throws {AppError} FORBIDDEN naming the first that may not be deleted, if the actor may view it
   */
  async requireAll(
    tx: Transaction,
    actor: Actor,
    operation: 'Delete' | 'HardDelete',
    top: LockedEntity & { type: string },
    nodes: NodesByType,
  ): Promise<void> {
    if (actor.isAdmin) return;
    const refused: Refused[] = [];
    for (const [type, ofType] of nodes) {
      if (!entityTypes.get(type).obstacle) continue;
      const below = ofType.filter((node) => node !== top.node);
      for (const condition of below.length ? this.conditions(actor, operation, type) : [])
        refused.push(...(await firstRefused(tx, below, condition)));
    }
    const [first] = refused.sort((a, b) => (a.fqn < b.fqn ? -1 : 1));
    if (first) throw await this.refusal(tx, actor, top, first);
  }

  /** The conditions that each entity of the type has to meet. */
  private conditions(actor: Actor, operation: 'Delete' | 'HardDelete', type: string): readonly Condition[] {
    const granted = grantedCondition(this.access.grantable(actor, operation, type), actor.ownerIds);
    const sight = this.visibility.sightOf(actor);
    const visible = closedTypes(sight).includes(type)
      ? { name: 'closed', value: '', sql: (bound: string) => `${bound}::text is null` }
      : sight !== 'all' && sight.types.includes(type)
        ? sight.condition
        : undefined;
    return [granted, visible].filter((condition) => condition !== undefined);
  }

  private async refusal(
    tx: Transaction,
    actor: Actor,
    top: LockedEntity & { type: string },
    refused: Refused,
  ): Promise<AppError> {
    const { type, fqn } = refused;
    const [seen] = await this.visibility.seenOf(inTransaction(tx), actor, [refused]);
    const what = seen ? `${type} ${fqn}, which lies` : 'something';
    return new AppError(
      'FORBIDDEN',
      `Principal ${actor.name} is not allowed: operations [Delete] on ${what} below ${top.type} ${top.fqn}`,
    );
  }
}

function firstRefused(tx: Transaction, nodes: readonly string[], { sql, value }: Condition): Promise<Refused[]> {
  const text = `select e.id, e.type, e.fqn from entity e
                 where e.node = any($1) and not ${sql('$2')} order by e.fqn limit 1`;
  return query<Refused>(tx, text, [nodes, value]);
}
