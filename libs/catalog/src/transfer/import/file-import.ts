import { AppError, TimeSlice, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import type { BulkOutcome } from '../../write/bulk/bulk-outcome';
import { BulkWriter } from '../../write/bulk/bulk-writer';
import { MOST_FAULTS, type ImportFault, type ReadEntity } from './read-entity';

/** Most entities in memory at once; BulkWriter splits them into transactions. */
const BATCH = 500;

export interface ImportReport {
  readonly dryRun: boolean;
  /** Rows of the file, without its header. */
  rows: number;
  /** Outcomes of the entities; they add up to all of the file. */
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** Rows of the entities that failed. */
  failedRows: number;
  /** Each with the FQN of its entity, if the file names it. */
  readonly errors: (ImportFault & { readonly fqn?: string })[];
  /** Faults beyond the first 1,000. */
  errorsLeftOut: number;
}

export interface ImportOptions {
  /** Nothing is stored; the report is that of a real run, but that an entity does not see those of transactions before its own. */
  readonly dryRun: boolean;
  /** Relations that are retained if a body does not name them, beside those that every PUT retains. */
  readonly keeps?: readonly string[];
}

interface Run {
  readonly actor: Actor;
  readonly entityType: EntityType;
  readonly keeps: readonly string[] | undefined;
  readonly report: ImportReport;
  /** FQNs of entities that were made as drafts. */
  readonly drafted: Set<string | undefined>;
}

/** Imports entities of one type from a file, each with the semantics of a PUT; an invalid one fails alone. */
@Injectable()
export class FileImport {
  constructor(private readonly bulk: BulkWriter) {}

  /**
   * @throws {AppError} errors of the file as a whole, and database failures before anything was stored
   */
  async run(
    actor: Actor,
    entityType: EntityType,
    source: AsyncIterable<ReadEntity>,
    { dryRun, keeps }: ImportOptions,
  ): Promise<ImportReport> {
    const outcomes = { created: 0, updated: 0, unchanged: 0, failed: 0, failedRows: 0 };
    const report = { dryRun, rows: 0, ...outcomes, errors: [], errorsLeftOut: 0 };
    const drafted = new Set<string | undefined>();
    const slice = new TimeSlice();
    let batch: ReadEntity[] = [];
    for await (const entity of source) {
      // A file of which every entity is wrong waits for nothing else.
      await slice.turn();
      report.rows += entity.rows;
      if (entity.faults.length) failed(report, entity, entity.faults);
      else if (batch.push(entity) === BATCH) {
        await this.write({ actor, entityType, keeps, report, drafted }, batch);
        batch = [];
      }
    }
    if (batch.length) await this.write({ actor, entityType, keeps, report, drafted }, batch);
    return report;
  }

  private async write(run: Run, batch: readonly ReadEntity[]): Promise<void> {
    const { drafted, report } = run;
    const bodies = batch.map(({ body }) => body);
    const outcomes = await this.put(run, bodies);
    for (const [i, outcome] of outcomes.entries()) {
      const entity = batch[i] as ReadEntity;
      if (entity.isDraft) {
        if ('created' in outcome && outcome.created) drafted.add(entity.name);
      } else if ('error' in outcome) failed(report, entity, faultsOf(entity, outcome.error));
      else if (outcome.created || drafted.has(entity.name)) report.created++;
      else if (outcome.changed) report.updated++;
      else report.unchanged++;
    }
  }

  /** Stored entities must be reported even if later batches fail. */
  private async put(
    { actor, entityType, keeps, report: { dryRun, created, updated } }: Run,
    bodies: readonly unknown[],
  ): Promise<BulkOutcome[]> {
    try {
      return await this.bulk.put(actor, entityType, bodies, { dryRun, keeps });
    } catch (error) {
      if (dryRun || created + updated === 0) throw error;
      return bodies.map(() => ({ error }));
    }
  }
}

function failed(
  report: ImportReport,
  { name, rows, faultsLeftOut = 0 }: ReadEntity,
  faults: readonly ImportFault[],
): void {
  report.failed++;
  report.failedRows += rows;
  const room = Math.max(0, MOST_FAULTS - report.errors.length);
  const told = faults.slice(0, room);
  report.errors.push(...told.map((fault) => ({ ...fault, ...(name === undefined ? {} : { fqn: name }) })));
  report.errorsLeftOut += faults.length - told.length + faultsLeftOut;
}

function faultsOf({ locationOf }: ReadEntity, error: unknown): ImportFault[] {
  if (!(error instanceof AppError)) return [{ ...locationOf(''), cause: error }];
  const { details, message } = error;
  return details
    ? details.map((detail) => ({ ...locationOf(detail.field), message: detail.message }))
    : [{ ...locationOf(''), message }];
}
