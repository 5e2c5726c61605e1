import type { Rows } from '../engine';
import type { ColumnName } from './conditions';
import type { CheckTarget, Measure } from './measures';

/** A quality rule of an ODCS document, as contracts store it; `mustBe` and its like beside these. */
export interface OdcsRule {
  readonly type?: string;
  readonly metric?: string;
  readonly query?: string;
  readonly unit?: string;
  readonly validValues?: unknown;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly [operator: string]: unknown;
}

/** The questions of a metric to the source, and the meaning of the answers. */
export interface Metric {
  readonly measures: readonly Measure[];
  readonly refusedAs?: 'badParameter';
  read(answers: readonly Rows[]): Measured;
}

export interface Measured {
  /** Absent: it has no value, such as the age of nothing. */
  readonly value?: number;
  /** The base of a percentage, where the unit of the metric may be percent. */
  readonly of?: number;
  /** A percentage whatever the unit. */
  readonly isShare?: true;
  /** Counts of a metric of rows: those that fail, of all. */
  readonly failing?: { readonly failed: number; readonly rows: number };
  readonly statement?: string;
}

export type CompileMetric = (rule: OdcsRule, column: ColumnName | undefined, target: CheckTarget) => Metric;
