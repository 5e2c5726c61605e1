import { AppError, attempt, EDIT_OPERATIONS, PageRoom, TimeSlice } from '@app/common';
import { NOW_MS, query } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EntityDocuments } from '../../read/entity-documents';
import { allFields } from '../../query/field-list';
import { inTransaction } from '../../query/queryable';
import { requireNoGrowth } from '../../schema/no-growth';
import { UnseenParts } from '../access/unseen-parts';
import { WriteAccess } from '../access/write-access';
import { nextDocument } from '../plan/next-document';
import { DraftBuilder } from '../draft-builder';
import type { EntityDocument } from '../../definition/entity-document';
import { EntityChanger, type PlannedChange } from '../entity-changer';
import type { EntityDraft, WriteContext } from '../entity-draft';
import type { OpenedEntity } from '../plan/rights';
import { mergedPut } from '../unseen/merged-put';
import { settle, type Outcomes, type LocatedRow } from './bulk-outcome';

/** An existing entity and the rows that are still to be applied to it, in the order sent. */
interface Changing {
  entity: OpenedEntity;
  current: EntityDocument;
  rows: readonly LocatedRow[];
  /** Changes that are not yet written, each on top of the one before. */
  readonly planned: PlannedChange[];
}

/** Documents read together without checking sizes: one has at most 4 MiB. */
const ALWAYS_FIT = 4;

/** Changes existing entities: each row becomes a version, and all versions of an entity are written together. */
@Injectable()
export class BulkChanges {
  constructor(
    private readonly drafter: DraftBuilder,
    private readonly changer: EntityChanger,
    private readonly documents: EntityDocuments,
    private readonly writeAccess: WriteAccess,
    private readonly unseen: UnseenParts,
  ) {}

  /**
   * Applies the rows of each entity, in the order sent. A row that changes references, name or parent is the last one that is applied to
   * its entity: what a read would then show is known to the database only. The rows behind it get no outcome.
   */
  async change(context: WriteContext, live: readonly (readonly LocatedRow[])[], outcomes: Outcomes): Promise<void> {
    let left = await this.open(context, live, outcomes);
    while (left.length) {
      const fitting = await this.withinRoom(context, left);
      await this.changeTogether(context, await this.read(context, fitting), outcomes);
      left = left.slice(fitting.length);
    }
  }

  /** Existing entities visible to the actor, who has some write permission. */
  private async open(
    context: WriteContext,
    live: readonly (readonly LocatedRow[])[],
    outcomes: Outcomes,
  ): Promise<Changing[]> {
    const entities = live.flatMap(([first]) => first?.locked ?? []);
    const opened = await this.writeAccess.openAll(context, entities, EDIT_OPERATIONS);
    return live.flatMap((rows) => {
      const entity = opened.get(rows[0]?.location.fqn ?? '') as OpenedEntity | AppError;
      if (!(entity instanceof AppError)) return [{ entity, rows, current: {}, planned: [] }];
      for (const { row } of rows) outcomes.set(row.at, { error: entity });
      return [];
    });
  }

  /** The first ones that can be read together: up to 16 MiB of documents. */
  private async withinRoom({ tx, entityType }: WriteContext, entities: readonly Changing[]): Promise<Changing[]> {
    if (entities.length <= ALWAYS_FIT) return [...entities];
    const ids = entities.map(({ entity }) => entity.id);
    const sizes = await this.documents.sizes(inTransaction(tx), ids, allFields(entityType));
    const room = new PageRoom();
    return entities.filter(({ entity }) => room.take(sizes.get(entity.id) ?? 0));
  }

  private async read({ tx, entityType }: WriteContext, entities: readonly Changing[]): Promise<readonly Changing[]> {
    const ids = entities.map(({ entity }) => entity.id);
    const documents = await this.documents.several(inTransaction(tx), ids, allFields(entityType));
    for (const one of entities) one.current = JSON.parse(documents.get(one.entity.id)?.json ?? '{}') as EntityDocument;
    return entities;
  }

  private async changeTogether(
    context: WriteContext,
    entities: readonly Changing[],
    outcomes: Outcomes,
  ): Promise<void> {
    const { tx } = context;
    const isRepeated = entities.some(({ rows }) => rows.length > 1);
    const [clock] = isRepeated ? await query<{ now: string }>(tx, `select ${NOW_MS} as now`) : [];
    let room = new PageRoom();
    // Work that awaits no statement does not yield by itself.
    const slice = new TimeSlice();
    let open = entities;
    while (open.length) {
      for (const [i, draft] of (await this.drafts(context, open)).entries()) {
        const one = open[i] as Changing;
        room.take(await this.apply(context, one, draft, Number(clock?.now), outcomes));
        await slice.turn();
      }
      open = open.filter(({ rows }) => rows.length);
      if (room.isFull) {
        await this.write(context, entities);
        room = new PageRoom();
      }
    }
    await this.write(context, entities);
  }

  /** The draft, or the error, of the first row of each. */
  private async drafts(
    context: WriteContext,
    entities: readonly Changing[],
  ): Promise<readonly (EntityDraft | AppError)[]> {
    const currents = entities.map(({ current }) => current);
    const first = entities.map(({ rows }) => rows[0] as LocatedRow);
    const sent = first.map(({ row }) => row.received.body);
    const { tx, entityType, keeps } = context;
    const hidden = await this.unseen.ofPuts(inTransaction(tx), context, currents, sent);
    const merged = entities.map(({ current }, i) =>
      attempt(() => mergedPut(entityType, current, sent[i] ?? {}, hidden[i] ?? {}, keeps)),
    );
    const bodies = first.flatMap(({ row, location }, i) => {
      const { entity: locked, current } = entities[i] as Changing;
      const one = merged[i];
      if (!one || one instanceof AppError) return [];
      return [{ received: { ...row.received, body: one.body }, location, locked, current, seen: one.seen }];
    });
    const drafts = bodies.length ? [...(await this.drafter.drafts(context, bodies))] : [];
    return merged.map((one) => (one instanceof AppError ? one : (drafts.shift() as EntityDraft | AppError)));
  }

  /** Plans the change of the first row, and takes it off the rows. @returns characters of the document after it */
  private async apply(
    context: WriteContext,
    one: Changing,
    draft: EntityDraft | AppError,
    now: number,
    outcomes: Outcomes,
  ): Promise<number> {
    const { entityType, actor } = context;
    const { entity, current } = one;
    const [{ row }, ...behind] = one.rows as [LocatedRow, ...LocatedRow[]];
    one.rows = behind;
    let plan: PlannedChange | undefined;
    await settle(outcomes, row, async () => {
      if (draft instanceof AppError) throw draft;
      requireNoGrowth(entityType, row.received.excesses, current);
      plan = await this.changer.plan(context, draft, entity, current);
      outcomes.set(row.at, { created: false, changed: plan !== undefined, id: entity.id, fqn: draft.fqn });
    });
    if (!plan) return 0;
    one.planned.push(plan);
    if (!behind.length) return 0;
    if (!this.changer.changesAttributesOnly(plan)) {
      one.rows = [];
      return 0;
    }
    const { version } = plan;
    const updatedAt = Math.max(now, Number(entity.updated_at));
    const text = nextDocument(plan.draft, current, { version, updatedAt, updatedBy: actor.name });
    one.current = JSON.parse(text) as EntityDocument;
    one.entity = { ...entity, version, updated_at: String(updatedAt) };
    return text.length;
  }

  private async write(context: WriteContext, entities: readonly Changing[]): Promise<void> {
    const changes = entities.flatMap(({ planned }) => {
      const steps = planned.splice(0);
      const last = steps.pop();
      return last ? [{ ...last, earlier: steps }] : [];
    });
    if (changes.length) await this.changer.write(context, changes);
  }
}
