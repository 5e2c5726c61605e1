import type { ColumnProfile } from '../../api/assets';
import type { ChartPoint } from '../../ui/charts/chart-shape';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 4 });
const percent = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A figure of a column over time. */
export interface Trend {
  readonly title: string;
  /** The newest first. */
  readonly points: readonly ChartPoint[];
  readonly textOf: (value: number) => string;
  /** Names of the bounds of its points, where these have some. */
  readonly bounds?: readonly [low: string, high: string];
}

const countText = (value: number): string => number.format(value);
const shareText = (value: number): string => `${percent.format(value)} %`;

/** A value of a profile as a number: those that JSON would not get exactly are texts. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(value)) return undefined;
  return Number(value);
}

type Figure = (profile: ColumnProfile) => Pick<ChartPoint, 'value' | 'low' | 'high'> | undefined;

function pointsOf(profiles: readonly ColumnProfile[], figure: Figure): ChartPoint[] {
  return profiles.flatMap((profile) => {
    const found = figure(profile);
    return found ? [{ ...found, timestamp: profile.timestamp, mark: 'ok' as const }] : [];
  });
}

type Counted = 'nullProportion' | 'nullCount' | 'distinctProportion' | 'distinctCount';

/** The share of rows or values where the profiles have it, else the count. */
function sharesOf(title: string, profiles: readonly ColumnProfile[], share: Counted, count: Counted): Trend {
  const points = pointsOf(profiles, (one) => {
    const value = one[share];
    return value === undefined ? undefined : { value: 100 * value };
  });
  if (points.length > 0) return { title, points, textOf: shareText };
  const counts = pointsOf(profiles, (one) => {
    const value = one[count];
    return value === undefined ? undefined : { value };
  });
  return { title, points: counts, textOf: countText };
}

/** The figures of a column over time that its profiles have. @param profiles the newest first */
export function trendsOf(profiles: readonly ColumnProfile[]): readonly Trend[] {
  const means = pointsOf(profiles, ({ mean, min, max }) =>
    mean === undefined ? undefined : { value: mean, low: numberOf(min), high: numberOf(max) },
  );
  const trends: Trend[] = [
    sharesOf('Missing values', profiles, 'nullProportion', 'nullCount'),
    sharesOf('Distinct values', profiles, 'distinctProportion', 'distinctCount'),
    { title: 'Mean, between minimum and maximum', points: means, textOf: countText, bounds: ['Minimum', 'Maximum'] },
  ];
  return trends.filter(({ points }) => points.length > 0);
}
