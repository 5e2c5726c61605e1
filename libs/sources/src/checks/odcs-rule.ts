import type { Rows } from '../engine';
import type { CheckPlace, Measure } from './measures';

/** A quality rule of an ODCS document, as contracts keep it; `mustBe` and its like beside these. */
export interface OdcsRule {
  readonly type?: string;
  readonly metric?: string;
  readonly query?: string;
  readonly unit?: string;
  readonly validValues?: unknown;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly [operator: string]: unknown;
}

/** What a metric asks of the source, and what its answers mean. */
export interface Metric {
  readonly measures: readonly Measure[];
  readonly refusedAs?: 'badParameter';
  read(answers: readonly Rows[]): Measured;
}

export interface Measured {
  /** Absent: it has no value, such as the age of nothing. */
  readonly value?: number;
  /** What a percentage is of, where the unit of the metric may be percent. */
  readonly of?: number;
  /** Of a metric of rows: those that have not what is asked for, of all. */
  readonly failing?: { readonly failed: number; readonly rows: number };
  readonly statement?: string;
}

export type CompileMetric = (rule: OdcsRule, column: string | undefined, place: CheckPlace) => Metric;
