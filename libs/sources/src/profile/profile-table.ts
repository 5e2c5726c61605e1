import type { SourceColumn } from '../catalogue/source-table';
import { type AskLimits, MeasureRun } from '../checks/measure-run';
import { type CheckPlace, countOf, ROWS, rowsOf } from '../checks/measures';
import type { CheckedTable } from '../checks/run-checks';
import type { Rows, Session } from '../engine';
import { endsTheReading, SourceError, type Reason } from '../reason';
import { type ColumnFigures, type ColumnMetric, type ColumnPart, columnParts } from './column-profile';

/** A column of the table that is measured. */
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
  /** The source keeps the rows of the table itself. */
  readonly isStored: boolean;
  /** Names of the columns that tell its rows apart; empty where it says none. */
  readonly key: readonly string[];
  /** Called with each column that is done. */
  readonly measured?: (columns: number) => void;
}

/** A table as it was measured. */
export interface MeasuredTable {
  /** Exact, never of a sample. */
  readonly rowCount: number;
  /** Whether the columns were measured in some of the rows. */
  readonly isSampled: boolean;
  readonly columns: readonly { readonly name: string; readonly figures: ColumnFigures }[];
  /** Metrics that could not be measured, and why. */
  readonly refusals: readonly {
    readonly column: string;
    readonly metrics: readonly ColumnMetric[];
    readonly reason: Reason;
    readonly message: string;
  }[];
}

/**
 * Measures a table and its columns in few statements: those of aggregates, one more for the distinct values of each column, and of engines
 * without such an aggregate one for each quantile.
 * @throws {SourceError} where the rows cannot be counted, or the source cannot be asked any more
 */
export async function profileTable(
  session: Session,
  table: CheckedTable,
  wish: ProfileWish,
  limits: AskLimits,
): Promise<MeasuredTable> {
  const whole: CheckPlace = { ...table, dialect: session.dialect };
  const all = new MeasureRun(session, whole, limits);
  const counted = wish.sample && (await rowsIn(all));
  const share = wish.sample && counted !== undefined ? shareOf(wish.sample, counted) : 1;
  const place = share < 1 ? { ...whole, sample: sampleOf(whole, wish, share) } : whole;
  const run = share < 1 ? new MeasureRun(session, place, limits) : all;
  const columns = wish.columns.map((one) => ({ ...one, parts: wantedParts(one, place, wish.quantiles) }));
  await run.askAggregates(columns.flatMap(({ parts }) => parts));
  const rowCount = counted ?? (await rowsIn(run));
  const measured: { name: string; figures: ColumnFigures }[] = [];
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
  return { rowCount, isSampled: share < 1, columns: measured, refusals };
}

async function rowsIn(run: MeasureRun): Promise<number> {
  const answers = await run.answersTo([ROWS]);
  if (answers instanceof SourceError) throw answers;
  return countOf((answers as readonly Rows[])[0]);
}

function shareOf({ type, size }: ProfileSample, rows: number): number {
  return type === 'PERCENTAGE' ? size / 100 : rows > size ? size / rows : 1;
}

function sampleOf(place: CheckPlace, { isStored, key, sample }: ProfileWish, share: number): string {
  const names = key.length ? key : place.columns.map(({ name }) => name);
  const of = {
    ...{ name: rowsOf(place), isStored, key: names.map((name) => place.dialect.name(name)) },
    ...(sample?.byBlocks && { byBlocks: true }),
  };
  return place.dialect.sample(of, share);
}

function wantedParts(
  { column, hidesValues, metrics }: ProfiledColumn,
  place: CheckPlace,
  quantiles: boolean,
): ColumnPart[] {
  const parts = columnParts(column, place, { hidesValues, quantiles });
  return metrics ? parts.filter((part) => part.metrics.some((metric) => metrics.has(metric))) : parts;
}

function wanted(figures: ColumnFigures, metrics: ReadonlySet<string> | undefined): ColumnFigures {
  return metrics ? Object.fromEntries(Object.entries(figures).filter(([name]) => metrics.has(name))) : figures;
}
