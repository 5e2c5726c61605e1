import { AppError, EDIT_OPERATIONS, type Actor, type Operation } from '@app/common';
import { Database, once, violatedIndex, type IdempotencyToken } from '@app/database';
import { Injectable } from '@nestjs/common';
import { versionText } from '../../read/entity-answer';
import type { WriteAnswer } from '../write-answer';
import { EntityReader } from '../../read/entity-reader';
import type { EntityKey } from '../../read/entity.repository';
import { inTransaction } from '../../query/queryable';
import { UnseenParts } from '../access/unseen-parts';
import { WriteAccess } from '../access/write-access';
import type { EntityDocument } from '../../definition/entity-document';
import type { WriteContext, Writing } from '../entity-draft';
import type { LockedEntity } from '../entity-update';
import { bodyOfPatch, bodyOfPut, type PatchOptions } from '../plan/body';
import type { CheckedBody, Location } from '../plan/draft';
import type { PatchOperation } from '../../document/patch/patch-operation';
import { operationsOfPatch } from '../../document/patch/patch-permission';
import { requireVersion, type Precondition } from '../precondition';
import { fqnInBody } from '../references/body-references';
import { ReferenceResolver } from '../references/reference-resolver';
import { SubtreeRemover } from '../subtree/subtree-remover';
import { LockedChange } from './locked-change';
import { LockedCreate } from './locked-create';

export type PutAnswer = WriteAnswer & { readonly created: boolean };

/**
 * Writes that are decided under locks: of the entities that a body names, of its parent, of its entity. Whatever the request comes to, and
 * every refusal, in one order (ADR 212). Each is one transaction, which ends with its last statement.
 */
@Injectable()
export class LockedCommit {
  constructor(
    private readonly database: Database,
    private readonly resolver: ReferenceResolver,
    private readonly writeAccess: WriteAccess,
    private readonly unseen: UnseenParts,
    private readonly remover: SubtreeRemover,
    private readonly reader: EntityReader,
    private readonly creates: LockedCreate,
    private readonly changes: LockedChange,
  ) {}

  /**
   * @param token of the Idempotency-Key: the answer of a request with the same key is given again
   * @throws {AppError} CONFLICT if the name is taken, also by a soft-deleted entity; NOT_FOUND or FORBIDDEN where a recorded answer is of
   * an entity that the actor may not view any more
   */
  async create(by: Writing, received: CheckedBody, token?: IdempotencyToken): Promise<WriteAnswer> {
    // The answer is recorded under a token, behind the write.
    if (token === undefined) return this.committing(by, (context) => this.createIn(context, received));
    const answer = await this.committing(
      by,
      async (context) => {
        const done = await once(
          context.tx,
          token,
          () => this.createIn(context, received),
          ({ id, version, json }) => ({ effect: { id, version }, answer: { status: 201, headers: {}, body: json } }),
        );
        return done.isReplay ? { ...done.effect, json: done.answer?.body ?? '', replayed: true as const } : done.effect;
      },
      false,
    );
    if (answer.replayed) await this.reader.requireReplayable(by.actor, by.entityType, answer.id);
    return answer;
  }

  /** `create`, in the caller's transaction. @throws {AppError} CONFLICT if the name is taken; then the transaction cannot go on */
  async createIn(context: WriteContext, received: CheckedBody): Promise<WriteAnswer> {
    const { location, locked: taken } = await this.location(context, received);
    return this.creates.post(context, received, location, taken);
  }

  /** Creates the entity or replaces it with the body; restores a soft-deleted entity of that name. @throws {AppError} */
  async put(by: Writing, received: CheckedBody, precondition: Precondition): Promise<PutAnswer> {
    const attempt = (): Promise<PutAnswer> =>
      this.committing(by, (context) => this.putIn(context, received, precondition));
    // Created by a concurrent PUT between look-up and insert: retry as an update.
    return attempt().catch((error: unknown) =>
      violatedIndex(error) === 'entity_fqn' ? attempt() : Promise.reject(error as Error),
    );
  }

  /**
   * `put`, in the caller's transaction and without a retry: a concurrent PUT is an error.
   * @param last response of the previous put in the same transaction: if it is of the same entity, it is not read again
   */
  async putIn(
    context: WriteContext,
    received: CheckedBody,
    precondition?: Precondition,
    last?: WriteAnswer,
  ): Promise<PutAnswer & { changed: boolean }> {
    let read = last;
    const { location, locked } = await this.location(context, received, async () => {
      read ??= await this.early(context, received);
    });
    const opened = locked && (await this.writeAccess.openLocked(context, locked, putAsks(locked)));
    if (!opened) {
      const made = await this.creates.put(context, received, location, precondition);
      return { ...made, created: true, changed: true };
    }
    requireVersion(precondition, opened.version);
    const before = versionText(opened.version);
    if (opened.deleted_by !== null) await this.remover.revive(context, opened);
    const isKnown = read?.id === opened.id && read.version === before && opened.deleted_by === null;
    const stored = isKnown && read ? read : await this.reader.whole(context, opened.id);
    const current = JSON.parse(stored.json) as EntityDocument;
    const { tx, entityType, keeps } = context;
    const [hidden = {}] = await this.unseen.ofPuts(inTransaction(tx), context, [current], [received.body]);
    const next = await bodyOfPut(entityType, received, { locked: opened, current }, hidden, keeps);
    const answer = await this.changes.write(context, opened, stored, { ...next, location });
    return { ...answer, created: false, changed: answer.version !== before };
  }

  /** Changes to read-only members are silently reverted; the result is validated after the last operation. @throws {AppError} */
  patch(
    by: Writing,
    key: EntityKey,
    operations: readonly PatchOperation[],
    precondition: Precondition,
    options: PatchOptions,
  ): Promise<WriteAnswer> {
    return this.committing(by, (context) => this.patchIn(context, key, operations, precondition, options));
  }

  /** `patch`, in the caller's transaction. */
  async patchIn(
    context: WriteContext,
    key: EntityKey,
    operations: readonly PatchOperation[],
    precondition: Precondition,
    options: PatchOptions,
  ): Promise<WriteAnswer> {
    const { entityType } = context;
    const asked = { oneOf: EDIT_OPERATIONS, named: operationsOfPatch(entityType, operations) };
    // Sent together: the document is read after the lock is there.
    const [opened, stored] = await Promise.all([
      this.writeAccess.open(context, key, asked),
      this.reader.wholeBy(context, key),
    ]);
    requireVersion(precondition, opened.version);
    const current = JSON.parse(stored.json) as EntityDocument;
    const patchable = await this.unseen.patchable(context, current);
    const next = await bodyOfPatch(entityType, operations, { locked: opened, current }, patchable, options);
    return this.changes.write(context, opened, stored, next);
  }

  /** @returns what `put` would, as the reader may see it; nothing of it is left. @throws {AppError} as `put` */
  async tryOut(by: Writing, received: CheckedBody, reader: Actor): Promise<WriteAnswer> {
    const undone = new Error('tried out');
    let answer!: WriteAnswer;
    const trial = this.database.transaction(async (tx) => {
      answer = await this.putIn({ tx, ...by, isUngated: true }, received);
      throw undone;
    });
    await trial.catch((error: unknown) => (error === undone ? undefined : Promise.reject(error as Error)));
    return this.reader.shown(reader, answer);
  }

  /** @param endsWithIt whether nothing follows the write of the entity */
  private committing<T>(
    { actor, entityType }: Writing,
    work: (context: WriteContext) => Promise<T>,
    endsWithIt = true,
  ): Promise<T> {
    return this.database.queuedTransaction(
      // This writer has the slot of the key already.
      [],
      (tx) => work({ tx, actor, entityType, ...(endsWithIt && { isAll: true }) }),
      actor.origin,
    );
  }

  /** The document of a PUT's entity, if it is there and its FQN follows from the body. To be sent behind its lock. */
  private async early(context: WriteContext, { body }: CheckedBody): Promise<WriteAnswer | undefined> {
    const fqn = fqnInBody(context.entityType, body);
    if (fqn === undefined) return undefined;
    return this.reader
      .wholeBy(context, { fqn })
      .catch((error: unknown) => (error instanceof AppError ? undefined : Promise.reject(error as Error)));
  }

  /**
   * The parent of the body's entity, and its locked row if it exists.
   * @param behind as of `ReferenceResolver.open`
   * @throws {AppError} NOT_FOUND, BAD_REQUEST
   */
  private async location(
    context: WriteContext,
    { body }: CheckedBody,
    behind?: () => Promise<void>,
  ): Promise<{ location: Location; locked: LockedEntity | undefined }> {
    const { locations, locked } = await this.resolver.open(context, [body], behind);
    const [location] = locations;
    if (location instanceof AppError) throw location;
    return { location: location as Location, locked: locked.get((location as Location).fqn) };
  }
}

/** Restoring a soft-deleted entity by PUT requires the permission to create. */
function putAsks({ deleted_by }: LockedEntity): readonly Operation[] {
  return deleted_by === null ? EDIT_OPERATIONS : ['Create'];
}
