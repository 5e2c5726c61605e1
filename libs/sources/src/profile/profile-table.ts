import type { SourceColumn } from '../catalogue/source-table';
import { type AskLimits, MeasureRun } from '../checks/measure-run';
import { type CheckTarget, countOf, ROWS, rowsOf } from '../checks/measures';
import type { CheckedTable } from '../checks/run-checks';
import type { Rows, Session } from '../engine';
import { endsTheReading, SourceError, type Reason } from '../reason';
import { type Distribution, distributionsOf } from './distributions';
import { type ColumnFigures, type ColumnMetric, type ColumnPart, columnParts } from './column-profile';

export interface ProfiledColumn {
  readonly column: SourceColumn;
  /** Counts and lengths alone: its values are not to be shown. */
  readonly hidesValues: boolean;
  /** These alone; absent: all. */
  readonly metrics?: ReadonlySet<string>;
}

/** How many rows are looked at: percent of them, or about so many. */
export interface ProfileSample {
  readonly type: 'PERCENTAGE' | 'ROWS';
  readonly size: number;
  /** Whole blocks of rows may be chosen where the engine can: cheaper, and less even. */
  readonly byBlocks?: boolean;
}

export interface ProfileWish {
  readonly columns: readonly ProfiledColumn[];
  readonly quantiles: boolean;
  readonly sample?: ProfileSample;
  /** The source stores the rows of the table itself. */
  readonly isStored: boolean;
  /** Names of the columns of its key; empty without one. */
  readonly key: readonly string[];
  /** Called with each column that is done. */
  readonly measured?: (columns: number) => void;
}

const DISTRIBUTION = 'cardinalityDistribution';

interface MeasuredColumn {
  readonly name: string;
  readonly figures: ColumnFigures;
}

export interface MeasuredTable {
  /** Exact, never of a sample. */
  readonly rowCount: number;
  /** Whether the columns were measured in some of the rows. */
  readonly isSampled: boolean;
  readonly columns: readonly MeasuredColumn[];
  /** Metrics that could not be measured, and why. */
  readonly refusals: readonly {
    readonly column: string;
    readonly metrics: readonly ColumnMetric[];
    readonly reason: Reason;
    readonly message: string;
  }[];
}

/**
 * Measures a table and its columns in few statements: those of aggregates, one more for the distinct values of each column, one or two for
 * the values of all columns that have few, and of engines without such an aggregate one for each quantile.
 * @throws {SourceError} where the rows cannot be counted, or the source cannot be asked any more
 */
export async function profileTable(
  session: Session,
  table: CheckedTable,
  wish: ProfileWish,
  limits: AskLimits,
): Promise<MeasuredTable> {
  const whole: CheckTarget = { ...table, dialect: session.dialect };
  const all = new MeasureRun(session, whole, limits);
  const counted = wish.sample && (await rowsIn(all));
  const share = wish.sample && counted !== undefined ? shareOf(wish.sample, counted) : 1;
  const target = share < 1 ? { ...whole, sample: sampleOf(whole, wish, share) } : whole;
  const run = share < 1 ? new MeasureRun(session, target, limits) : all;
  const columns = wish.columns.map((one) => ({ ...one, parts: wantedParts(one, target, wish.quantiles) }));
  await run.askAggregates(columns.flatMap(({ parts }) => parts));
  const rowCount = counted ?? (await rowsIn(run));
  const measured: MeasuredColumn[] = [];
  const refusals: MeasuredTable['refusals'][number][] = [];
  for (const { column, metrics, parts } of columns) {
    let figures: ColumnFigures = {};
    for (const part of parts) {
      const answers = await run.answersTo(part.measures);
      if (!(answers instanceof SourceError)) figures = { ...figures, ...wanted(part.read(answers), metrics) };
      else if (endsTheReading(answers.reason)) throw answers;
      else
        refusals.push({ column: column.name, metrics: part.metrics, reason: answers.reason, message: answers.message });
    }
    measured.push({ name: column.name, figures });
    wish.measured?.(measured.length);
  }
  const listed = wish.columns.filter((one) => !one.hidesValues && (one.metrics?.has(DISTRIBUTION) ?? true));
  const distributions = await distributionsOf(
    run,
    target,
    listed.map(({ column }) => column),
  );
  for (const [column, found] of distributions)
    if (found instanceof SourceError)
      refusals.push({ column, metrics: [DISTRIBUTION], reason: found.reason, message: found.message });
  return { rowCount, isSampled: share < 1, columns: measured.map((one) => withValues(one, distributions)), refusals };
}

function withValues(
  { name, figures }: MeasuredColumn,
  distributions: ReadonlyMap<string, Distribution | SourceError>,
): MeasuredColumn {
  const found = distributions.get(name);
  return { name, figures: { ...figures, ...(found && !(found instanceof SourceError) && { [DISTRIBUTION]: found }) } };
}

async function rowsIn(run: MeasureRun): Promise<number> {
  const answers = await run.answersTo([ROWS]);
  if (answers instanceof SourceError) throw answers;
  return countOf((answers as readonly Rows[])[0]);
}

function shareOf({ type, size }: ProfileSample, rows: number): number {
  return type === 'PERCENTAGE' ? size / 100 : rows > size ? size / rows : 1;
}

function sampleOf(target: CheckTarget, { isStored, key, sample }: ProfileWish, share: number): string {
  const names = key.length ? key : target.columns.map(({ name }) => name);
  const of = {
    ...{ name: rowsOf(target), isStored, key: names.map((name) => target.dialect.name(name)) },
    ...(sample?.byBlocks && { byBlocks: true }),
  };
  return target.dialect.sample(of, share);
}

function wantedParts(
  { column, hidesValues, metrics }: ProfiledColumn,
  target: CheckTarget,
  quantiles: boolean,
): ColumnPart[] {
  const parts = columnParts(column, target, { hidesValues, quantiles });
  return metrics ? parts.filter((part) => part.metrics.some((metric) => metrics.has(metric))) : parts;
}

function wanted(figures: ColumnFigures, metrics: ReadonlySet<string> | undefined): ColumnFigures {
  return metrics ? Object.fromEntries(Object.entries(figures).filter(([name]) => metrics.has(name))) : figures;
}
