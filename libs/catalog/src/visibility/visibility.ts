import { AccessControl, type AccessObject, type ObjectRequest } from '@app/auth';
import { forbidden, hiddenFrom, isUuid, oncePer, type Actor, type Operation } from '@app/common';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../types/entity-types';
import type { EntityType } from '../definition/entity-type';
import type { FilterTarget } from '../query/list-filter';
import type { Condition } from '../query/list-question';
import type { Queryable } from '../query/queryable';
import { nameKey, type NamedEntity } from './mentions';
import { closedTypes, hiddenTypes, sightBy, type Sight } from './sight';
import { NOBODY, ofTypes, unseenIds, unseenNames, untyped, type MentionedIds } from './unseen';
import type { Hidden } from './without-hidden';

/** A reference as contained in documents. */
interface Named {
  readonly id: string;
  readonly type: string;
}

/** The entities in a set that the actor must not learn of. */
export interface Unseen {
  /** Ids of entities treated as nonexistent. */
  readonly hidden: ReadonlySet<string>;
  readonly requireOneOf: TypeCheck;
}

/**
 * Checked before anything is looked up, so that the answer reveals nothing about stored entities.
 * @throws {AppError} FORBIDDEN where the actor may view nothing of any of these types
 */
export type TypeCheck = (types: readonly string[]) => void;

/**
 * Hides entities by conditional rules from actors who may view other entities of the type: hidden entities are treated as
 * nonexistent, with all that lies below them. Where the actor may view none of a type, asking for one is refused, and documents,
 * counts and filters reveal nothing about them either. From most actors nothing is hidden (`sightOf`), and no query is made for them.
 */
@Injectable()
export class Visibility {
  /** An actor object lives as long as its verified token is cached, with the rights that it was read with. */
  private readonly sights = oncePer((actor: Actor) => sightBy(this.access, actor, entityTypes.all()));

  constructor(private readonly access: AccessControl) {}

  /**
   * Returns what the actor may view: everything, or what is left for a restricted caller. The one question of whether something is hidden
   * from some actor, and the only type of value that caches may store (`RevalidatingCache`). It follows from rights that were read within
   * this request.
   */
  sightOf(actor: Actor): 'all' | Sight {
    return this.sights(actor.shared ?? actor);
  }

  /** Whether anything may be hidden from the actor. */
  isRestricted(actor: Actor): boolean {
    return this.sightOf(actor) !== 'all';
  }

  /** Whether the actor may view all entities of the types, and has the operation on each of them. */
  allowsOnAll(actor: Actor, operation: Operation, types: readonly string[]): boolean {
    const hidden = hiddenTypes(this.sightOf(actor));
    return types.every((type) => this.access.scope(actor, operation, type) === 'all' && !hidden.includes(type));
  }

  /** The condition as a list filter; undefined: the actor may view all of the type. @throws {AppError} FORBIDDEN if none */
  condition(actor: Actor, { type }: EntityType): Condition | undefined {
    this.access.requireAnyObject(actor, 'ViewBasic', type);
    const sight = this.sightOf(actor);
    return sight !== 'all' && sight.types.includes(type) ? sight.condition : undefined;
  }

  /**
   * The checks of every read and write of one existing object, in order: a hidden object is NOT_FOUND; then it must
   * be viewable; then one of the operations must be granted, even if the request changes nothing.
   * @throws {AppError} NOT_FOUND, FORBIDDEN
   */
  async requireObject(
    db: Queryable,
    actor: Actor,
    type: string,
    object: AccessObject & { readonly id: string },
    asked: ObjectRequest,
  ): Promise<void> {
    if (await this.hides(db, actor, type, object)) throw hiddenFrom(actor, type, asked.key);
    this.access.requireObject(actor, type, object, asked);
  }

  /** `requireObject` for many, in one query. */
  async requireObjects(
    db: Queryable,
    actor: Actor,
    objects: readonly (AccessObject & Named)[],
    oneOf: ObjectRequest['oneOf'],
  ): Promise<void> {
    const hidden = await this.hiddenOf(db, actor, objects);
    for (const object of objects) {
      if (hidden.has(object.id)) throw hiddenFrom(actor, object.type, object.id);
      this.access.requireObject(actor, object.type, object, { key: object.id, oneOf });
    }
  }

  /** Whether the actor, who may view other objects of the type, must not learn that this one exists. */
  async hides(db: Queryable, actor: Actor, type: string, { id }: { readonly id: string }): Promise<boolean> {
    return (await this.hiddenOf(db, actor, [{ id, type }])).has(id);
  }

  /**
   * For an entity that was found. Does not reject actors who may view none of the type: the requested operation checks that.
   * @param key the key in the request
   * @throws {AppError} NOT_FOUND for a hidden entity, as for one that does not exist
   */
  async requireVisible(
    db: Queryable,
    actor: Actor,
    { type }: EntityType,
    { id }: { readonly id: string },
    key = id,
  ): Promise<void> {
    if (await this.hides(db, actor, type, { id })) throw hiddenFrom(actor, type, key);
  }

  /** `hiddenOf`, with the entities of types that the actor may not view at all. */
  async unseenOf(db: Queryable, actor: Actor, named: readonly Named[]): Promise<Unseen> {
    const hidden = new Set(await this.hiddenOf(db, actor, named));
    const closed = new Set(closedTypes(this.sightOf(actor)));
    for (const { id, type } of named) if (closed.has(type)) hidden.add(id);
    return { hidden, requireOneOf: this.typeCheck(actor) };
  }

  typeCheck(actor: Actor): TypeCheck {
    const closed = new Set(closedTypes(this.sightOf(actor)));
    return (types) => {
      const [first] = types;
      if (first !== undefined && types.every((type) => closed.has(type))) throw forbidden(actor, ['ViewBasic'], first);
    };
  }

  /** Those that the actor may view. */
  async seenOf<One extends Named>(db: Queryable, actor: Actor, named: readonly One[]): Promise<One[]> {
    const hidden = await this.hiddenOf(db, actor, named);
    return named.filter(({ id, type }) => !hidden.has(id) && this.access.scope(actor, 'ViewBasic', type) !== 'none');
  }

  /** Ids of the entities hidden from the actor, of any type. */
  async hiddenOf(db: Queryable, actor: Actor, named: readonly Named[]): Promise<ReadonlySet<string>> {
    const sight = this.sightOf(actor);
    if (sight === 'all') return NOBODY;
    const ids = named.filter(({ type }) => sight.types.includes(type)).map(({ id }) => id);
    return ids.length ? (await unseenIds(db, { ...sight, closed: [] }, untyped(ids))).hidden : NOBODY;
  }

  /** Keys of the names, among these, of entities that the actor may not view. */
  async hiddenNames(db: Queryable, actor: Actor, names: readonly NamedEntity[]): Promise<ReadonlySet<string>> {
    const sight = this.sightOf(actor);
    if (sight === 'all') return NOBODY;
    return (await unseenNames(db, sight, names.filter(ofTypes(sight)))).hidden;
  }

  /**
   * Entities that the actor may not view among what documents mention; undefined: none. One that is gone for good counts as hidden
   * where the actor may not view all of its type: its former visibility to the actor is unknown.
   */
  async hiddenAmong(
    db: Queryable,
    actor: Actor,
    ids: MentionedIds,
    names: readonly (readonly NamedEntity[])[],
  ): Promise<Hidden | undefined> {
    const sight = this.sightOf(actor);
    if (sight === 'all') return undefined;
    const isPartly = ofTypes(sight);
    const asked = names.filter((alternatives) => alternatives.some(isPartly));
    const byId = await unseenIds(db, sight, ids);
    const byName = await unseenNames(db, sight, asked.flat());
    if (![byId, byName].some(({ hidden, gone }) => hidden.size || gone.size)) return undefined;
    return {
      hasId: (id) => byId.hidden.has(id) || byId.gone.has(id),
      hasName: (...alternatives) =>
        alternatives.some((one) => byName.hidden.has(nameKey(one))) ||
        (alternatives.some(isPartly) && alternatives.every((one) => byName.gone.has(nameKey(one)))),
    };
  }

  /** Whether a hidden entity is named, by id or FQN, among the possible targets. */
  async namesHidden(db: Queryable, actor: Actor, targets: readonly FilterTarget[]): Promise<boolean> {
    const sight = this.sightOf(actor);
    if (sight === 'all') return false;
    const ids = targets.filter(({ key }) => isUuid(key)).map(({ key }) => key);
    const names = targets.flatMap(({ key, types }) => types.map((type) => ({ type, fqn: key })));
    if ((await unseenIds(db, sight, untyped(ids))).hidden.size) return true;
    return (await this.hiddenNames(db, actor, names)).size > 0;
  }

  /**
   * Asked before an object that is named by its type is looked for, so that the answer does not depend on whether it is there.
   * @throws {AppError} FORBIDDEN for a type of which the actor may view no entity
   */
  requireType(actor: Actor, type: string): void {
    this.access.requireAnyObject(actor, 'ViewBasic', type);
  }

  /** Whether the actor may view no entity of the type. */
  isClosed(actor: Actor, type: string): boolean {
    return this.access.scope(actor, 'ViewBasic', type) === 'none';
  }
}
