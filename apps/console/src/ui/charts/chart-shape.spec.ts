import { chartShape, HEIGHT, WIDTH } from './chart-shape';

const point = (timestamp: number, value: number, bounds: { low?: number; high?: number } = {}) => ({
  timestamp,
  value,
  mark: 'ok' as const,
  ...bounds,
});

describe('a chart of points over time', () => {
  it('goes from the oldest point on the left to the newest on the right, larger values above', () => {
    const { dots, bottom, top } = chartShape([point(300, 10), point(200, 5), point(100, 0)]);
    expect(dots.map(({ of }) => of.timestamp)).toEqual([100, 200, 300]);
    expect(dots.map(({ x }) => x)).toEqual([10, WIDTH / 2, WIDTH - 10]);
    expect(dots.map(({ y }) => y)).toEqual([HEIGHT - 10, HEIGHT / 2, 10]);
    expect([bottom, top]).toEqual([0, 10]);
  });

  it('draws the band along both bounds, where there are bounds', () => {
    const { band } = chartShape([point(200, 10, { low: 5, high: 10 }), point(100, 10)]);
    expect(band.split(' ')).toEqual([`${WIDTH - 10}.0,10.0`, `${WIDTH - 10}.0,${HEIGHT / 2}.0`]);
    expect(chartShape([point(100, 10)]).band).toBe('');
  });

  it('draws the band to the edge where there is one bound alone', () => {
    const { band } = chartShape([point(200, 10, { low: 5 })]);
    expect(band.split(' ')).toEqual([`${WIDTH / 2}.0,10.0`, `${WIDTH / 2}.0,${HEIGHT / 2}.0`]);
  });

  it('cuts a bound off that is far above all values, unless bounds are the subject', () => {
    const points = [point(200, 10, { high: 1_000 }), point(100, 10)];
    expect(chartShape(points).dots[0]?.y).toBeCloseTo(HEIGHT - 10 - (HEIGHT - 20) / 1.6);
    expect(chartShape(points, true)).toMatchObject({ bottom: 0, top: 1_000 });
  });

  it('shows values below zero with zero in sight', () => {
    const { dots, bottom, top } = chartShape([point(200, -10), point(100, 0)]);
    expect(dots.map(({ y }) => y)).toEqual([10, HEIGHT - 10]);
    expect([bottom, top]).toEqual([-10, 0]);
    expect(chartShape([point(200, -5, { low: -8, high: 4 })], true)).toMatchObject({ bottom: -8, top: 4 });
  });

  it('puts a single point in the middle, and knows values of zero', () => {
    expect(chartShape([point(100, 0)]).dots).toEqual([{ x: WIDTH / 2, y: HEIGHT - 10, of: point(100, 0) }]);
  });
});
