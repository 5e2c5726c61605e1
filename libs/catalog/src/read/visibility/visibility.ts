import { AccessControl } from '@app/auth';
import { isUuid, notFound } from '@app/common';
import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../definition/entity-types';
import type { EntityType } from '../../definition/entity-type';
import type { FilterTarget } from '../query/list-filter';
import type { Condition } from '../query/list-question';
import type { Queryable } from '../queryable';
import { statementName } from '../query/statement-name';
import type { NamedEntity } from './mentions';
import { grantedCondition } from './granted-condition';
import type { Hidden } from './without-hidden';

/** A reference as documents hold it. */
interface Named {
  readonly id: string;
  readonly type: string;
}

/** Types of which an actor may view those that the condition holds for. */
export interface PartlyVisible {
  readonly types: readonly string[];
  readonly condition: Condition;
}

/** What of some entities an actor must not learn of. */
export interface Unseen {
  /** Ids of those that are as if they were not there. */
  readonly hidden: ReadonlySet<string>;
  /** @throws {AppError} FORBIDDEN for a type of which the actor may view nothing */
  readonly requireType: (type: string) => void;
}

/**
 * What a rule with a condition hides from an actor who may view other entities of the type: for them it is as if it were not
 * there. Most actors have no such rule, and nothing is asked for them.
 */
@Injectable()
export class Visibility {
  /** An actor lives as long as its verified token is remembered. */
  private readonly known = new WeakMap<Actor, readonly PartlyVisible[]>();

  constructor(private readonly access: AccessControl) {}

  /** As a filter of lists; undefined: the actor may view all of the type. @throws {AppError} FORBIDDEN: none of it */
  condition(actor: Actor, { type }: EntityType): Condition | undefined {
    this.access.requireAnyObject(actor, 'ViewBasic', type);
    return grantedCondition(this.access.viewable(actor, type), actor.ownerIds);
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

  /** As `hiddenOf`, with the types of which the actor may view nothing at all. */
  async unseenOf(db: Queryable, actor: Actor, named: readonly Named[]): Promise<Unseen> {
    const requireType = (type: string): void => this.access.requireAnyObject(actor, 'ViewBasic', type);
    return { hidden: await this.hiddenOf(db, actor, named), requireType };
  }

  /** Those of these that the actor may view. */
  async seenOf<One extends Named>(db: Queryable, actor: Actor, named: readonly One[]): Promise<One[]> {
    const hidden = await this.hiddenOf(db, actor, named);
    return named.filter(({ id, type }) => !hidden.has(id) && this.access.scope(actor, 'ViewBasic', type) !== 'none');
  }

  /** Ids of those that are hidden from the actor, of whatever types. */
  async hiddenOf(db: Queryable, actor: Actor, named: readonly Named[]): Promise<ReadonlySet<string>> {
    const partly = this.partlyVisibleTypes(actor);
    const ids = named.filter(({ type }) => partly.has(type)).map(({ id }) => id);
    return ids.length ? this.hiddenIds(db, actor, ids) : new Set();
  }

  /** What is hidden of the entities with these ids, whatever their type, and of those with these names; undefined: nothing. */
  async hiddenAmong(
    db: Queryable,
    actor: Actor,
    ids: readonly string[],
    names: readonly NamedEntity[],
  ): Promise<Hidden | undefined> {
    const hiddenIds = await this.hiddenIds(db, actor, ids);
    const hiddenNames = await this.hiddenNames(db, actor, names);
    if (!hiddenIds.size && !hiddenNames.size) return undefined;
    return {
      hasId: (id) => hiddenIds.has(id),
      hasName: ({ type, fqn }) => hiddenNames.has(`${type} ${fqn}`),
    };
  }

  /** Whether something hidden is named, by its id or its FQN, where one of these types may be. */
  async namesHidden(db: Queryable, actor: Actor, targets: readonly FilterTarget[]): Promise<boolean> {
    const ids = targets.filter(({ key }) => isUuid(key)).map(({ key }) => key);
    const names = targets.flatMap(({ key, types }) => types.map((type) => ({ type, fqn: key })));
    return (await this.hiddenAmong(db, actor, ids, names)) !== undefined;
  }

  /** Whether anything at all can be hidden from the actor. */
  hidesFrom(actor: Actor): boolean {
    return !actor.isAdmin && actor.rules.some(({ condition }) => condition !== undefined);
  }

  /** Types of which the actor may view some and not others. */
  partlyVisibleTypes(actor: Actor): ReadonlySet<string> {
    return new Set(this.partlyVisible(actor).flatMap(({ types }) => types));
  }

  /** Types of which some may be viewed and others not, those together that the same condition decides. */
  partlyVisible(actor: Actor): readonly PartlyVisible[] {
    if (!this.hidesFrom(actor)) return [];
    const known = this.known.get(actor);
    if (known) return known;
    const byCondition = new Map<string, { types: string[]; condition: Condition }>();
    for (const { type } of entityTypes.all()) {
      if (this.access.scope(actor, 'ViewBasic', type) !== 'some') continue;
      const condition = grantedCondition(this.access.viewable(actor, type), actor.ownerIds);
      if (!condition) continue;
      const same = byCondition.get(condition.name);
      if (same) same.types.push(type);
      else byCondition.set(condition.name, { types: [type], condition });
    }
    const found = [...byCondition.values()];
    this.known.set(actor, found);
    return found;
  }

  private async hiddenIds(db: Queryable, actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const hidden = new Set<string>();
    if (!ids.length) return hidden;
    for (const { types, condition } of this.partlyVisible(actor)) {
      const text = `select e.id::text as id from entity e
        where e.id = any($1::uuid[]) and e.type = any($2::text[]) and not ${condition.sql('$3')}`;
      const statement = { name: statementName('hidden-ids', condition.name), text };
      for (const { id } of await db.read<{ id: string }>(statement, [ids, types, condition.value])) hidden.add(id);
    }
    return hidden;
  }

  private async hiddenNames(db: Queryable, actor: Actor, names: readonly NamedEntity[]): Promise<ReadonlySet<string>> {
    const hidden = new Set<string>();
    for (const { types, condition } of this.partlyVisible(actor)) {
      const asked = names.filter(({ type }) => types.includes(type));
      if (!asked.length) continue;
      const text = `select e.type, e.fqn from unnest($1::text[], $2::text[]) n(type, fqn)
        join entity e on e.type = n.type and md5(e.fqn)::uuid = md5(n.fqn)::uuid and e.fqn = n.fqn
        where not ${condition.sql('$3')}`;
      const statement = { name: statementName('hidden-names', condition.name), text };
      const values = [asked.map(({ type }) => type), asked.map(({ fqn }) => fqn), condition.value];
      for (const { type, fqn } of await db.read<NamedEntity>(statement, values)) hidden.add(`${type} ${fqn}`);
    }
    return hidden;
  }
}
