import { AccessControl } from '@app/auth';
import { notFound } from '@app/common';
import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import type { Condition } from '../query/list-question';
import type { Queryable } from '../queryable';
import { statementName } from '../query/statement-name';
import { visibleCondition } from './visible-condition';

/** A reference as documents hold it. */
export interface Named {
  readonly id: string;
  readonly type: string;
}

/**
 * What a rule with a condition hides from an actor who may view other entities of the type: for them it is as if it were not
 * there. Most actors have no such rule, and nothing is asked for them.
 */
@Injectable()
export class Visibility {
  constructor(private readonly access: AccessControl) {}

  /** As a filter of lists; undefined: the actor may view all of the type. @throws {AppError} FORBIDDEN: none of it */
  condition(actor: Actor, { type }: EntityType): Condition | undefined {
    this.access.requireAnyObject(actor, 'ViewBasic', type);
    return visibleCondition(this.access.viewable(actor, type), actor.ownerIds);
  }

  /**
   * For one that was found. Who may view none of the type is not told so here: what they ask for needs more than that.
   * @param key what the caller named it by
   * @throws {AppError} NOT_FOUND for one that is hidden, as for one that is not there
   */
  async requireVisible(
    db: Queryable,
    actor: Actor,
    entityType: EntityType,
    { id }: { readonly id: string },
    key = id,
  ): Promise<void> {
    const hidden = await this.hiddenOf(db, actor, [{ id, type: entityType.type }]);
    if (hidden.has(id)) throw notFound(entityType.type, key);
  }

  /** Ids of those that are hidden from the actor, of whatever types. */
  async hiddenOf(db: Queryable, actor: Actor, named: readonly Named[]): Promise<ReadonlySet<string>> {
    const hidden = new Set<string>();
    for (const type of new Set(named.map((one) => one.type))) {
      if (this.access.scope(actor, 'ViewBasic', type) !== 'some') continue;
      const condition = visibleCondition(this.access.viewable(actor, type), actor.ownerIds);
      const ids = named.filter((one) => one.type === type).map(({ id }) => id);
      const visible = condition ? await this.visibleIds(db, condition, ids) : new Set(ids);
      for (const id of ids) if (!visible.has(id)) hidden.add(id);
    }
    return hidden;
  }

  /** Whether anything at all can be hidden from the actor. */
  hidesFrom(actor: Actor): boolean {
    return !actor.isAdmin && actor.rules.some(({ condition }) => condition !== undefined);
  }

  private async visibleIds(db: Queryable, condition: Condition, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const text = `select e.id::text as id from entity e where e.id = any($1::uuid[]) and ${condition.sql('$2')}`;
    const statement = { name: statementName('visible', condition.name), text };
    const rows = await db.read<{ id: string }>(statement, [ids, condition.value]);
    return new Set(rows.map(({ id }) => id));
  }
}
