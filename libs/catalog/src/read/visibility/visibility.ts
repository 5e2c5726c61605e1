import { AccessControl } from '@app/auth';
import { isUuid, notFound } from '@app/common';
import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../definition/entity-types';
import type { EntityType } from '../../definition/entity-type';
import type { FilterTarget } from '../query/list-filter';
import type { Condition } from '../query/list-question';
import type { Queryable } from '../queryable';
import { statementName } from '../queryable';
import type { NamedEntity } from './mentions';
import { grantedCondition } from './granted-condition';
import type { Hidden } from './without-hidden';

/** A reference as contained in documents. */
interface Named {
  readonly id: string;
  readonly type: string;
}

/** Types of which an actor may view only entities matching the condition. */
export interface PartlyVisible {
  readonly types: readonly string[];
  readonly condition: Condition;
}

/** The entities in a set that the actor must not learn of. */
export interface Unseen {
  /** Ids of entities treated as nonexistent. */
  readonly hidden: ReadonlySet<string>;
  /** @throws {AppError} FORBIDDEN for a type that the actor may not view at all */
  readonly requireType: (type: string) => void;
}

/**
 * Hides entities by conditional rules from actors who may view other entities of the type: hidden entities are treated as
 * nonexistent. Most actors have no such rule, and no query is made for them.
 */
@Injectable()
export class Visibility {
  /** An actor object lives as long as its verified token is cached. */
  private readonly known = new WeakMap<Actor, readonly PartlyVisible[]>();

  constructor(private readonly access: AccessControl) {}

  /** The condition as a list filter; undefined: the actor may view all of the type. @throws {AppError} FORBIDDEN if none */
  condition(actor: Actor, { type }: EntityType): Condition | undefined {
    this.access.requireAnyObject(actor, 'ViewBasic', type);
    return grantedCondition(this.access.viewable(actor, type), actor.ownerIds);
  }

  /**
   * For an entity that was found. Does not reject actors who may view none of the type: the requested operation checks that.
   * @param key the key in the request
   * @throws {AppError} NOT_FOUND for a hidden entity, as for one that does not exist
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

  /** As `hiddenOf`, plus the types that the actor may not view at all. */
  async unseenOf(db: Queryable, actor: Actor, named: readonly Named[]): Promise<Unseen> {
    const requireType = (type: string): void => this.access.requireAnyObject(actor, 'ViewBasic', type);
    return { hidden: await this.hiddenOf(db, actor, named), requireType };
  }

  /** Those that the actor may view. */
  async seenOf<One extends Named>(db: Queryable, actor: Actor, named: readonly One[]): Promise<One[]> {
    const hidden = await this.hiddenOf(db, actor, named);
    return named.filter(({ id, type }) => !hidden.has(id) && this.access.scope(actor, 'ViewBasic', type) !== 'none');
  }

  /** Ids of the entities hidden from the actor, of any type. */
  async hiddenOf(db: Queryable, actor: Actor, named: readonly Named[]): Promise<ReadonlySet<string>> {
    const partly = this.partlyVisibleTypes(actor);
    const ids = named.filter(({ type }) => partly.has(type)).map(({ id }) => id);
    return ids.length ? this.hiddenIds(db, actor, ids) : new Set();
  }

  /** Hidden entities among these ids, of any type, and among these names; undefined: none. */
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

  /** Whether a hidden entity is named, by id or FQN, among the possible targets. */
  async namesHidden(db: Queryable, actor: Actor, targets: readonly FilterTarget[]): Promise<boolean> {
    const ids = targets.filter(({ key }) => isUuid(key)).map(({ key }) => key);
    const names = targets.flatMap(({ key, types }) => types.map((type) => ({ type, fqn: key })));
    return (await this.hiddenAmong(db, actor, ids, names)) !== undefined;
  }

  /** Whether anything can be hidden from the actor. */
  hidesFrom(actor: Actor): boolean {
    return !actor.isAdmin && actor.rules.some(({ condition }) => condition !== undefined);
  }

  /** Types of which the actor may view some entities but not all. */
  partlyVisibleTypes(actor: Actor): ReadonlySet<string> {
    return new Set(this.partlyVisible(actor).flatMap(({ types }) => types));
  }

  /** Partly visible types, grouped by condition. */
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
