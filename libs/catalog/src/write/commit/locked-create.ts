import { AccessControl } from '@app/auth';
import { AppError, conflict } from '@app/common';
import { Database, violatedIndex } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { WriteAnswer } from '../write-answer';
import { EntityReader } from '../../read/entity-reader';
import { requireNoGrowth } from '../../schema/no-growth';
import { endChanges, OtherEnds } from '../access/other-ends';
import { WriteAccess } from '../access/write-access';
import { DraftBuilder } from '../draft-builder';
import { EntityBehaviours } from '../entity-behaviour';
import type { EntityDraft, WriteContext } from '../entity-draft';
import type { LockedEntity } from '../entity-update';
import { EntityWriteRepository } from '../entity-write.repository';
import { requireCreation, requirePlace } from '../granting';
import { copyOf, ruled, type CheckedBody, type Location } from '../plan/draft';
import { requireMayGive } from '../plan/rights';
import { requireVersion, type Precondition } from '../precondition';
import { alreadyThere, takenMeanwhile } from '../taken-names';

/** Creates an entity below a parent that the transaction has locked. */
@Injectable()
export class LockedCreate {
  constructor(
    private readonly database: Database,
    private readonly store: EntityWriteRepository,
    private readonly drafter: DraftBuilder,
    private readonly behaviours: EntityBehaviours,
    private readonly access: AccessControl,
    private readonly writeAccess: WriteAccess,
    private readonly ends: OtherEnds,
    private readonly reader: EntityReader,
  ) {}

  /** @param taken the entity that has the name @throws {AppError} CONFLICT if there is one, also a soft-deleted one */
  async post(
    context: WriteContext,
    received: CheckedBody,
    location: Location,
    taken: LockedEntity | undefined,
  ): Promise<WriteAnswer> {
    await requireCreation(context, this.access, location);
    const draft = await this.drafter.draft(context, { received: copyOf(received), location });
    if (taken) throw await this.taken(context, draft, taken);
    return this.insert(context, draft).catch((error: unknown) => Promise.reject(takenMeanwhile(error, draft)));
  }

  /** `post` for a PUT. Fails with the driver's error where the name was taken meanwhile. */
  async put(
    context: WriteContext,
    received: CheckedBody,
    location: Location,
    precondition: Precondition,
  ): Promise<WriteAnswer> {
    await requireCreation(context, this.access, location);
    requireVersion(precondition, undefined);
    requireNoGrowth(context.entityType, received.excesses);
    const draft = await this.drafter.draft(context, { received: copyOf(received), location });
    return this.insert(context, draft).catch((error: unknown) =>
      Promise.reject(violatedIndex(error) === 'entity_fqn' ? (error as Error) : takenMeanwhile(error, draft)),
    );
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

  private async insert(context: WriteContext, draft: EntityDraft): Promise<WriteAnswer> {
    const { tx, actor, entityType } = context;
    const behaviour = this.behaviours.of(entityType.type);
    await behaviour.prepare?.(tx, actor, draft);
    requireMayGive(this.access, actor, draft);
    await requirePlace(context, this.access, draft);
    const ends = await this.ends.open(context, draft, endChanges(entityType, draft.relations));
    if (!context.isUngated) await behaviour.gate?.(tx, actor, draft);
    if (ends.length === 0 && !behaviour.written) {
      // Its id is known before the row is there: the answer is read without a wait between the two statements.
      const inserted = this.store.insert(context, [draft]);
      return Promise.all([inserted, this.read(context, draft.id)]).then(([, answer]) => answer);
    }
    await this.ends.around(context, ends, () => this.store.insert(context, [draft]));
    await behaviour.written?.(tx, actor, draft);
    return ruled(draft, await this.read(context, draft.id));
  }

  /** The answer, as the last thing that is read. */
  private read(context: WriteContext, id: string): Promise<WriteAnswer> {
    const reading = this.reader.whole(context, id);
    if (context.isAll) this.database.endsNow(context.tx);
    return reading;
  }
}
