import { AppError, attempt, badRequest, PageRoom, TimeSlice, type Actor } from '@app/common';
import { Database, sqlState, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import { EntityDocuments } from '../../read/entity-documents';
import { parseFields } from '../../query/field-list';
import { inTransaction } from '../../query/queryable';
import type { WriteOptions } from '../entity-draft';
import { EntityWriter } from '../entity-writer';
import { BulkChunk } from './bulk-chunk';
import type { BulkOutcome, BulkRow, Outcomes } from './bulk-outcome';
import { addRepeated, withoutRepeated } from './repeated-rows';

/** Maximum rows of one request; more are rejected (400). */
export const MOST_BULK_ROWS = 1_000;

/** Rows per transaction: locks last some tens of milliseconds. Larger transactions were not faster. */
const CHUNK = 100;

/** SQLSTATE classes of failures caused by a row: its values, a constraint, a lock. */
const ROW_FAULT = /^(22|23|40)/;

export interface BulkOptions {
  /** The bodies are those of a client of the OpenMetadata API. */
  readonly compatible?: boolean;
  readonly writeOptions?: WriteOptions;
  /** Relations that are retained if a body does not name them, beside those that every PUT retains. */
  readonly keeps?: readonly string[];
  /** Refuses changes that a rule of the type would make pending. */
  readonly isStrict?: boolean;
  /** Nothing is stored; outcomes are those of a real run. */
  readonly dryRun?: boolean;
  /** Outcomes include the resulting entity, in the order sent, as many as fit into a page. */
  readonly withAnswers?: boolean;
}

/** Writes many entities of one type with the semantics of individual PUTs. */
@Injectable()
export class BulkWriter {
  constructor(
    private readonly database: Database,
    private readonly writer: EntityWriter,
    private readonly chunks: BulkChunk,
    private readonly documents: EntityDocuments,
  ) {}

  /**
   * One outcome per body, in order: an invalid one fails alone. A transaction contains 100 bodies.
   * @throws {AppError} BAD_REQUEST for more than 1,000 bodies; database failures before anything was stored
   */
  async put(
    actor: Actor,
    entityType: EntityType,
    bodies: readonly unknown[],
    options: BulkOptions = {},
  ): Promise<BulkOutcome[]> {
    if (bodies.length > MOST_BULK_ROWS)
      throw badRequest(
        `A bulk request has at most ${MOST_BULK_ROWS} entities, this one ${bodies.length}; send several`,
      );
    const outcomes: Outcomes = new Map();
    const room = new PageRoom();
    const slice = new TimeSlice();
    for (let from = 0; from < bodies.length; from += CHUNK) {
      const rows: BulkRow[] = [];
      for (const [i, body] of bodies.slice(from, from + CHUNK).entries()) {
        const received = attempt(() => this.writer.receivePut(actor, entityType, body, options));
        if (received instanceof AppError) outcomes.set(from + i, { error: received });
        else rows.push({ at: from + i, received });
        // Rows that are all wrong wait for nothing else.
        await slice.turn();
      }
      try {
        for (const [at, outcome] of await this.chunk(actor, entityType, rows, options, room)) outcomes.set(at, outcome);
      } catch (error) {
        if (from === 0) throw error;
        // Earlier transactions are committed, so outcomes are returned for stored and failed rows.
        for (const { at } of rows) outcomes.set(at, { error });
      }
    }
    return bodies.map((_, at) => outcomes.get(at) as BulkOutcome);
  }

  private async chunk(
    actor: Actor,
    entityType: EntityType,
    rows: readonly BulkRow[],
    options: BulkOptions,
    room: PageRoom,
  ): Promise<Outcomes> {
    if (!rows.length) return new Map();
    const kinds = withoutRepeated(rows);
    const withAnswers = options.withAnswers === true && !room.isFull;
    const work = (way: 'together' | 'oneByOne') =>
      this.inTransaction(actor, entityType, kinds.distinct, { ...options, withAnswers }, way);
    // One row aborted the shared transaction: running each row alone shows which.
    const outcomes = await work('together').catch((error: unknown) =>
      isRowFault(error) ? work('oneByOne') : Promise.reject(error as Error),
    );
    addRepeated(outcomes, kinds);
    keepWhatFits(outcomes, rows, room);
    return outcomes;
  }

  private async inTransaction(
    actor: Actor,
    entityType: EntityType,
    rows: readonly BulkRow[],
    { dryRun, keeps, withAnswers, isStrict }: BulkOptions,
    way: 'together' | 'oneByOne',
  ): Promise<Outcomes> {
    let outcomes: Outcomes = new Map();
    const undone = new Error('dry run');
    const work = async (tx: Transaction): Promise<void> => {
      outcomes = await this.chunks[way]({ tx, actor, entityType, keeps }, rows, isStrict);
      if (withAnswers) await this.addAnswers(tx, entityType, outcomes);
      if (dryRun) throw undone;
    };
    await this.database
      .bulkTransaction(work, actor.origin)
      .catch((error: unknown) => (error === undone ? undefined : Promise.reject(error as Error)));
    return outcomes;
  }

  /** Adds entities up to the page size; the room includes repeated rows, which are added later. */
  private async addAnswers(tx: Transaction, entityType: EntityType, outcomes: Outcomes): Promise<void> {
    const passed = [...outcomes].sort(([a], [b]) => a - b);
    const all = [...new Set(passed.flatMap(([, outcome]) => ('error' in outcome || outcome.kept ? [] : [outcome.id])))];
    const selection = parseFields(entityType, undefined, false);
    const sizes = await this.documents.sizes(inTransaction(tx), all, selection);
    const room = new PageRoom();
    const ids = all.filter((id) => room.take(sizes.get(id) ?? 0));
    const read = await this.documents.several(inTransaction(tx), ids, selection);
    for (const [at, outcome] of outcomes)
      if (!('error' in outcome || outcome.kept)) outcomes.set(at, { ...outcome, json: read.get(outcome.id)?.json });
  }
}

/** Removes the entities of rows that do not fit into the response. */
function keepWhatFits(outcomes: Outcomes, rows: readonly BulkRow[], room: PageRoom): void {
  for (const { at } of rows) {
    const outcome = outcomes.get(at);
    if (!outcome || 'error' in outcome || outcome.json === undefined || room.take(outcome.json.length)) continue;
    const { json: _json, ...short } = outcome;
    outcomes.set(at, short);
  }
}

function isRowFault(error: unknown): boolean {
  return error instanceof AppError || ROW_FAULT.test(sqlState(error) ?? '');
}
