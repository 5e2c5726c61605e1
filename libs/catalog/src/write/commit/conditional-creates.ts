import { randomUUID } from 'node:crypto';
import { Batcher, type Actor } from '@app/common';
import { Database, isLocked, isOfAValue, jsonbArray, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import { entityAnswer } from '../../read/entity-answer';
import type { WriteAnswer } from '../write-answer';
import { EntityDocuments } from '../../read/entity-documents';
import type { EntityRow } from '../../read/entity-row';
import type { EntityDraft } from '../entity-draft';
import type { LocationSnapshot } from '../snapshot/location-store';
import { defaultsOf, storedJson } from '../stored-json';
import { insertAtLocations, LOCK_PLACES } from './insert-statement';

/** A create below a parent as it was when it had this stamp. */
interface ConditionalCreate {
  readonly actor: Actor;
  readonly entityType: EntityType;
  readonly draft: EntityDraft;
  readonly location: LocationSnapshot;
}

/** The columns that a new entity does not inherit from its parent and that only the database knows. */
type OwnColumns = Pick<EntityRow, 'node' | 'updated_at' | 'body' | 'details'>;

type SentRow = { readonly id: string; readonly is_current: boolean } & (OwnColumns | { readonly node: null });

/** stale: the parent has changed by now. held: its name is taken, or another transaction has locked the parent, or a row was refused. */
type Unmade = 'stale' | 'held';

/** Creates that arrive while others are written share the next transaction. */
const TOGETHER = {
  most: 32,
  atOnce: 1,
  isOnes: () => false,
  kindOf: ({ entityType }: ConditionalCreate): EntityType => entityType,
};

/**
 * Creates entities below parents that are still as they were when the create was planned: all that come together in one transaction, which
 * is sent at once and waits for no lock.
 */
@Injectable()
export class ConditionalCreates {
  private readonly waiting = new Batcher((asks: readonly ConditionalCreate[]) => this.createAll(asks), TOGETHER);

  constructor(
    private readonly database: Database,
    private readonly documents: EntityDocuments,
  ) {}

  /** The entity, or why nothing was written. */
  async make(
    actor: Actor,
    entityType: EntityType,
    draft: EntityDraft,
    location: LocationSnapshot,
  ): Promise<WriteAnswer | Unmade> {
    const made = await this.waiting.ask({ actor, entityType, draft, location });
    if (typeof made === 'string') return made;
    const { id, name, fqn } = draft;
    const row = { ...location.row, ...made, defaults: defaultsOf(draft), id, name, fqn, updated_by: actor.name };
    return entityAnswer(this.documents.ofRow(entityType, row));
  }

  /** If a parent is locked, or a row is refused, nothing was written: what is wrong with one is no answer to the others. */
  private async createAll(asks: readonly ConditionalCreate[]): Promise<(OwnColumns | Unmade)[]> {
    try {
      return await this.database.sharedTransaction((tx) => this.insert(tx, asks));
    } catch (error) {
      if (isLocked(error) || isOfAValue(error)) return asks.map(() => 'held');
      throw error;
    }
  }

  private async insert(tx: Transaction, asks: readonly ConditionalCreate[]): Promise<(OwnColumns | Unmade)[]> {
    const [{ entityType }] = asks as [ConditionalCreate];
    const statement = insertAtLocations(entityType);
    if (!statement) throw new Error(`Places of ${entityType.type} have no stamp`);
    // Of those that have one name the first may be made.
    const first = new Map(asks.toReversed().map((ask) => [ask.draft.fqn, ask]));
    const placed = [...first.values()];
    for (const { draft } of placed) draft.id = randomUUID();
    const stored = placed.map(({ draft }) => storedJson(draft));
    const parents = placed.map(({ location }) => location.line.parent);
    const spots = [parents.map(({ root }) => root), parents.map(({ node }) => node)];
    const locking = query(tx, LOCK_PLACES, spots);
    const inserting = query<SentRow>(tx, statement, [
      ...spots,
      placed.map(({ location }) => location.stamp),
      placed.map(({ draft }) => draft.id),
      placed.map(({ draft }) => draft.name),
      placed.map(({ draft }) => draft.fqn),
      jsonbArray(stored.map(([body]) => body)),
      jsonbArray(stored.map(([, details]) => details)),
      placed.map(({ actor }) => actor.name),
      placed.map(({ actor }) => (actor.origin ? JSON.stringify(actor.origin) : null)),
    ]);
    this.database.endsNow(tx);
    const [rows] = await Promise.all([inserting, locking]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return asks.map((ask) => (first.get(ask.draft.fqn) === ask ? outcomeOf(byId.get(ask.draft.id)) : 'held'));
  }
}

function outcomeOf(row: SentRow | undefined): OwnColumns | Unmade {
  if (!row?.is_current) return 'stale';
  if (row.node === null) return 'held';
  const { node, updated_at, body, details } = row;
  return { node, updated_at, body, details };
}
