import { AccessControl } from '@app/auth';
import { AppError, conflict, EDIT_OPERATIONS, invalidFields, isObject, type Actor, type Operation } from '@app/common';
import { Database, once, violatedIndex, type IdempotencyToken } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { versionText, type EntityAnswer } from '../read/entity-answer';
import { EntityReader } from '../read/entity-reader';
import type { EntityKey } from '../read/entity.repository';
import { bodyWithin, refusedMembers } from '../schema/entity-body';
import { requireNoGrowth } from '../schema/no-growth';
import { withTextFields } from '../schema/text-fields';
import { endChanges, OtherEnds } from './access/other-ends';
import { requireCreation, requireMayGive, requirePlace } from './granting';
import { WriteAccess, type OpenedEntity } from './access/write-access';
import { BodyMerger, type PatchOptions } from './body-merger';
import { EntityBehaviours, type EntityDocument } from './entity-behaviour';
import { EntityChanger, type WrittenChange } from './entity-changer';
import type { EntityDraft, WriteOptions, WriteContext } from './entity-draft';
import { copyOf, DraftBuilder, type CheckedBody, type DraftedBody } from './draft-builder';
import { EntityWriteRepository, type LockedEntity } from './entity-write.repository';
import { KnownChanges } from './known/known-changes';
import { nextDocument } from './document/next-document';
import { checkedPatch } from './document/patch/patch-operation';
import { operationsOfPatch } from './document/patch/patch-permission';
import { requireVersion, type Precondition } from './precondition';
import { PlainCreates } from './plain-creates';
import { ReferenceResolver, type OpenedPlaces, type Place } from './references/reference-resolver';
import { RepeatedPuts } from './repeated-puts';
import { SubtreeRemover } from './subtree/subtree-remover';
import { alreadyThere, takenMeanwhile } from './taken-names';
import { fqnInBody } from './references/body-references';
import { bodyKeys, writerKey } from './writer-keys';

export interface CreateOptions {
  readonly token?: IdempotencyToken;
  readonly writeOptions?: WriteOptions;
}

export interface ChangeOptions extends PatchOptions {
  readonly precondition?: Precondition;
}

/** Creates and changes entities of every type. Each method is one transaction and returns the full entity. */
@Injectable()
export class EntityWriter {
  /** Types of which the last PUT changed nothing: who ingests sends many that are alike, so the next is expected to do the same. */
  private readonly expectedUnchanged = new Set<string>();
  /** Types of which the last PUT found its entity there. */
  private readonly expectedThere = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly reader: EntityReader,
    private readonly store: EntityWriteRepository,
    private readonly changer: EntityChanger,
    private readonly remover: SubtreeRemover,
    private readonly drafter: DraftBuilder,
    private readonly resolver: ReferenceResolver,
    private readonly behaviours: EntityBehaviours,
    private readonly access: AccessControl,
    private readonly writeAccess: WriteAccess,
    private readonly ends: OtherEnds,
    private readonly merger: BodyMerger,
    private readonly repeated: RepeatedPuts,
    private readonly plain: PlainCreates,
    private readonly known: KnownChanges,
  ) {}

  /**
   * @throws {AppError} CONFLICT if the name is taken, also by a soft-deleted entity; NOT_FOUND or FORBIDDEN where a kept answer is of
   * an entity that the actor may not view any more
   */
  async create(
    actor: Actor,
    entityType: EntityType,
    body: unknown,
    options: CreateOptions = {},
  ): Promise<EntityAnswer> {
    const received = this.receive(actor, entityType, body, options.writeOptions);
    requireNoGrowth(entityType, received.excesses);
    this.access.requireAnyObject(actor, 'Create', entityType.type);
    const { token } = options;
    const made = token === undefined ? await this.plain.create(actor, entityType, received) : undefined;
    if (made) return made;
    const answer = await this.committing(
      actor,
      entityType,
      bodyKeys(entityType, received.body, token),
      async (context) => {
        const done = await once(
          context.tx,
          token,
          () => this.createIn(context, received),
          ({ id, version, json }) => ({ effect: { id, version }, answer: { status: 201, headers: {}, body: json } }),
        );
        return done.isReplay ? { ...done.effect, json: done.answer?.body ?? '', replayed: true as const } : done.effect;
      },
      // The answer is kept under a token, behind the write.
      token === undefined,
    );
    if (answer.replayed) await this.reader.requireKept(actor, entityType, answer.id);
    return answer;
  }

  private async createIn(context: WriteContext, received: CheckedBody): Promise<EntityAnswer> {
    const { place, locked: taken } = await this.place(context, received);
    await requireCreation(context, this.access, place);
    const draft = await this.drafter.draft(context, { received: copyOf(received), place });
    if (taken) throw await this.taken(context, draft, taken);
    return this.insert(context, draft).catch((error: unknown) => Promise.reject(takenMeanwhile(error, draft)));
  }

  /** Creates the entity or replaces it with the body; restores a soft-deleted entity of that name. */
  async put(
    actor: Actor,
    entityType: EntityType,
    body: unknown,
    options: ChangeOptions = {},
  ): Promise<EntityAnswer & { created: boolean }> {
    const kept = await this.repeated.kept({ actor, entityType }, body, options.precondition);
    if (kept) return kept;
    const received = this.receive(actor, entityType, body, options.writeOptions);
    const stored =
      (await this.unchanged({ actor, entityType }, received, options.precondition, body)) ??
      (await this.changedKnown({ actor, entityType }, received, options.precondition));
    if (stored) return { ...stored, created: false };
    const attempt = (): Promise<EntityAnswer & { created: boolean }> =>
      this.committing(actor, entityType, bodyKeys(entityType, received.body), (context) =>
        this.putIn(context, received, options.precondition),
      ).then((answer) => {
        this.expectUnchanged(entityType, !answer.changed);
        return answer;
      });
    // Created by a concurrent PUT between look-up and insert: retry as an update.
    return attempt().catch((error: unknown) =>
      violatedIndex(error) === 'entity_fqn' ? attempt() : Promise.reject(error as Error),
    );
  }

  /**
   * What is stored, if a PUT of the body would leave it as it is: read without locks, which would have to be written to the disk.
   * Undefined as well where the PUT would fail, or where it is not worth while to look.
   */
  private async unchanged(
    by: Omit<WriteContext, 'tx'>,
    received: CheckedBody,
    precondition: Precondition,
    sent: unknown,
  ): Promise<EntityAnswer | undefined> {
    const { entityType } = by;
    // What prepares a draft may write also where the document stays.
    if (!this.expectedUnchanged.has(entityType.type) || this.behaviours.of(entityType.type).prepare) return undefined;
    const fqn = this.repeated.fqnOf(by, received);
    const seen =
      fqn === undefined
        ? this.compared(by, received, precondition)
        : this.repeated.read(by, fqn, received, precondition, sent);
    const stored = await seen.catch((error: unknown) =>
      error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE' ? undefined : Promise.reject(error as Error),
    );
    this.expectUnchanged(entityType, stored !== undefined);
    return stored;
  }

  /** As `unchanged`, by all that a PUT looks up and checks. @throws {AppError} where the PUT would fail */
  private compared(
    by: Omit<WriteContext, 'tx'>,
    received: CheckedBody,
    precondition?: Precondition,
  ): Promise<EntityAnswer | undefined> {
    return this.database.readTransaction(async (tx) => {
      const context = { ...by, tx };
      const { place, locked } = this.found(await this.resolver.look(context, [received.body]));
      if (!locked || locked.deleted_by !== null) return undefined;
      const opened = await this.writeAccess.openLocked(context, locked, EDIT_OPERATIONS);
      requireVersion(precondition, opened.version);
      const stored = await this.reader.whole(context, opened.id);
      if (stored.version !== versionText(opened.version)) return undefined;
      const current = JSON.parse(stored.json) as EntityDocument;
      const next = await this.merger.ofPut(context, received, { locked: opened, current }, place);
      const draft = await this.drafter.draft(context, next);
      return (await this.changer.plan(context, draft, opened, current)) ? undefined : stored;
    });
  }

  /** The entity after a PUT, where it was likely to be there and what is known of it sufficed. */
  private async changedKnown(
    by: Omit<WriteContext, 'tx'>,
    received: CheckedBody,
    precondition: Precondition,
  ): Promise<EntityAnswer | undefined> {
    const { entityType } = by;
    if (!this.expectedThere.has(entityType.type)) return undefined;
    const done = await this.known.put(by, received, precondition);
    if (done) this.expectUnchanged(entityType, !done.isChanged);
    return done?.answer;
  }

  private expectUnchanged({ type }: EntityType, isExpected: boolean): void {
    if (isExpected) this.expectedUnchanged.add(type);
    else this.expectedUnchanged.delete(type);
  }

  /**
   * As `put`, in the caller's transaction and without a retry: a concurrent PUT is an error.
   * @param last response of the previous put in the same transaction: if it is of the same entity, it is not read again
   */
  async putIn(
    context: WriteContext,
    received: CheckedBody,
    precondition?: Precondition,
    last?: EntityAnswer,
  ): Promise<EntityAnswer & { created: boolean; changed: boolean }> {
    const { entityType } = context;
    let read = last;
    const { place, locked } = await this.place(context, received, async () => {
      read ??= await this.early(context, received);
    });
    if (locked) this.expectedThere.add(entityType.type);
    else this.expectedThere.delete(entityType.type);
    const opened = locked && (await this.writeAccess.openLocked(context, locked, putAsks(locked)));
    if (!opened) await requireCreation(context, this.access, place);
    requireVersion(precondition, opened?.version);
    if (!opened) {
      requireNoGrowth(entityType, received.excesses);
      const draft = await this.drafter.draft(context, { received: copyOf(received), place });
      const inserted = this.insert(context, draft).catch((error: unknown) =>
        Promise.reject(violatedIndex(error) === 'entity_fqn' ? (error as Error) : takenMeanwhile(error, draft)),
      );
      return { ...(await inserted), created: true, changed: true };
    }
    const before = versionText(opened.version);
    if (opened.deleted_by !== null) await this.remover.revive(context, opened);
    const isKnown = read?.id === opened.id && read.version === before && opened.deleted_by === null;
    const stored = isKnown && read ? read : await this.reader.whole(context, opened.id);
    const current = JSON.parse(stored.json) as EntityDocument;
    const next = await this.merger.ofPut(context, received, { locked: opened, current }, place);
    const answer = await this.change(context, opened, stored, next);
    return { ...answer, created: false, changed: answer.version !== before };
  }

  /** The document of a PUT's entity, where it is likely to be there and its FQN follows from the body. To be sent behind its lock. */
  private async early(context: WriteContext, { body }: CheckedBody): Promise<EntityAnswer | undefined> {
    const { entityType } = context;
    const fqn = this.expectedThere.has(entityType.type) ? fqnInBody(entityType, body) : undefined;
    if (fqn === undefined) return undefined;
    return this.reader
      .wholeBy(context, { fqn })
      .catch((error: unknown) => (error instanceof AppError ? undefined : Promise.reject(error as Error)));
  }

  /**
   * A dry run of a PUT: returns the resulting entity or fails as the PUT would. Nothing is written: the caller needs no write
   * permission, and sees only what is visible to them.
   */
  async tryOut(
    caller: Actor,
    entityType: EntityType,
    body: unknown,
    writeOptions: WriteOptions = {},
  ): Promise<EntityAnswer> {
    const actor = this.access.asWriter(caller);
    const received = this.receive(actor, entityType, body, writeOptions);
    const undone = new Error('tried out');
    let answer!: EntityAnswer;
    const trial = this.database.transaction(async (tx) => {
      answer = await this.putIn({ tx, actor, entityType }, received);
      throw undone;
    });
    await trial.catch((error: unknown) => (error === undone ? undefined : Promise.reject(error as Error)));
    return this.reader.shown(caller, answer);
  }

  /**
   * Applies an RFC 6902 patch. Changes to read-only members are silently reverted; the result is validated after the last
   * operation.
   */
  async patch(
    actor: Actor,
    entityType: EntityType,
    key: EntityKey,
    patch: unknown,
    options: ChangeOptions = {},
  ): Promise<EntityAnswer> {
    const operations = checkedPatch(patch);
    const known = await this.known.patch({ actor, entityType }, key, operations, options.precondition, options);
    if (known) return known.answer;
    const asked = { oneOf: EDIT_OPERATIONS, named: operationsOfPatch(entityType, operations) };
    return this.committing(actor, entityType, [writerKey(entityType.type, key)], async (context) => {
      // Sent together: the document is read after the lock is there.
      const [opened, stored] = await Promise.all([
        this.writeAccess.open(context, key, asked),
        this.reader.wholeBy(context, key),
      ]);
      requireVersion(options.precondition, opened.version);
      const current = JSON.parse(stored.json) as EntityDocument;
      const next = await this.merger.ofPatch(context, operations, { locked: opened, current }, options);
      return this.change(context, opened, stored, next);
    });
  }

  /** Runs a transaction, then the actions that follow the commit. @param endsWithIt whether nothing follows the write of the entity */
  private committing<T>(
    actor: Actor,
    entityType: EntityType,
    keys: readonly string[],
    work: (context: WriteContext) => Promise<T>,
    endsWithIt = true,
  ): Promise<T> {
    return this.database.queuedTransaction(
      keys,
      (tx) => work({ tx, actor, entityType, ...(endsWithIt && { isAll: true }) }),
      actor.origin,
    );
  }

  /** Validates a body without the database. @throws {AppError} BAD_REQUEST listing every invalid field */
  receive(actor: Actor, entityType: EntityType, sent: unknown, writeOptions: WriteOptions = {}): CheckedBody {
    const refused = refusedMembers(entityType, sent);
    if (refused.length) throw invalidFields(refused);
    const own = isObject(sent) ? this.behaviours.of(entityType.type).received?.(actor, sent) : undefined;
    const { body, excesses } = bodyWithin(entityType, own?.body ?? sent);
    return { ...own, body: withTextFields(entityType, body), excesses, writeOptions };
  }

  /** Every caller learns that the name is taken; only callers who may view the existing entity learn which one it is. */
  private async taken(context: WriteContext, draft: EntityDraft, by: LockedEntity): Promise<Error> {
    const { entityType } = context;
    const own = this.behaviours.of(entityType.type).taken?.(draft, by.deleted_by === null);
    if (own) return own;
    const opened = await this.writeAccess.openAll(context, [by], []);
    return opened.get(by.fqn) instanceof AppError
      ? conflict(`${entityType.type} ${draft.fqn} already exists`)
      : alreadyThere(entityType, by);
  }

  private async insert(context: WriteContext, draft: EntityDraft): Promise<EntityAnswer> {
    const { tx, actor, entityType } = context;
    const behaviour = this.behaviours.of(entityType.type);
    await behaviour.prepare?.(tx, actor, draft);
    requireMayGive(this.access, actor, draft);
    await requirePlace(context, this.access, draft);
    const ends = await this.ends.open(context, draft, endChanges(entityType, draft.relations));
    if (ends.length === 0 && !behaviour.written) {
      // Its id is known before the row is there: the answer is read without a wait between the two statements.
      const inserted = this.store.insert(context, [draft]);
      return Promise.all([inserted, this.written(context, draft.id, draft)]).then(([, answer]) => answer);
    }
    await this.ends.around(context, ends, () => this.store.insert(context, [draft]));
    await behaviour.written?.(tx, actor, draft);
    return this.written(context, draft.id);
  }

  /** The answer of a write, as the last thing that is read of it. */
  private async written(context: WriteContext, id: string, created?: EntityDraft): Promise<EntityAnswer> {
    const learns = created && this.plain.learnsFrom(context, created);
    const reading = learns ? this.plain.read(context, created) : this.reader.whole(context, id);
    if (context.isAll) this.database.endsNow(context.tx);
    return reading;
  }

  /** If the draft changes nothing, the stored document is returned as read. */
  private async change(
    context: WriteContext,
    opened: OpenedEntity,
    stored: EntityAnswer,
    next: DraftedBody & { readonly current: EntityDocument },
  ): Promise<EntityAnswer> {
    const draft = await this.drafter.draft(context, next);
    try {
      const change = await this.changer.apply(context, draft, opened, next.current);
      if (!change) return stored;
      return this.changer.isShownByDraft(change)
        ? changedAnswer(change, next.current, context.actor)
        : await this.written(context, opened.id);
    } catch (error) {
      throw takenMeanwhile(error, draft);
    }
  }

  /**
   * The place of the body's entity, and its locked row if it exists.
   * @param behind as of `ReferenceResolver.open`
   * @throws {AppError} NOT_FOUND, BAD_REQUEST
   */
  private async place(
    context: WriteContext,
    { body }: CheckedBody,
    behind?: () => Promise<void>,
  ): Promise<{ place: Place; locked: LockedEntity | undefined }> {
    return this.found(await this.resolver.open(context, [body], behind));
  }

  private found({ places, locked }: OpenedPlaces): { place: Place; locked: LockedEntity | undefined } {
    const [place] = places;
    if (place instanceof AppError) throw place;
    return { place: place as Place, locked: locked.get((place as Place).fqn) };
  }
}

function changedAnswer(
  { draft, version, updatedAt }: WrittenChange,
  before: EntityDocument,
  { name: updatedBy }: Actor,
): EntityAnswer {
  const json = nextDocument(draft, before, { version, updatedAt, updatedBy });
  return { json, id: draft.id, version: versionText(version) };
}

/** Restoring a soft-deleted entity by PUT requires the permission to create. */
function putAsks({ deleted_by }: LockedEntity): readonly Operation[] {
  return deleted_by === null ? EDIT_OPERATIONS : ['Create'];
}
