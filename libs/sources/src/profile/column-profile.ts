import { isComparable, isNumber, isText, isTime, type TimeKind } from '../catalogue/kind';
import type { SourceColumn } from '../catalogue/source-table';
import { Conditions } from '../checks/conditions';
import {
  aggregate,
  type Asking,
  type CheckPlace,
  countOf,
  firstCell,
  groupCounts,
  keyOf,
  ROWS,
} from '../checks/measures';
import { type Statistic, statisticOf } from '../checks/statistics';
import { instantText, readInstant } from '../checks/times';
import type { Rows } from '../engine';
import { extremeOf, figureOf, sumOf } from './figures';

/** Figures of a column, by the words of profiles. */
export const COLUMN_METRICS = [
  ...(['valuesCount', 'nullCount', 'nullProportion'] as const),
  ...(['distinctCount', 'distinctProportion', 'uniqueCount', 'duplicateCount'] as const),
  ...(['min', 'max', 'minLength', 'maxLength', 'mean', 'sum', 'stddev'] as const),
  ...(['median', 'firstQuartile', 'thirdQuartile'] as const),
] as const;
export type ColumnMetric = (typeof COLUMN_METRICS)[number];

/** Absent: it has no value, as the mean of a text or of no rows. */
export type ColumnFigures = { readonly [Metric in ColumnMetric]?: number | string };

/** Metrics of a column that are had or not had together. */
export interface ColumnPart extends Asking {
  readonly metrics: readonly ColumnMetric[];
  /** @param answers of the measures, in their order */
  read(answers: readonly Rows[]): ColumnFigures;
}

/** Limits of what is asked of a column. */
export interface ColumnWish {
  /** Counts and lengths alone: its values are not to be shown. */
  readonly hidesValues: boolean;
  /** Median and quartiles, too. */
  readonly quantiles: boolean;
}

const QUANTILES = ['median', 'firstQuartile', 'thirdQuartile'] as const;
const MOMENTS = ['mean', 'stddev'] as const;

/** Parts of what is measured; a type without equality has counts alone. */
export function columnParts(
  column: SourceColumn,
  place: CheckPlace,
  { hidesValues, quantiles }: ColumnWish,
): ColumnPart[] {
  const conditions = new Conditions(column, place);
  const { x, kind } = conditions;
  const parts = [counts(x)];
  if (isComparable(kind)) parts.push(distinct(conditions, place));
  if (isText(kind)) parts.push(lengths(place.dialect.length(x, kind)));
  if (hidesValues) return parts;
  if (isTime(kind)) parts.push(times(x, kind, place));
  if (!isNumber(kind)) return parts;
  const of = (metric: Statistic & ColumnMetric, shown: (text: string) => number | string | undefined): void => {
    const { measures, read } = statisticOf(metric, conditions, place);
    parts.push({ metrics: [metric], measures, read: (answers) => figure(metric, read(answers), shown) });
  };
  for (const metric of ['min', 'max'] as const) of(metric, extremeOf);
  of('sum', sumOf);
  for (const metric of quantiles ? [...MOMENTS, ...QUANTILES] : MOMENTS) of(metric, figureOf);
  return parts;
}

function figure(
  metric: ColumnMetric,
  text: string | undefined,
  shown: (text: string) => number | string | undefined,
): ColumnFigures {
  const value = text === undefined ? undefined : shown(text);
  return value === undefined ? {} : { [metric]: value };
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

function counts(x: string): ColumnPart {
  return {
    metrics: ['valuesCount', 'nullCount', 'nullProportion'],
    measures: [ROWS, aggregate(`count(${x})`)],
    read: ([rows, values]) => {
      const [all, there] = [countOf(rows), countOf(values)];
      return { valuesCount: there, nullCount: all - there, nullProportion: share(all - there, all) };
    },
  };
}

function distinct({ x, kind }: Conditions, { dialect }: CheckPlace): ColumnPart {
  return {
    metrics: ['distinctCount', 'distinctProportion', 'uniqueCount', 'duplicateCount'],
    measures: [{ kind: 'groups', by: [keyOf(dialect, x, kind)], where: `${x} IS NOT NULL` }],
    read: ([groups]) => {
      const { rows, values, valuesOnce } = groupCounts(groups!);
      return {
        ...{ distinctCount: values, distinctProportion: share(values, rows) },
        ...{ uniqueCount: valuesOnce, duplicateCount: rows - values },
      };
    },
  };
}

function lengths(length: string): ColumnPart {
  return {
    metrics: ['minLength', 'maxLength'],
    measures: [aggregate(`min(${length})`), aggregate(`max(${length})`)],
    read: ([least, most]) => (firstCell(least) === null ? {} : { minLength: countOf(least), maxLength: countOf(most) }),
  };
}

function times(x: string, kind: TimeKind, { dialect, zone }: CheckPlace): ColumnPart {
  const shown = (answer: Rows | undefined): string | undefined => {
    const cell = firstCell(answer);
    if (cell === null) return undefined;
    const instant = readInstant(cell, kind, zone);
    return instant === undefined ? cell : instantText(instant, kind);
  };
  return {
    metrics: ['min', 'max'],
    measures: [aggregate(dialect.asText(`min(${x})`, kind)), aggregate(dialect.asText(`max(${x})`, kind))],
    read: ([least, most]) => {
      const [min, max] = [shown(least), shown(most)];
      return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    },
  };
}
