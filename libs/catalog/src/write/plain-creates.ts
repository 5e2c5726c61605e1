import { AccessControl } from '@app/auth';
import { AppError, MostUsed, notFound, type Actor, type MostUsedLimits } from '@app/common';
import { Database, sqlState } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { entityAnswer, type EntityAnswer } from '../read/entity-answer';
import { EntityDocuments } from '../read/entity-documents';
import type { EntityRow } from '../read/entity-row';
import { inTransaction } from '../read/queryable';
import { Visibility } from '../read/visibility/visibility';
import { labelsIn } from './document/tag-label';
import { copyOf, DraftBuilder, type CheckedBody } from './draft-builder';
import { EntityBehaviours } from './entity-behaviour';
import type { EntityDraft, Target, WriteContext } from './entity-draft';
import { EntityWriteRepository } from './entity-write.repository';
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

/** Characters: some thousand places. */
const KEPT: MostUsedLimits<KnownPlace> = {
  most: 4 * 1024 * 1024,
  largest: 64 * 1024,
  sizeOf: ({ row, stamp }) => JSON.stringify(row).length + stamp.length,
};

const NOTHING_FOUND = new FoundEntities([]);

/**
 * Creates of assets that refer to nothing but their parent, below one that the process knows: in one round trip. What a create looks up
 * and what its answer shows beside the body follows from the rows of the ancestors and their references; the statement that inserts
 * compares the versions of these (ADR 111). Whatever is otherwise than expected goes the long way, which also words all refusals.
 */
@Injectable()
export class PlainCreates {
  private readonly places = new MostUsed<KnownPlace>(KEPT);

  constructor(
    private readonly database: Database,
    private readonly store: EntityWriteRepository,
    private readonly documents: EntityDocuments,
    private readonly drafter: DraftBuilder,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
    private readonly behaviours: EntityBehaviours,
  ) {}

  /** Undefined, and nothing is written: it is to be created the long way, or refused there. */
  async create(actor: Actor, entityType: EntityType, received: CheckedBody): Promise<EntityAnswer | undefined> {
    const key = this.isPlain(actor, entityType, received) ? placeIn(entityType, received.body) : undefined;
    const known = key === undefined ? undefined : this.places.get(key);
    if (key === undefined || !known) return undefined;
    const made = this.database.queuedTransaction(
      bodyKeys(entityType, received.body),
      (tx) => this.createAt({ tx, actor, entityType }, received, known),
      actor.origin,
    );
    const answer = await made.catch((error: unknown) =>
      isRefusal(error) ? undefined : Promise.reject(error as Error),
    );
    if (answer) this.behaviours.of(entityType.type).committed?.();
    // Who asks for names that are taken has only one transaction for the next of them.
    else for (const name of keysOf(entityType, known.line.parent)) this.places.drop(name);
    return answer;
  }

  /** The answer of an entity that was inserted before, as the last thing that is read of it. @throws {AppError} NOT_FOUND */
  async read({ tx, entityType }: WriteContext, draft: EntityDraft): Promise<EntityAnswer> {
    const read = await this.documents.fresh(inTransaction(tx), entityType, draft.id);
    if (!read) throw notFound(entityType.type, draft.id);
    const { parent, parents } = draft;
    const stamp = read.row.place_stamp;
    if (parent && stamp !== null) {
      const known = { line: { parent, parents, between: [] }, row: { ...read.row, body: '', details: '' }, stamp };
      for (const key of keysOf(entityType, parent)) this.places.set(key, known);
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

  private async createAt(
    context: WriteContext,
    received: CheckedBody,
    { line, row, stamp }: KnownPlace,
  ): Promise<EntityAnswer | undefined> {
    const { actor, entityType } = context;
    const place = { ...line, found: NOTHING_FOUND, fqn: fqnOf(entityType, received.body, line) };
    const draft = await this.drafter.draft(context, { received: copyOf(received), place });
    requireMayGive(this.access, actor, draft);
    if (!refersToNothing(entityType, draft.attributes, draft.relations)) return undefined;
    const inserting = this.store.insertAtPlace(context, draft, stamp);
    this.database.endsNow(context.tx);
    const own = await inserting;
    if (!own) return undefined;
    const { id, name, fqn } = draft;
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
      !this.visibility.hidesFrom(actor) &&
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
