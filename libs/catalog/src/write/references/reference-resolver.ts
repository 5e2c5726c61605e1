import { attempt, type Actor, type AppError } from '@app/common';
import { query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import { inTransaction } from '../../query/queryable';
import { sightValue } from '../../visibility/sight';
import { Visibility } from '../../visibility/visibility';
import type { RelationTarget, Target, WriteContext } from '../entity-draft';
import type { LockedEntity, StoredEntity } from '../entity-update';
import type { Location, Resolved } from '../plan/draft';
import {
  candidatesOf,
  fqnOf,
  namesIn,
  ownFqn,
  parentsIn,
  requireLine,
  requestedReference,
  unique,
  relationsIn,
  type Body,
  type Parents,
  type BodyReferences,
} from './body-references';
import { ALL_SEEN, FoundEntities, type FoundRow, type RequestedReference } from './found-entities';
import { heldParents, heldRelation, idsIn, isOfId } from './held-references';

/** The parent or error of each body, and its existing entities, locked. */
export interface OpenedLocations {
  readonly locations: readonly (Location | AppError)[];
  readonly locked: ReadonlyMap<string, LockedEntity>;
}

/** A checked body whose references are to be resolved. */
export interface NamingBody {
  readonly body: Body;
  /** Its parent, if already looked up. */
  readonly location?: Location | undefined;
  /** The entity to be changed: its current references are not looked up again, and may be soft-deleted. */
  readonly stored?: StoredEntity | undefined;
  /** Fields of references that are refused as those to nothing, though the entity has them. */
  readonly unseenFields?: ReadonlySet<string> | undefined;
}

interface OpenedRow {
  readonly named: readonly FoundRow[] | null;
  /** Index of the body, from 1 → node of its direct parent. */
  readonly parents: Readonly<Record<string, string>> | null;
  readonly locked: readonly LockedEntity[] | null;
}

const OPEN: PreparedStatement = {
  name: 'open-entities',
  text: `select named, parents, locked from open_entities($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};

const NOBODY: ReadonlySet<string> = new Set();

/** Resolves references in requests as visible to the caller: hidden entities are treated as nonexistent. */
@Injectable()
export class ReferenceResolver {
  constructor(private readonly visibility: Visibility) {}

  /**
   * Looks up all references of the bodies, locks their parents, so that they cannot be deleted, renamed or moved until this write
   * is committed, and then the existing entities. One statement. Only parents are validated here.
   * @param behind sends what is to be read behind the locks, without a wait for them
   * @returns for each body NOT_FOUND naming a missing parent, or BAD_REQUEST if two of its parents contradict each other; an
   * entity's FQN → its row
   */
  async open(context: WriteContext, bodies: readonly Body[], behind?: () => Promise<void>): Promise<OpenedLocations> {
    const { tx, actor, entityType } = context;
    const requested = bodies.map((body) => ({
      parents: parentsIn(entityType, body),
      relations: relationsIn(entityType, body),
    }));
    const parts = bodies.map((body, i) => ownFqn(entityType, body, requested[i]?.parents.at(-1)?.between ?? []));
    const { found, parents, locked } = await this.find(tx, requested, actor, {
      type: entityType.type,
      parts,
      behind,
    });
    const locations = requested.map((ofBody, i) =>
      attempt(() => {
        const line = parentsOf(ofBody, found, parents.get(i), NOBODY);
        return { ...line, found, fqn: fqnOf(entityType, bodies[i] as Body, line) };
      }),
    );
    return { locations, locked: new Map(locked.map((row) => [row.fqn, row])) };
  }

  /**
   * The resolved references of each body, or NOT_FOUND naming the first missing one. Looks up, and locks new parents, only if a
   * body has references that its entity does not have and that were not found with its parent: one statement for all bodies.
   */
  async resolve(context: WriteContext, bodies: readonly NamingBody[]): Promise<(Resolved | AppError)[]> {
    const { tx, actor, entityType } = context;
    const plans = bodies.map((one) => planned(entityType, one));
    const missing = plans.map(({ requested, location }) => withoutFound(requested, location?.found));
    const isComplete = missing.every(({ parents, relations }) => !parents.length && !relations.size);
    const { found, parents } = isComplete ? NOTHING : await this.find(tx, missing, actor);
    return plans.map(({ requested, held, location, line, relations, unseenFields = NOBODY }, i) =>
      attempt(() => ({
        ...(line ?? parentsOf(requested, found, parents.get(i), held)),
        relations: new Map([
          ...relations,
          ...targetsOf(requested, { before: location?.found, found, held, unseenFields }),
        ]),
      })),
    );
  }

  /** An entity referenced by the service itself. @throws {AppError} NOT_FOUND */
  async named(tx: Transaction, type: string, fqn: string): Promise<Target> {
    const requested = { field: type, types: [type], fqn };
    const { found } = await this.find(tx, [naming([requested])]);
    return found.pick(requested, NOBODY);
  }

  /** The entities that the references of a property name, each once. @throws {AppError} NOT_FOUND naming the first missing one */
  async references(
    tx: Transaction,
    actor: Actor,
    field: string,
    types: readonly string[],
    given: readonly unknown[],
  ): Promise<Target[]> {
    return unique(await this.inOrder(tx, actor, field, types, given));
  }

  /** `references`, but one for each, also where several name the same. */
  async inOrder(
    tx: Transaction,
    actor: Actor,
    field: string,
    types: readonly string[],
    given: readonly unknown[],
  ): Promise<Target[]> {
    const requested = given.map((reference, i) => requestedReference(`${field}[${i}]`, types, reference));
    const { found } = await this.find(tx, [naming(requested)], actor);
    // A user's own entity is always visible.
    const self = new Set([actor.id]);
    return requested.map((one) => found.pick(one, self));
  }

  /**
   * @param actor the caller; absent: the service itself, which sees everything
   * @param own absent: no entity is looked for
   */
  private async find(
    tx: Transaction,
    bodies: readonly BodyReferences[],
    actor?: Actor,
    own: OwnParts = { type: '', parts: [] },
  ): Promise<Found> {
    const requested = bodies.flatMap(({ parents, relations }) => [...parents, ...[...relations.values()].flat()]);
    const candidates = bodies.flatMap(({ parents }, i) => candidatesOf(parents.at(-1)).map((one) => ({ ...one, i })));
    const names = await namesIn(requested);
    const opening = query<OpenedRow & object>(tx, OPEN, [
      own.type,
      [...new Set(requested.flatMap(({ id }) => id ?? []))],
      names.map((name) => name.type),
      names.map(({ fqn }) => fqn),
      candidates.map(({ i }) => i + 1),
      candidates.map((one) => one.type),
      candidates.map(({ id }) => id ?? null),
      candidates.map(({ fqn }) => fqn ?? null),
      own.parts,
      actor !== undefined && !actor.isAdmin,
      (actor && sightValue(this.visibility.sightOf(actor))) ?? null,
    ]);
    const [[row]] = await Promise.all([opening, own.behind?.()]);
    const rows = row?.named ?? [];
    const unseen = actor ? await this.visibility.unseenOf(inTransaction(tx), actor, rows) : ALL_SEEN;
    const byNode = new Map(rows.map((one) => [one.node, one]));
    const parents = Object.entries(row?.parents ?? {}).map(([body, node]): [number, FoundRow | undefined] => [
      Number(body) - 1,
      byNode.get(node),
    ]);
    return { found: new FoundEntities(rows, unseen), parents: new Map(parents), locked: row?.locked ?? [] };
  }
}

/** The type of the entities that are looked for by name, and the FQN part of each after that of its parent. */
interface OwnParts {
  readonly type: string;
  readonly parts: readonly string[];
  readonly behind?: (() => Promise<void>) | undefined;
}

interface Found {
  readonly found: FoundEntities;
  /** Index of the body → its direct parent, if it exists. */
  readonly parents: ReadonlyMap<number, FoundRow | undefined>;
  readonly locked: readonly LockedEntity[];
}

const NOTHING: Found = { found: new FoundEntities([]), parents: new Map(), locked: [] };

const naming = (requested: readonly RequestedReference[]): BodyReferences => ({
  parents: [],
  relations: new Map([['', requested]]),
});

/** The facts that are already known of a body, and those that are still to be looked up. */
interface Plan extends Pick<NamingBody, 'location' | 'unseenFields'> {
  /** Ids of all entities that the entity refers to. */
  readonly held: ReadonlySet<string>;
  readonly line: Parents | undefined;
  readonly relations: ReadonlyMap<string, readonly RelationTarget[]>;
  readonly requested: BodyReferences;
}

function planned(entityType: EntityType, { body, location, stored, unseenFields }: NamingBody): Plan {
  const line = location ?? (stored && heldParents(entityType, body, stored, isOfId));
  const all = relationsIn(entityType, body);
  const relations = new Map<string, readonly RelationTarget[]>();
  for (const [property, requested] of all) {
    const isRefused = requested.some(({ field }) => unseenFields?.has(field));
    const held = stored && !isRefused && heldRelation(entityType, stored, property, requested, isOfId);
    if (held) relations.set(property, held);
  }
  const requested = new Map([...all].filter(([property]) => !relations.has(property)));
  const parents = line ? [] : parentsIn(entityType, body);
  const held = stored ? idsIn(stored.current) : NOBODY;
  return { location, held, line, relations, unseenFields, requested: { parents, relations: requested } };
}

interface Lookup {
  /** The entities that were found with the parent of the body. */
  readonly before: FoundEntities | undefined;
  readonly found: FoundEntities;
  readonly held: ReadonlySet<string>;
  readonly unseenFields: ReadonlySet<string>;
}

function withoutFound({ parents, relations }: BodyReferences, found: FoundEntities | undefined): BodyReferences {
  if (!found) return { parents, relations };
  const missing = [...relations].map(([property, list]): [string, RequestedReference[]] => [
    property,
    list.filter((one) => !found.has(one)),
  ]);
  return { parents, relations: new Map(missing.filter(([, list]) => list.length)) };
}

/** @throws {AppError} NOT_FOUND */
function targetsOf({ relations }: BodyReferences, { before, found, held, unseenFields }: Lookup): [string, Target[]][] {
  const target = (one: RequestedReference): Target => {
    const known = before?.has(one) ? before : found;
    return unseenFields.has(one.field) ? known.refuse(one) : known.pick(one, held);
  };
  return [...relations].map(([property, list]) => [property, unique(list.map(target))]);
}

/** @throws {AppError} NOT_FOUND, BAD_REQUEST */
function parentsOf(
  requested: BodyReferences,
  found: FoundEntities,
  row: FoundRow | undefined,
  held: ReadonlySet<string>,
): Parents {
  const direct = requested.parents.at(-1);
  if (!direct) return { parents: new Map(), between: [] };
  // By its row: it may have been renamed since the look-up by name.
  const parent = found.judge(direct, row, held);
  const others = requested.parents.slice(0, -1).map((one): [string, Target] => [one.field, found.pick(one, held)]);
  const parents = new Map([...others, [direct.field, parent]]);
  requireLine(parents, direct.field, parent);
  return { parent, parents, between: direct.between ?? [] };
}
