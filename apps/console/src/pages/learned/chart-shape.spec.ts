import { chartShape, HEIGHT, WIDTH } from './chart-shape';

const point = (timestamp: number, value: number, bounds: { low?: number; high?: number } = {}) => ({
  timestamp,
  value,
  state: 'usual' as const,
  ...bounds,
});

describe('the chart of a learned baseline', () => {
  it('goes from the oldest point on the left to the newest on the right, larger values above', () => {
    const { dots } = chartShape([point(300, 10), point(200, 5), point(100, 0)]);
    expect(dots.map(({ timestamp }) => timestamp)).toEqual([100, 200, 300]);
    expect(dots.map(({ x }) => x)).toEqual([10, WIDTH / 2, WIDTH - 10]);
    expect(dots.map(({ y }) => y)).toEqual([HEIGHT - 10, HEIGHT / 2, 10]);
  });

  it('draws the band along both bounds, where there are bounds', () => {
    const { band } = chartShape([point(200, 10, { low: 5, high: 10 }), point(100, 10)]);
    expect(band.split(' ')).toEqual([`${WIDTH - 10}.0,10.0`, `${WIDTH - 10}.0,${HEIGHT / 2}.0`]);
    expect(chartShape([point(100, 10)]).band).toBe('');
  });

  it('cuts a bound off that is far above all values', () => {
    const { dots } = chartShape([point(200, 10, { high: 1_000 }), point(100, 10)]);
    expect(dots[0]?.y).toBeCloseTo(HEIGHT - 10 - (HEIGHT - 20) / 1.6);
  });

  it('puts a single point in the middle, and knows values of zero', () => {
    expect(chartShape([point(100, 0)]).dots).toEqual([
      { x: WIDTH / 2, y: HEIGHT - 10, state: 'usual', timestamp: 100 },
    ]);
  });
});
