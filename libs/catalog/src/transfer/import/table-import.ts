import { AppError, TimeSlice, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../definition/entity-types';
import type { BulkOutcome } from '../../write/bulk/bulk-outcome';
import { BulkWriter } from '../../write/bulk/bulk-writer';
import type { ImportFault, ReadTable } from './read-table';

/** Tables held in memory at once; BulkWriter splits them into transactions. */
const BATCH = 500;

/** Maximum number of faults returned; further ones are only counted. */
const MOST_FAULTS = 1_000;

export interface ImportReport {
  readonly dryRun: boolean;
  /** Rows of the file, without its header. */
  rows: number;
  /** Outcomes of the tables; they add up to all tables of the file. */
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** Rows of the tables that failed. */
  failedRows: number;
  readonly errors: (ImportFault & { readonly table?: string })[];
  /** Faults beyond the first 1,000. */
  errorsLeftOut: number;
}

/** Imports tables from a file, each with the semantics of a PUT; an invalid one fails alone. */
@Injectable()
export class TableImport {
  constructor(private readonly bulk: BulkWriter) {}

  /**
   * @param dryRun nothing is stored; the report is that of a real run, provided no table depends on another one of the file
   * @throws {AppError} errors of the file as a whole, and database failures before anything was stored
   */
  async run(actor: Actor, source: AsyncIterable<ReadTable>, dryRun: boolean): Promise<ImportReport> {
    const outcomes = { created: 0, updated: 0, unchanged: 0, failed: 0, failedRows: 0 };
    const report = { dryRun, rows: 0, ...outcomes, errors: [], errorsLeftOut: 0 };
    const slice = new TimeSlice();
    let batch: ReadTable[] = [];
    for await (const table of source) {
      // A file of which every table is wrong waits for nothing else.
      await slice.turn();
      report.rows += table.rows;
      if (table.faults.length) failed(report, table, table.faults);
      else if (batch.push(table) === BATCH) {
        await this.write(actor, batch, report);
        batch = [];
      }
    }
    if (batch.length) await this.write(actor, batch, report);
    return report;
  }

  private async write(actor: Actor, batch: readonly ReadTable[], report: ImportReport): Promise<void> {
    const bodies = batch.map(({ body }) => body);
    const outcomes = await this.put(actor, bodies, report);
    for (const [i, outcome] of outcomes.entries()) {
      const table = batch[i] as ReadTable;
      if ('error' in outcome) failed(report, table, faultsOf(table, outcome.error));
      else if (outcome.created) report.created++;
      else if (outcome.changed) report.updated++;
      else report.unchanged++;
    }
  }

  /** Stored tables must be reported even if later batches fail. */
  private async put(
    actor: Actor,
    bodies: readonly unknown[],
    { dryRun, created, updated }: ImportReport,
  ): Promise<BulkOutcome[]> {
    try {
      return await this.bulk.put(actor, entityTypes.get('table'), bodies, { dryRun });
    } catch (error) {
      if (dryRun || created + updated === 0) throw error;
      return bodies.map(() => ({ error }));
    }
  }
}

function failed(report: ImportReport, { name, rows }: ReadTable, faults: readonly ImportFault[]): void {
  report.failed++;
  report.failedRows += rows;
  const room = Math.max(0, MOST_FAULTS - report.errors.length);
  const told = faults.slice(0, room);
  report.errors.push(...told.map((fault) => ({ ...fault, ...(name === undefined ? {} : { table: name }) })));
  report.errorsLeftOut += faults.length - told.length;
}

function faultsOf({ placeOf }: ReadTable, error: unknown): ImportFault[] {
  if (!(error instanceof AppError)) return [{ ...placeOf(''), cause: error }];
  const { details, message } = error;
  return details
    ? details.map((detail) => ({ ...placeOf(detail.field), message: detail.message }))
    : [{ ...placeOf(''), message }];
}
