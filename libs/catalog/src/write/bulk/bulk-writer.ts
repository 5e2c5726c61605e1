import { AppError, badRequest } from '@app/common';
import type { Actor } from '@app/common';
import { Database, sqlState } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import { EntityDocuments } from '../../read/entity-documents';
import { parseFields } from '../../read/field-list';
import { inTransaction } from '../../read/queryable';
import { EntityBehaviours } from '../entity-behaviour';
import type { WriteOptions } from '../entity-draft';
import { EntityWriter } from '../entity-writer';
import { BulkChunk } from './bulk-chunk';
import type { BulkOutcome, BulkRow, Outcomes } from './bulk-outcome';
import { addRepeated, withoutRepeated } from './repeated-rows';

/** Rows of one request (interface: over it 400). */
export const MOST_BULK_ROWS = 1_000;

/** Rows of one transaction: its locks are held for some tens of milliseconds. More gained nothing. */
const CHUNK = 100;

/** SQLSTATE classes of failures that a row can cause: its values, a constraint, a lock. */
const ROW_FAULT = /^(22|23|40)/;

export interface BulkOptions {
  readonly wishes?: WriteOptions;
  /** Nothing is stored; the outcomes are those that it would have. */
  readonly dryRun?: boolean;
  /** Outcomes have the entity as it is then. */
  readonly withAnswers?: boolean;
}

/** Makes many entities of one type what their bodies say, as PUTs of each would. */
@Injectable()
export class BulkWriter {
  constructor(
    private readonly database: Database,
    private readonly writer: EntityWriter,
    private readonly chunks: BulkChunk,
    private readonly documents: EntityDocuments,
    private readonly behaviours: EntityBehaviours,
  ) {}

  /**
   * One outcome for each body, in their order: a bad one fails alone. A transaction holds 100 of them.
   * @throws {AppError} BAD_REQUEST for more than 1,000 bodies; what the database fails with before anything was stored
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
    for (let from = 0; from < bodies.length; from += CHUNK) {
      const rows = this.receive(actor, entityType, bodies.slice(from, from + CHUNK), from, options, outcomes);
      try {
        for (const [at, outcome] of await this.chunk(actor, entityType, rows, options)) outcomes.set(at, outcome);
      } catch (error) {
        if (from === 0) throw error;
        // What is stored must be told, and what is not as well.
        for (const { at } of rows) outcomes.set(at, { error });
      }
    }
    return bodies.map((_, at) => outcomes.get(at) as BulkOutcome);
  }

  private receive(
    actor: Actor,
    entityType: EntityType,
    bodies: readonly unknown[],
    from: number,
    { wishes }: BulkOptions,
    outcomes: Outcomes,
  ): BulkRow[] {
    return bodies.flatMap((body, i) => {
      try {
        return [{ at: from + i, received: this.writer.receive(actor, entityType, body, wishes) }];
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        outcomes.set(from + i, { error });
        return [];
      }
    });
  }

  private async chunk(
    actor: Actor,
    entityType: EntityType,
    rows: readonly BulkRow[],
    options: BulkOptions,
  ): Promise<Outcomes> {
    if (!rows.length) return new Map();
    const kinds = withoutRepeated(rows);
    const work = (way: 'together' | 'oneByOne') => this.inTransaction(actor, entityType, kinds.distinct, options, way);
    // One row spoilt the transaction of all: each for itself shows which one.
    const outcomes = await work('together').catch((error: unknown) =>
      isRowFault(error) ? work('oneByOne') : Promise.reject(error as Error),
    );
    addRepeated(outcomes, kinds);
    return outcomes;
  }

  private async inTransaction(
    actor: Actor,
    entityType: EntityType,
    rows: readonly BulkRow[],
    { dryRun, withAnswers }: BulkOptions,
    way: 'together' | 'oneByOne',
  ): Promise<Outcomes> {
    let outcomes: Outcomes = new Map();
    const undone = new Error('dry run');
    const work = async (tx: Transaction): Promise<void> => {
      outcomes = await this.chunks[way](tx, actor, entityType, rows);
      if (withAnswers) await this.addAnswers(tx, entityType, outcomes);
      if (dryRun) throw undone;
    };
    await this.database
      .bulkTransaction(work)
      .catch((error: unknown) => (error === undone ? undefined : Promise.reject(error as Error)));
    if (!dryRun) this.behaviours.of(entityType.type).committed?.();
    return outcomes;
  }

  private async addAnswers(tx: Transaction, entityType: EntityType, outcomes: Outcomes): Promise<void> {
    const ids = [...outcomes.values()].flatMap((outcome) => ('error' in outcome ? [] : [outcome.id]));
    const selection = parseFields(entityType, undefined, false);
    const read = await this.documents.several(inTransaction(tx), entityType, ids, selection);
    for (const [at, outcome] of outcomes)
      if (!('error' in outcome)) outcomes.set(at, { ...outcome, json: read.get(outcome.id)?.json });
  }
}

function isRowFault(error: unknown): boolean {
  return error instanceof AppError || ROW_FAULT.test(sqlState(error) ?? '');
}
