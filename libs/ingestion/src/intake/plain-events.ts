import { Batcher, type Actor } from '@app/common';
import { Database, isLocked, isOfAValue, query, sqlState, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { counts, type LineageEvent, type LineageName } from '../event/event';
import { datasetKey, jobKey, runKey, stampOf } from '../event/event-key';
import { evidenceRows, facetRows } from '../facts/dataset-facts.repository';
import { eventValues } from '../facts/event.repository';
import { nameRows, type SentName } from '../naming/name.repository';
import { TARGET_TYPES } from '../naming/target-statement';
import { groupOf, groupValues, type WaitingEvent } from './event-group';
import { SenderRights } from './sender-rights';

/** Datasets of an event that is taken by one call; more are worth their round trips, and pairs of these are looked at one by one. */
const MOST_DATASETS = 16;

/** What `openlineage_take` fails with where the event has to be taken step by step after all. */
const STEP_BY_STEP = 'OL001';

const TAKE: PreparedStatement = {
  name: 'openlineage-take',
  text: `
  select outcome, unresolved
    from openlineage_take($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)`,
};

const TAKE_ALL: PreparedStatement = {
  name: 'openlineage-take-all',
  text: `select declined, unresolved from openlineage_take_all($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

/** Events that arrive while others are taken share the next call. */
const TOGETHER = { most: 16, atOnce: 1, isOnes: () => false };

interface GroupRow {
  /** Places of those that have to be taken step by step; if there are any, nothing is stored. */
  readonly declined: readonly number[] | null;
  /** Keys of datasets; null: all are known. */
  readonly unresolved: readonly string[] | null;
}

interface TakenRow {
  readonly outcome: 'taken' | 'repeated' | 'declined';
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
    const row = await this.callTogether(group);
    if (row?.declined) {
      const declined = new Set(row.declined.map((place) => group[place]));
      for (const one of group) if (declined.has(one)) outcomes.set(one, undefined);
      return this.takeGroup(
        group.filter((one) => !declined.has(one)),
        outcomes,
      );
    }
    if (row) for (const one of group) outcomes.set(one, takenAs(nameRows(one.event), row.unresolved));
  }

  private async takeAlone({ actor, event, sent }: WaitingEvent): Promise<Outcome> {
    const names = nameRows(event);
    const row = await this.call(actor, takeValues(event, sent, actor.name, names));
    if (!row || row.outcome === 'declined') return undefined;
    return row.outcome === 'repeated' ? 'repeated' : takenAs(names, row.unresolved);
  }

  /** Undefined where they have to be taken one by one, or one of them holds the others up: nothing of any is stored. */
  private async callTogether(group: readonly WaitingEvent[]): Promise<GroupRow | undefined> {
    try {
      return (await this.database.execute<GroupRow & object>([], TAKE_ALL, groupValues(group)))[0];
    } catch (error) {
      if (sqlState(error) === STEP_BY_STEP || isLocked(error) || isOfAValue(error)) return undefined;
      throw error;
    }
  }

  private async call(actor: Actor, values: readonly unknown[]): Promise<TakenRow | undefined> {
    try {
      const [row] = await this.database.transaction((tx) => {
        const rows = query<TakenRow & object>(tx, TAKE, values);
        this.database.endsNow(tx);
        return rows;
      }, actor.origin);
      return row;
    } catch (error) {
      // What is wrong with a value is said where it is taken step by step.
      if (sqlState(error) === STEP_BY_STEP || isOfAValue(error)) return undefined;
      throw error;
    }
  }
}

function takenAs(names: readonly SentName[], keys: readonly string[] | null): PlainOutcome {
  const unresolved = new Set(keys);
  return {
    unresolved: names.filter(({ key }) => unresolved.has(key)).map(({ namespace, name }) => ({ namespace, name })),
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

function takeValues(event: LineageEvent, sent: unknown, sender: string, names: readonly SentName[]): unknown[] {
  const { datasets, eventType, job, nominal, parent, sql, time } = event;
  const facets = facetRows(event);
  const evidence = evidenceRows(event);
  return [
    ...eventValues(event, sent, sender),
    runKey(event),
    stampOf(event),
    job && jobKey(job),
    parent && jobKey(parent),
    sql,
    nominal,
    eventType === 'COMPLETE' ? [time.ms] : [],
    JSON.stringify(names),
    datasets.map(datasetKey),
    datasets.map(({ output }) => output),
    facets.length > 0 ? JSON.stringify(facets) : null,
    evidence.length > 0 ? JSON.stringify(evidence) : null,
    TARGET_TYPES.dataset,
    TARGET_TYPES.job,
  ];
}
