import { Batcher, type Actor } from '@app/common';
import { Database, isLocked, isOfAValue, sqlState, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { counts, type LineageEvent, type LineageName } from '../event/event';
import { nameRows } from '../naming/name.repository';
import { groupOf, groupValues, type WaitingEvent } from './event-group';
import { SenderRights } from './sender-rights';

/** Datasets of an event that is taken by one call; more are worth their round trips, and pairs of these are looked at one by one. */
const MOST_DATASETS = 16;

/** What `openlineage_take` fails with where the events have to be taken one by one, and one of them step by step. */
const GIVEN_UP = 'OL001';

const TAKE: PreparedStatement = {
  name: 'openlineage-take',
  text: `
  select declined, repeated, unresolved from openlineage_take($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
};

/** Events that arrive while others are taken share the next call. */
const TOGETHER = { most: 16, atOnce: 1, isOnes: () => false };

interface TakenRow {
  /** Places of those that have to be taken step by step; if there are any, nothing is stored. */
  readonly declined: readonly number[] | null;
  /** Of one event: it was taken before. */
  readonly repeated: boolean | null;
  /** Keys of datasets; null: all are known. */
  readonly unresolved: readonly string[] | null;
}

/** An event that was taken, or that it had been before. */
export type PlainOutcome = { readonly unresolved: readonly LineageName[] } | 'repeated';

type Outcome = PlainOutcome | undefined;

/**
 * Takes events that say no more than which datasets a run has read and written, from senders who may link every asset: by one call
 * of a function that commits with it (ADR 114).
 */
@Injectable()
export class PlainEvents {
  private readonly waiting = new Batcher((events: readonly WaitingEvent[]) => this.takeAll(events), TOGETHER);

  constructor(
    private readonly database: Database,
    private readonly rights: SenderRights,
  ) {}

  /** Undefined where it has to be taken step by step: nothing of it is stored. Refuses nothing. */
  async take(actor: Actor, event: LineageEvent, sent: unknown): Promise<Outcome> {
    if (!isPlain(event) || this.rights.dependOnOwners(actor, event)) return undefined;
    return this.waiting.ask({ actor, event, sent });
  }

  /** Those that do not depend on each other by one call. Each of the others is taken by itself, and waits for nobody but itself. */
  private async takeAll(events: readonly WaitingEvent[]): Promise<(Outcome | Promise<Outcome>)[]> {
    const outcomes = new Map<WaitingEvent, Outcome>();
    await this.takeGroup(groupOf(events), outcomes);
    return events.map((one) => (outcomes.has(one) ? outcomes.get(one) : this.takeAlone(one)));
  }

  /** Adds the outcomes of those that were taken, and of those that have to be taken step by step. */
  private async takeGroup(group: readonly WaitingEvent[], outcomes: Map<WaitingEvent, Outcome>): Promise<void> {
    if (group.length === 0) return;
    const row = await this.call(group);
    if (row?.declined) {
      const declined = new Set(row.declined.map((place) => group[place]));
      for (const one of group) if (declined.has(one)) outcomes.set(one, undefined);
      return this.takeGroup(
        group.filter((one) => !declined.has(one)),
        outcomes,
      );
    }
    if (row) for (const one of group) outcomes.set(one, row.repeated ? 'repeated' : takenAs(one.event, row.unresolved));
    else if (group.length === 1) outcomes.set(group[0]!, undefined);
  }

  private async takeAlone(one: WaitingEvent): Promise<Outcome> {
    const outcomes = new Map<WaitingEvent, Outcome>();
    await this.takeGroup([one], outcomes);
    return outcomes.get(one);
  }

  /** Undefined where they have to be taken one by one, or one step by step, or something holds them up: nothing of any is stored. */
  private async call(group: readonly WaitingEvent[]): Promise<TakenRow | undefined> {
    try {
      return (await this.database.execute<TakenRow & object>([], TAKE, groupValues(group)))[0];
    } catch (error) {
      // What is wrong with a value is said where it is taken step by step.
      if (sqlState(error) === GIVEN_UP || isLocked(error) || isOfAValue(error)) return undefined;
      throw error;
    }
  }
}

function takenAs(event: LineageEvent, keys: readonly string[] | null): PlainOutcome {
  const unresolved = new Set(keys);
  return {
    unresolved: nameRows(event)
      .filter(({ key }) => unresolved.has(key))
      .map(({ namespace, name }) => ({ namespace, name })),
  };
}

function isPlain(event: LineageEvent): boolean {
  const { kind, datasets } = event;
  return (
    kind !== 'dataset' &&
    counts(event) &&
    datasets.length <= MOST_DATASETS &&
    datasets.every(({ columns, assertions, lifecycle }) => !columns.length && !assertions.length && !lifecycle)
  );
}
