import { isComparable, isNumber, isText, isTime, type TimeKind } from '../catalogue/kind';
import type { SourceColumn } from '../catalogue/source-table';
import { Conditions } from '../checks/conditions';
import { aggregate, type Asking, type CheckTarget, countOf, firstCell, groupCounts, ROWS } from '../checks/measures';
import { type Statistic, statisticOf } from '../checks/statistics';
import { shownTime } from '../checks/times';
import { figureOf, jsonNumber, sumOf } from '../checks/values/json-value';
import type { Rows } from '../engine';
import { type Distribution, valueGroups } from './distributions';

/** Figures of a column, by the words of profiles. */
const FIGURES = [
  ...(['valuesCount', 'nullCount', 'nullProportion'] as const),
  ...(['distinctCount', 'distinctProportion', 'uniqueCount', 'duplicateCount'] as const),
  ...(['min', 'max', 'minLength', 'maxLength', 'mean', 'sum', 'stddev'] as const),
  ...(['median', 'firstQuartile', 'thirdQuartile'] as const),
] as const;
type Figure = (typeof FIGURES)[number];

/** All that is measured of a column: its figures, and how often each value comes where they are few. */
export const COLUMN_METRICS = [...FIGURES, 'cardinalityDistribution'] as const;
export type ColumnMetric = (typeof COLUMN_METRICS)[number];

/** Absent: it has no value, as the mean of a text or of no rows. */
export type ColumnFigures = { readonly [Metric in Figure]?: number | string } & {
  readonly cardinalityDistribution?: Distribution;
};

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
  target: CheckTarget,
  { hidesValues, quantiles }: ColumnWish,
): ColumnPart[] {
  const conditions = new Conditions(column, target);
  const { x, kind } = conditions;
  const parts = [counts(x)];
  if (isComparable(kind)) parts.push(distinct(conditions, target));
  if (isText(kind)) parts.push(lengths(target.dialect.length(x, kind)));
  if (hidesValues) return parts;
  if (isTime(kind)) parts.push(times(x, kind, target));
  if (!isNumber(kind)) return parts;
  const of = (metric: Statistic & Figure, shown: (text: string) => number | string | undefined): void => {
    const { measures, read } = statisticOf(metric, conditions, target);
    parts.push({ metrics: [metric], measures, read: (answers) => figure(metric, read(answers), shown) });
  };
  for (const metric of ['min', 'max'] as const) of(metric, jsonNumber);
  of('sum', sumOf);
  for (const metric of quantiles ? [...MOMENTS, ...QUANTILES] : MOMENTS) of(metric, figureOf);
  return parts;
}

function figure(
  metric: Figure,
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

function distinct(column: Conditions, target: CheckTarget): ColumnPart {
  return {
    metrics: ['distinctCount', 'distinctProportion', 'uniqueCount', 'duplicateCount'],
    measures: [valueGroups(column, target)],
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

function times(x: string, kind: TimeKind, { dialect, zone }: CheckTarget): ColumnPart {
  const shown = (answer: Rows | undefined): string | undefined => {
    const cell = firstCell(answer);
    return cell === null ? undefined : shownTime(cell, kind, zone);
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
