import type { ColumnProfile } from '../../api/assets';
import { histogramOf, topValuesOf } from './profile-shares';
import { trendsOf } from './profile-trends';

const profile = (timestamp: number, more: Partial<ColumnProfile> = {}): ColumnProfile => ({
  name: 'total',
  timestamp,
  ...more,
});

describe('the profile of a column in charts', () => {
  it('shows shares in percent, and counts where there are no shares', () => {
    const [missing, distinct] = trendsOf([
      profile(2, { nullProportion: 0.25, nullCount: 1, distinctCount: 7 }),
      profile(1, { nullProportion: 0, distinctCount: 5 }),
    ]);
    expect(missing?.points.map(({ value }) => value)).toEqual([25, 0]);
    expect(missing?.textOf(12.5)).toBe('12.5 %');
    expect(distinct?.points.map(({ value }) => value)).toEqual([7, 5]);
    expect(distinct?.textOf(1_234)).toBe('1,234');
  });

  it('shows the mean between minimum and maximum, and no figure that no profile has', () => {
    const [values, ...others] = trendsOf([
      profile(3, { mean: 4, min: -2, max: '9007199254740993' }),
      profile(2, { mean: 3, min: 'NaN', max: '2026-01-01' }),
      profile(1, { min: 1 }),
    ]);
    expect(others).toEqual([]);
    expect(values?.points).toEqual([
      { timestamp: 3, value: 4, low: -2, high: 9_007_199_254_740_992, mark: 'ok' },
      { timestamp: 2, value: 3, low: undefined, high: undefined, mark: 'ok' },
    ]);
    expect(trendsOf([])).toEqual([]);
  });

  it('shows values and ranges beside the largest of them', () => {
    const cardinalityDistribution = { categories: ['paid', '', 3], counts: [4, 2, 1], percentages: [57, 29, 14] };
    expect(topValuesOf(profile(1, { cardinalityDistribution }))).toEqual([
      { label: 'paid', count: 4, part: 1 },
      { label: '(empty)', count: 2, part: 0.5 },
      { label: '3', count: 1, part: 0.25 },
    ]);
    expect(histogramOf(profile(1, { histogram: { boundaries: ['0 to 9'], frequencies: [0] } }))).toEqual([
      { label: '0 to 9', count: 0, part: 0 },
    ]);
  });

  it('takes nothing from what is of another form', () => {
    expect(topValuesOf(profile(1))).toEqual([]);
    expect(topValuesOf(profile(1, { cardinalityDistribution: { categories: 'a', counts: [1] } }))).toEqual([]);
    expect(histogramOf(profile(1, { histogram: { boundaries: ['a', 'b'], frequencies: ['x', 2] } }))).toEqual([
      { label: 'b', count: 2, part: 1 },
    ]);
  });
});
