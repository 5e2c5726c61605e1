import type { NameCase } from '@app/datatypes';
import type { Kind } from '../catalogue/kind';
import type { ReferredTables, SourceColumn } from '../catalogue/source-table';
import type { Row, Rows } from '../engine';
import type { Dialect } from '../sql/dialect';
import type { Outcome } from './outcome';

/** A question to a source for a check. Equal ones are asked once. */
export type Measure =
  /** One value over all rows: shares a statement with others. */
  | { readonly kind: 'aggregate'; readonly sql: string }
  /** How often values, or combinations, come: one row with rows of values that repeat, values, and values that repeat. */
  | { readonly kind: 'groups'; readonly by: readonly string[]; readonly where: string }
  /**
   * A statement of its own. `counted`: the query whose rows are counted where the source refuses to count them. `inSchema`: its unqualified
   * names mean tables of the schema of the table.
   */
  | {
      readonly kind: 'statement';
      readonly sql: string;
      readonly counted?: string;
      readonly rows?: number;
      readonly inSchema?: boolean;
    };

/** Something that needs answers of the source. */
export interface Asking {
  readonly measures: readonly Measure[];
}

/** A check that asks the source, and how its answers are judged. */
export interface CompiledCheck extends Asking {
  /** The reason of an error of the source in a statement of this check alone, where it is not that of the source. */
  readonly refusedAs?: 'badParameter';
  /** Each row of the table passes or fails: its outcome has their counts. */
  readonly countsRows?: true;
  /** @param answers of the measures, in their order; an aggregate's has one row of one cell */
  judge(answers: readonly Rows[]): Outcome;
}

/** Where checks are compiled: one table as it is now. */
export interface CheckTarget {
  readonly dialect: Dialect;
  readonly database: string;
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly SourceColumn[];
  /** How the source compares names of columns; absent: exactly. */
  readonly nameCase?: NameCase;
  /** IANA zone of columns without one. */
  readonly zone: string;
  /** Begin of the reading, in epoch ms. */
  readonly now: number;
  /** Whether SQL of users is run. */
  readonly customSql: boolean;
  /** Functions that it may call beside those of the engine's list. */
  readonly functions?: readonly string[];
  /** Other tables that checks refer to. */
  readonly referred?: ReferredTables;
  /** Replaces the table if only some of its rows are measured. */
  readonly sample?: string;
}

/** The FROM of a statement. */
export const rowsOf = ({ dialect, schema, table, sample }: CheckTarget): string =>
  sample ?? dialect.name(schema, table);

export const aggregate = (sql: string): Measure => ({ kind: 'aggregate', sql });
/** 0 of no rows. */
export const countIf = (condition: string): Measure => aggregate(`count(CASE WHEN ${condition} THEN 1 END)`);
export const ROWS: Measure = aggregate('count(*)');

export const firstCell = (answer: Rows | undefined): string | null => answer?.rows[0]?.[0] ?? null;
export const countOf = (answer: Rows | undefined): number => Number(firstCell(answer));

export interface GroupCounts {
  /** Rows with a value, those whose value comes more than once. */
  readonly rows: number;
  readonly repeatedRows: number;
  readonly values: number;
  readonly repeatedValues: number;
  readonly valuesOnce: number;
}

export function groupCounts({ rows }: Rows): GroupCounts {
  const [repeatedRows = 0, values = 0, repeatedValues = 0] = (rows[0] ?? ([] as Row)).map(Number);
  const valuesOnce = values - repeatedValues;
  return { rows: repeatedRows + valuesOnce, repeatedRows, values, repeatedValues, valuesOnce };
}

/** The expression by which values of a column are compared. */
export function keyOf(dialect: Dialect, x: string, kind: Kind): string {
  return kind.is === 'text' || kind.is === 'enum' ? dialect.exactText(x, kind) : dialect.groupKey(x, kind);
}
