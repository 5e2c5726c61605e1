import { AccessControl } from '@app/auth';
import { AppError, Batcher, CacheMemory, notFound, RevalidatingCache, type Actor } from '@app/common';
import { Database, isLocked, isOfAValue, sqlState, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { entityAnswer, type EntityAnswer } from '../read/entity-answer';
import { EntityDocuments } from '../read/entity-documents';
import type { EntityRow } from '../read/entity-row';
import { inTransaction } from '../read/queryable';
import { Visibility } from '../visibility/visibility';
import { labelsIn } from './document/tag-label';
import { copyOf, DraftBuilder, type CheckedBody } from './draft-builder';
import { EntityBehaviours } from './entity-behaviour';
import type { EntityDraft, Target, WriteContext } from './entity-draft';
import { EntityWriteRepository, type OwnColumns } from './entity-write.repository';
import { requireMayGive } from './granting';
import { insertAtPlace } from './place-statements';
import { fqnOf, parentsIn, relationsIn, type Parents } from './references/body-references';
import { FoundEntities } from './references/found-entities';
import { bodyKeys } from './writer-keys';

/** A parent below which an entity was made, as it was then. */
interface KnownPlace {
  readonly line: Parents & { readonly parent: Target };
  /** Of an entity without references that was made there: what it has from its ancestors, and what is computed of a new one. */
  readonly row: EntityRow;
  /** The versions of the rows that these were read from. */
  readonly stamp: string;
}

/** A create below a known place. */
interface PlainCreate {
  readonly actor: Actor;
  readonly entityType: EntityType;
  readonly received: CheckedBody;
  readonly known: KnownPlace;
}

interface MadeEntity {
  readonly draft: EntityDraft;
  readonly own: OwnColumns;
}

/** Creates that arrive while others are written share the next transaction. */
const TOGETHER = {
  most: 32,
  atOnce: 1,
  isOnes: () => false,
  kindOf: ({ entityType }: PlainCreate): EntityType => entityType,
};

const NOTHING_FOUND = new FoundEntities([]);

/**
 * Creates of assets that refer to nothing but their parent, below one that the process knows: in one round trip. What a create looks up
 * and what its answer shows beside the body follows from the rows of the ancestors and their references; the statement that inserts
 * compares the versions of these (ADR 111). Whatever is otherwise than expected goes the long way, which also words all refusals.
 */
@Injectable()
export class PlainCreates {
  private readonly places: RevalidatingCache<KnownPlace>;
  private readonly waiting = new Batcher((asks: readonly PlainCreate[]) => this.createAll(asks), TOGETHER);

  constructor(
    private readonly database: Database,
    private readonly store: EntityWriteRepository,
    private readonly documents: EntityDocuments,
    private readonly drafter: DraftBuilder,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
    private readonly behaviours: EntityBehaviours,
    memory: CacheMemory,
  ) {
    this.places = new RevalidatingCache(memory, {
      name: 'places',
      sizeOf: ({ row, stamp }) => JSON.stringify(row).length + stamp.length,
    });
  }

  /** Undefined, and nothing is written: it is to be created the long way, or refused there. */
  async create(actor: Actor, entityType: EntityType, received: CheckedBody): Promise<EntityAnswer | undefined> {
    const key = this.isPlain(actor, entityType, received) ? placeIn(entityType, received.body) : undefined;
    if (key === undefined) return undefined;
    return this.places.attempt(key, async (known) => {
      const answer = await this.waiting.ask({ actor, entityType, received, known });
      // Who asks for names that are taken has only one transaction for the next of them.
      if (!answer) for (const name of keysOf(entityType, known.line.parent)) this.places.drop(name);
      return answer;
    });
  }

  /** The answer of an entity that was inserted before, as the last thing that is read of it. @throws {AppError} NOT_FOUND */
  async read({ tx, entityType }: WriteContext, draft: EntityDraft): Promise<EntityAnswer> {
    const read = await this.documents.fresh(inTransaction(tx), entityType, draft.id);
    if (!read) throw notFound(entityType.type, draft.id);
    const { parent, parents } = draft;
    const stamp = read.row.place_stamp;
    if (parent && stamp !== null) {
      const known = { line: { parent, parents, between: [] }, row: { ...read.row, body: '', details: '' }, stamp };
      for (const key of keysOf(entityType, parent))
        this.places.put(key, { value: known, version: stamp, sight: 'all' });
    }
    return entityAnswer(read);
  }

  /** Whether to `read` the answer tells more than to read it otherwise. */
  learnsFrom({ isAll }: WriteContext, { entityType, parent, parents, relations, attributes }: EntityDraft): boolean {
    return (
      isAll === true &&
      parent !== undefined &&
      parents.size === 1 &&
      this.isPlainType(entityType) &&
      refersToNothing(entityType, attributes, relations) &&
      !keysOf(entityType, parent).every((key) => this.places.has(key))
    );
  }

  /**
   * In one transaction, which waits for no lock for long. Where one is held, or a row is refused, nothing was written, and each is created
   * by itself: what is wrong with one is no answer to the others.
   */
  private async createAll(asks: readonly PlainCreate[]): Promise<(undefined | Promise<EntityAnswer | undefined>)[]> {
    const [first, ...others] = asks;
    try {
      const made = await (first && others.length === 0
        ? this.database.sharedTransaction(async (tx) => [await this.createOne(tx, first)], first.actor.origin)
        : this.database.sharedTransaction((tx) => this.createSeveral(tx, asks)));
      return made.map((one, at) => one && this.answerOf(asks[at] as PlainCreate, one));
    } catch (error) {
      if (isLocked(error) || isOfAValue(error) || isRefusal(error)) return asks.map((ask) => this.createAlone(ask));
      throw error;
    }
  }

  /** Undefined for those that are otherwise than expected. */
  private async createSeveral(tx: Transaction, asks: readonly PlainCreate[]): Promise<(MadeEntity | undefined)[]> {
    // What is wrong with a draft is told the long way.
    const drafts = await Promise.all(asks.map((ask) => this.draftOf(tx, ask).catch(() => undefined)));
    const fqns = new Set<string>();
    const placed = asks.flatMap(({ actor, known }, at) => {
      const draft = drafts[at];
      // Of those that have one name the first may be made; the others are refused the long way.
      if (!draft || fqns.has(draft.fqn)) return [];
      fqns.add(draft.fqn);
      return { actor, draft, stamp: known.stamp, at };
    });
    const [first] = asks;
    const made: (MadeEntity | undefined)[] = asks.map(() => undefined);
    if (placed.length === 0 || !first) return made;
    const inserting = this.store.insertAtPlaces(tx, first.entityType, placed);
    this.database.endsNow(tx);
    const inserted = await inserting;
    for (const { at, draft } of placed) {
      const own = inserted.get(draft.id);
      if (own) made[at] = { draft, own };
    }
    return made;
  }

  private async createOne(tx: Transaction, ask: PlainCreate): Promise<MadeEntity | undefined> {
    const { actor, entityType, known } = ask;
    const draft = await this.draftOf(tx, ask);
    if (!draft) return undefined;
    const inserting = this.store.insertAtPlace({ tx, actor, entityType }, draft, known.stamp);
    this.database.endsNow(tx);
    const own = await inserting;
    return own && { draft, own };
  }

  /** Waits for who holds its place, or takes its name. */
  private async createAlone(ask: PlainCreate): Promise<EntityAnswer | undefined> {
    const { actor, entityType, received } = ask;
    const keys = bodyKeys(entityType, received.body);
    const made = await this.database
      .queuedTransaction(keys, (tx) => this.createOne(tx, ask), actor.origin)
      .catch((error: unknown) => (isRefusal(error) ? undefined : Promise.reject(error as Error)));
    return made && this.answerOf(ask, made);
  }

  /** Undefined if it refers to something after all. @throws {AppError} */
  private async draftOf(
    tx: Transaction,
    { actor, entityType, received, known: { line } }: PlainCreate,
  ): Promise<EntityDraft | undefined> {
    const place = { ...line, found: NOTHING_FOUND, fqn: fqnOf(entityType, received.body, line) };
    const draft = await this.drafter.draft({ tx, actor, entityType }, { received: copyOf(received), place });
    requireMayGive(this.access, actor, draft);
    return refersToNothing(entityType, draft.attributes, draft.relations) ? draft : undefined;
  }

  /** Each by itself: who cannot be answered fails alone. */
  private async answerOf(
    { actor, entityType, known: { row } }: PlainCreate,
    { draft: { id, name, fqn }, own }: MadeEntity,
  ): Promise<EntityAnswer> {
    const made = { ...row, ...own, id, name, fqn, updated_by: actor.name };
    return entityAnswer(this.documents.ofRow(entityType, made));
  }

  /** Whether nothing depends on what only the database knows, but the place. */
  private isPlain(actor: Actor, entityType: EntityType, { body, unstored }: CheckedBody): boolean {
    const isOwn = unstored === undefined && body.extension === undefined;
    return (
      isOwn &&
      this.isPlainType(entityType) &&
      refersToNothing(entityType, body, relationsIn(entityType, body)) &&
      this.visibility.sightOf(actor) === 'all' &&
      this.access.scope(actor, 'Create', entityType.type) === 'all' &&
      entityType.parents.every(({ types }) => types.every((type) => this.mayPlace(actor, type)))
    );
  }

  /** Whether the rules let the actor see the parents of the type, and put something below each of them (`requirePlace`). */
  private mayPlace(actor: Actor, type: string): boolean {
    return (
      this.access.scope(actor, 'ViewBasic', type) !== 'none' && this.access.scope(actor, 'EditAll', type) === 'all'
    );
  }

  private isPlainType(entityType: EntityType): boolean {
    const { prepare, written, received } = this.behaviours.of(entityType.type);
    return !prepare && !written && !received && insertAtPlace(entityType) !== undefined;
  }
}

function refersToNothing(
  entityType: EntityType,
  attributes: Readonly<Record<string, unknown>>,
  relations: ReadonlyMap<string, readonly unknown[]>,
): boolean {
  return [...relations.values()].every((list) => list.length === 0) && labelsIn(entityType, attributes).length === 0;
}

/** What a body calls its place, if it names one parent, of one type and without a link. */
function placeIn(entityType: EntityType, body: CheckedBody['body']): string | undefined {
  const [parent, ...others] = parentsIn(entityType, body);
  if (!parent || others.length > 0 || parent.between) return undefined;
  const { id, fqn, types } = parent;
  const [type, ...otherTypes] = types;
  const name = id ?? fqn;
  return type === undefined || otherTypes.length > 0 || name === undefined ? undefined : keyOf(entityType, type, name);
}

const keyOf = ({ type }: EntityType, parentType: string, name: string): string => `${type} ${parentType} ${name}`;

/** As a body may name it. */
const keysOf = (entityType: EntityType, { type, id, fullyQualifiedName }: Target): string[] =>
  [id, fullyQualifiedName].map((name) => keyOf(entityType, type, name));

/** Class of the SQLSTATEs of violated constraints. */
const CONSTRAINT = /^23/;

/** The transaction was rolled back, and the long way has the words for why. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError ? error.code !== 'SERVICE_UNAVAILABLE' : CONSTRAINT.test(sqlState(error) ?? '');
}
