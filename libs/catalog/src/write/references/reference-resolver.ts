import { AppError, attempt, invalidFields, isUuid } from '@app/common';
import type { Actor } from '@app/common';
import { run } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType, ParentProperty } from '../../definition/entity-type';
import type { Target } from '../entity-draft';
import { inTransaction } from '../../read/queryable';
import { Visibility } from '../../read/visibility/visibility';
import { ALL_SEEN, FoundEntities, keyOf, spellings } from './found-entities';
import type { FoundRow, Wanted } from './found-entities';

const FOUND = `e.node, e.id, e.type, e.name, e.fqn, e.body ->> 'displayName' as display_name, e.deleted_by is not null as deleted,
  coalesce(e.root, e.node) as root, e.body ->> 'serviceType' as service_type`;

const BY_ID_OR_FQN = `
  select ${FOUND} from entity e where e.id = any($1::uuid[])
  union
  select ${FOUND} from unnest($2::text[], $3::text[]) w(type, fqn)
    join entity e on e.type = w.type and md5(e.fqn)::uuid = md5(w.fqn)::uuid and e.fqn = w.fqn`;

/** What the entity has already: it may be soft-deleted, and the parent need not be locked. */
export interface Held {
  readonly ids: ReadonlySet<string>;
  /** Node of the parent, where there is one. */
  readonly parent?: string | null;
}

export const NOTHING_HELD: Held = { ids: new Set() };

/** A checked body whose references are to be found, with what its entity has already. */
export interface NamingBody {
  readonly body: Readonly<Record<string, unknown>>;
  readonly held: Held;
}

/** The parents and references of a body. */
export interface Resolved {
  readonly parent?: Target;
  /** Every parent that the body names, by its property. */
  readonly parents: ReadonlyMap<string, Target>;
  /** Names that stand in the FQN between the parent's and the entity's own, as a link gives them. */
  readonly between: readonly string[];
  readonly relations: Map<string, Target[]>;
}

interface WantedOfBody {
  readonly parents: readonly Wanted[];
  readonly relations: ReadonlyMap<string, readonly Wanted[]>;
}

/** Finds what requests refer to, as their senders see it: what is hidden from them is not there. */
@Injectable()
export class ReferenceResolver {
  constructor(private readonly visibility: Visibility) {}

  /**
   * Looks up all that the bodies name in one statement, and locks their new parents.
   * @param parts of a body whose place alone is asked for, the parents
   * @returns for each body what it names, or NOT_FOUND naming its first reference to nothing, or BAD_REQUEST where two of its
   *   parents contradict each other
   */
  async resolve(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    bodies: readonly NamingBody[],
    parts: 'all' | 'parents' = 'all',
  ): Promise<(Resolved | AppError)[]> {
    const wanted = bodies.map(({ body }) => ({
      parents: parentsIn(entityType, body),
      relations: parts === 'all' ? wantedRelations(entityType, body) : new Map<string, readonly Wanted[]>(),
    }));
    const all = wanted.flatMap(({ parents, relations }) => [...parents, ...[...relations.values()].flat()]);
    const found = await this.find(tx, all, actor);
    const resolved = wanted.map((ofBody, i) =>
      attempt(() => resolvedBody(ofBody, found, (bodies[i] as NamingBody).held)),
    );
    return this.withLockedParents(
      tx,
      resolved,
      bodies.map(({ held }) => held),
    );
  }

  /** What this service itself refers to. @throws {AppError} NOT_FOUND */
  async named(tx: Transaction, type: string, fqn: string): Promise<Target> {
    const wanted = { field: type, types: [type], fqn };
    return (await this.find(tx, [wanted])).pick(wanted, new Set());
  }

  /** The entities that these references of a property name. @throws {AppError} NOT_FOUND naming the first that is not there */
  async references(
    tx: Transaction,
    actor: Actor,
    field: string,
    types: readonly string[],
    given: readonly unknown[],
  ): Promise<Target[]> {
    const wanted = given.map((reference, i) => toWanted(`${field}[${i}]`, types, reference));
    const found = await this.find(tx, wanted, actor);
    // Everybody knows of themselves.
    const self = new Set([actor.id]);
    return unique(wanted.map((one) => found.pick(one, self)));
  }

  /**
   * Keeps new parents from being deleted, renamed or moved until this write is committed. From the root down, as changes of
   * subtrees go: the insert will lock the root as well.
   */
  private async withLockedParents(
    tx: Transaction,
    resolved: readonly (Resolved | AppError)[],
    held: readonly Held[],
  ): Promise<(Resolved | AppError)[]> {
    // An entity that stays below its parent is locked: what happens to its parent reaches it after this write.
    const newParents = resolved.map((one, i) =>
      one instanceof AppError || one.parent?.node === held[i]?.parent ? undefined : one.parent,
    );
    const locked = unique(newParents.filter((parent): parent is Target => parent !== undefined));
    if (!locked.length) return [...resolved];
    const roots = locked.filter(({ node, root }) => root !== node).map(({ root }) => root);
    if (roots.length) await run(tx, `${LOCK} for key share`, [roots]);
    await run(tx, `${LOCK} for share`, [locked.map(({ node }) => node)]);
    const now = await this.find(
      tx,
      locked.map(({ type, id }) => ({ field: '', types: [type], id })),
    );
    return resolved.map((one, i) => {
      const parent = newParents[i];
      return parent && !(one instanceof AppError) ? attempt(() => ({ ...one, parent: now.still(parent) })) : one;
    });
  }

  /** @param actor who asks; without: the service itself, which sees all */
  private async find(tx: Transaction, wanted: readonly Wanted[], actor?: Actor): Promise<FoundEntities> {
    if (!wanted.length) return new FoundEntities([]);
    const ids = wanted.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const named = wanted.flatMap(({ id, fqn, types }) =>
      id !== undefined || fqn === undefined
        ? []
        : types.flatMap((type) => spellings(fqn).map((spelling) => ({ type, fqn: spelling }))),
    );
    const once = [...new Map(named.map((name) => [keyOf(name.type, name.fqn), name])).values()];
    const values = [[...new Set(ids)], once.map(({ type }) => type), once.map(({ fqn }) => fqn)];
    const rows = await run<FoundRow>(tx, BY_ID_OR_FQN, values);
    return new FoundEntities(rows, actor ? await this.visibility.unseenOf(inTransaction(tx), actor, rows) : ALL_SEEN);
  }
}

const LOCK = `select 1 from entity where node = any($1::bigint[]) order by node`;

/** @throws {AppError} NOT_FOUND, BAD_REQUEST */
function resolvedBody(wanted: WantedOfBody, found: FoundEntities, held: Held): Resolved {
  const target = (one: Wanted): Target => found.pick(one, held.ids);
  const relations = new Map([...wanted.relations].map(([property, list]) => [property, unique(list.map(target))]));
  const parents = new Map(wanted.parents.map((one) => [one.field, target(one)]));
  const direct = wanted.parents.at(-1);
  const between = direct?.between ?? [];
  if (!direct) return { parents, between, relations };
  const parent = parents.get(direct.field) as Target;
  requireLine(parents, direct.field, parent);
  return { parent, parents, between, relations };
}

/** The parents that the body names, the most specific one last. */
function parentsIn(entityType: EntityType, body: Readonly<Record<string, unknown>>): Wanted[] {
  const given = entityType.parents.filter(({ property }) => body[property] !== undefined);
  return given.map((parent) => wantedParent(parent, body[parent.property]));
}

function wantedParent({ property, types, link }: ParentProperty, value: unknown): Wanted {
  const linked = typeof value === 'string' ? link?.parse(value) : undefined;
  if (!linked) return toWanted(property, types, value);
  return { field: property, types: [linked.type], fqn: linked.fqn, between: linked.between };
}

/** The parents that are named beside the direct one are its ancestors (or itself under an older name). */
function requireLine(parents: ReadonlyMap<string, Target>, field: string, direct: Target): void {
  for (const other of parents.values()) {
    if (`${direct.fullyQualifiedName}.`.startsWith(`${other.fullyQualifiedName}.`)) continue;
    const line = `the ${direct.type} ${direct.fullyQualifiedName} does not lie below the ${other.type} ${other.fullyQualifiedName}`;
    throw invalidFields([{ field, message: line }]);
  }
}

function wantedRelations(entityType: EntityType, body: Readonly<Record<string, unknown>>): Map<string, Wanted[]> {
  const found = new Map<string, Wanted[]>();
  for (const [property, { types, readOnly }] of Object.entries(entityType.relations)) {
    const value = body[property];
    if (value === undefined || readOnly) continue;
    const list = Array.isArray(value) ? value : [value];
    found.set(
      property,
      list.map((item, i) => toWanted(Array.isArray(value) ? `${property}[${i}]` : property, types, item)),
    );
  }
  return found;
}

function toWanted(field: string, types: readonly string[], value: unknown): Wanted {
  if (typeof value === 'string')
    return isUuid(value) ? { field, types, id: value.toLowerCase() } : { field, types, fqn: value };
  const { id, type, fullyQualifiedName } = value as { id?: string; type?: string; fullyQualifiedName?: string };
  const allowed = type === undefined ? types : [type];
  return id === undefined
    ? { field, types: allowed, fqn: fullyQualifiedName }
    : { field, types: allowed, id: id.toLowerCase() };
}

function unique(targets: readonly Target[]): Target[] {
  return [...new Map(targets.map((target) => [target.node, target])).values()];
}
