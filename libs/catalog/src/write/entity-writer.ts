import { AccessControl } from '@app/auth';
import { invalidFields, isObject, type Actor } from '@app/common';
import { Database, type CallerCheck, type IdempotencyToken } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import type { WriteAnswer } from './write-answer';
import type { EntityKey } from '../read/entity.repository';
import { bodyWithin, refusedMembers } from '../schema/entity-body';
import { requireNoGrowth } from '../schema/no-growth';
import { withTextFields } from '../schema/text-fields';
import { ConditionalCommit } from './commit/conditional-commit';
import { LockedCommit, type PutAnswer } from './commit/locked-commit';
import { checkedPatch, type PatchOperation } from '../document/patch/patch-operation';
import { EntityBehaviours } from './entity-behaviour';
import type { WriteContext, WriteOptions, Writing } from './entity-draft';
import { PendingWrites } from './gate/pending-writes';
import type { PatchOptions } from './plan/body';
import type { CheckedBody } from './plan/draft';
import type { Precondition } from './precondition';
import { WritePlans, type MadePlan } from './write-plans';
import { bodyKeys, writerKey } from './writer-keys';

export interface CreateOptions {
  readonly token?: IdempotencyToken;
  readonly writeOptions?: WriteOptions;
}

export interface ChangeOptions extends PatchOptions {
  readonly precondition?: Precondition;
  /** Refuses changes that a rule of the type would make pending. */
  readonly isStrict?: boolean;
}

type WriteCaller = Pick<CallerCheck, 'ask' | 'confirm'>;

interface PutOptions extends ChangeOptions {
  /** The check of a caller that is not confirmed yet. */
  readonly caller?: WriteCaller | undefined;
}

/** How often a write is planned before it is decided behind locks: others may change what it is planned on again and again. */
const TRIES = 2;

/**
 * Creates and changes entities of every type; each method returns the full entity.
 *
 * A write goes one way. It is planned on what it follows from, read without locks: the entity, or the parent of a new one, with the
 * versions of all rows that this is made of (`WritePlans`, `plan/`). A plan that changes nothing is the answer, and needs no transaction.
 * What changes attributes alone, or makes an entity that refers to nothing but its parent, is written by a statement that compares these
 * versions (`ConditionalCommit`); where they are others by now, it is planned again. Everything else, such as references, labels, names,
 * parents and rows of a behaviour, is decided under locks (`LockedCommit`). Writes of one entity run one after another.
 */
@Injectable()
export class EntityWriter {
  constructor(
    private readonly database: Database,
    private readonly behaviours: EntityBehaviours,
    private readonly access: AccessControl,
    private readonly plans: WritePlans,
    private readonly conditional: ConditionalCommit,
    private readonly locked: LockedCommit,
    private readonly held: PendingWrites,
  ) {}

  /**
   * @throws {AppError} CONFLICT if the name is taken, also by a soft-deleted entity; NOT_FOUND or FORBIDDEN where a recorded answer is of
   * an entity that the actor may not view any more
   */
  async create(
    actor: Actor,
    entityType: EntityType,
    body: unknown,
    { token, writeOptions }: CreateOptions = {},
  ): Promise<WriteAnswer> {
    const received = this.receive(actor, entityType, body, writeOptions);
    requireNoGrowth(entityType, received.excesses);
    this.access.requireAnyObject(actor, 'Create', entityType.type);
    const by = { actor, entityType };
    return this.database.oneAtATime(bodyKeys(entityType, received.body, token), async () => {
      // The answer is recorded under a token, in the transaction of the write.
      const made = token ? undefined : await this.attempt(by, (anew) => this.plans.ofCreate(by, received, anew));
      return made?.answer ?? this.locked.create(by, received, token);
    });
  }

  /** Creates the entity or replaces it with the body; restores a soft-deleted entity of that name. */
  async put(
    actor: Actor,
    entityType: EntityType,
    body: unknown,
    { precondition, isStrict, caller, ...options }: PutOptions = {},
  ): Promise<PutAnswer> {
    const received = this.receivePut(actor, entityType, body, options);
    const by = { actor, entityType };
    return this.database.oneAtATime(bodyKeys(entityType, received.body), async () => {
      const done = await this.attempt(by, (anew) => this.plans.ofPut(by, { received, precondition }, anew), caller);
      if (done) return Object.assign(done.answer, { created: done.plan.kind === 'creation' });
      await caller?.confirm();
      const answer = await this.held.around(actor, isStrict, () => this.locked.put(by, received, precondition));
      return { created: false, ...answer };
    });
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
    { precondition, isStrict, ...options }: ChangeOptions = {},
  ): Promise<WriteAnswer> {
    const request = { operations: checkedPatch(patch), precondition, options };
    const by = { actor, entityType };
    return this.database.oneAtATime([writerKey(entityType.type, key)], async () => {
      const done = await this.attempt(by, (anew) => this.plans.ofPatch(by, key, request, anew));
      return (
        done?.answer ??
        this.held.around(actor, isStrict, () => this.locked.patch(by, key, request.operations, precondition, options))
      );
    });
  }

  /**
   * A dry run of a PUT: returns the resulting entity, as the caller may see it, or fails as the PUT would. Nothing is written: the caller
   * needs no write permission, and sees only what is visible to them.
   */
  async tryOut(
    caller: Actor,
    entityType: EntityType,
    body: unknown,
    writeOptions: WriteOptions = {},
  ): Promise<WriteAnswer> {
    const actor = this.access.asWriter(caller);
    const received = this.receive(actor, entityType, body, writeOptions);
    return this.locked.tryOut({ actor, entityType }, received, caller);
  }

  /** `create`, in the caller's transaction: behind locks. @throws {AppError} CONFLICT if the name is taken; then the transaction cannot go on */
  createIn(context: WriteContext, received: CheckedBody): Promise<WriteAnswer> {
    return this.locked.createIn(context, received);
  }

  /** `put`, in the caller's transaction: behind locks. A concurrent PUT is an error. */
  putIn(context: WriteContext, received: CheckedBody): Promise<PutAnswer> {
    return this.locked.putIn(context, received);
  }

  /** `patch` by an RFC 6902 patch of the service itself, in the caller's transaction: behind locks. @throws {AppError} */
  patchIn(
    context: WriteContext,
    key: EntityKey,
    patch: readonly PatchOperation[],
    options: PatchOptions = {},
  ): Promise<WriteAnswer> {
    return this.locked.patchIn(context, key, patch, undefined, options);
  }

  /** Validates a body without the database. @throws {AppError} BAD_REQUEST listing every invalid field */
  receive(actor: Actor, entityType: EntityType, sent: unknown, writeOptions: WriteOptions = {}): CheckedBody {
    const refused = refusedMembers(entityType, sent);
    if (refused.length) throw invalidFields(refused);
    const own = isObject(sent) ? this.behaviours.of(entityType.type).received?.(actor, sent) : undefined;
    const { body, excesses } = bodyWithin(entityType, own?.body ?? sent);
    return { ...own, body: withTextFields(entityType, body), excesses, writeOptions };
  }

  /** `receive` of the body of a PUT. @param options where it is compatible, the body is that of a client of the OpenMetadata API */
  receivePut(
    actor: Actor,
    entityType: EntityType,
    sent: unknown,
    { compatible = false, writeOptions }: PatchOptions,
  ): CheckedBody {
    const received = this.receive(actor, entityType, sent, writeOptions);
    return compatible && entityType.compatible.keptByPut ? { ...received, compatible } : received;
  }

  /**
   * Plans a write and carries out the plan, if what it was made on is unchanged. Undefined, and nothing is written, where it is to be
   * decided behind locks.
   *
   * @throws {AppError} the refusal of an entity that was read within this request, or that is still as it was read before
   */
  private async attempt(
    by: Writing,
    planOf: (anew: boolean) => Promise<MadePlan>,
    caller?: WriteCaller,
  ): Promise<(MadePlan & { readonly answer: WriteAnswer }) | undefined> {
    for (let tries = 0; tries < TRIES; tries++) {
      const made = await planOf(tries > 0);
      const { plan, entity } = made;
      switch (plan.kind) {
        case 'structure':
          return undefined;
        case 'none':
          if (entity && (await this.plans.isCurrent(by, made, caller?.ask))) return { ...made, answer: entity.answer };
          break;
        case 'refusal':
          if (await this.plans.isCurrent(by, made, caller?.ask)) throw plan.error;
          break;
        case 'attributes':
        case 'creation': {
          await caller?.confirm();
          const answer = await this.conditional.write(by, made);
          if (answer === 'held') return undefined;
          if (answer !== 'stale') return { ...made, answer };
        }
      }
    }
    return undefined;
  }
}
