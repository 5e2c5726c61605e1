import { zoneOf } from '@app/contracts';
import fc from 'fast-check';
import { judge, type Question } from './judge';
import { daily, judgeByHand } from './judge.oracle.fixture';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const END = Date.UTC(2026, 5, 29, 6);
const UTC = zoneOf('UTC')!;
const always = (n: number, v: number): number[] => Array.from({ length: n }, () => v);

function ask(values: readonly number[], v: number, more: Partial<Question> = {}) {
  const question = { metric: 'volume' as const, sensitivity: 'medium' as const, zone: UTC, feedback: [] };
  return judge({ ...question, points: daily(END, values), tested: { t: END, v }, ...more });
}

describe('a value beside its past', () => {
  it.each([
    ['13 points', ask(always(13, 9), 9)],
    ['20 days', ask(always(20, 9), 9)],
    ['nothing', ask([], 9)],
    [
      '13 that count',
      ask(always(22, 9), 9, {
        feedback: daily(END, always(9, 0)).map(({ t }) => ({ timestamp: t, verdict: 'anomaly' })),
      }),
    ],
  ])('is not judged by %s', (_, { state }) => expect(state).toBe('learning'));

  it('has a spread where the past has none', () => {
    expect(ask(always(60, 1_000), 1_200)).toEqual({
      ...{ state: 'usual', value: 1_200, timestamp: END, points: 60, since: END - 60 * DAY, level: 1_000 },
      bucket: { kind: 'hourOfWeek', key: 6, n: 7 },
      ...{ centre: 1_000, spread: 50, low: 750, high: 1_250, score: 4 },
    });
    expect(ask(always(60, 1_000), 1_251).state).toBe('unusual');
    expect(ask(always(60, 1_000), 1_251, { sensitivity: 'low' }).state).toBe('usual');
    expect(ask(always(60, 1_000), 1_176, { sensitivity: 'high' }).state).toBe('unusual');
  });

  it('follows growth and a new level', () => {
    const growing = Array.from({ length: 100 }, (_, at) => 1_000 + 10 * at);
    expect(ask(growing, 2_000).state).toBe('usual');
    expect(ask(growing, 1_000).state).toBe('unusual');
    const moved = [...always(60, 100), ...always(30, 1_000)];
    expect(ask(moved, 1_000).state).toBe('usual');
    expect(ask(moved.slice(0, 62), 1_000).state).toBe('unusual');
  });

  it('is unusual where nothing came and something always did, whatever the spread', () => {
    const wild = Array.from({ length: 70 }, (_, at) => 1 + (at % 7) ** 4);
    expect(ask(wild, 0, { sensitivity: 'low' }).state).toBe('unusual');
    expect(ask([...wild.slice(0, 65), 0, ...wild.slice(66)], 0, { sensitivity: 'low' }).state).toBe('usual');
    expect(ask(always(60, 0), 0).state).toBe('usual');
  });

  it('knows days of the month', () => {
    const point = (back: number) => {
      const t = Date.UTC(2026, 5, 30, 6) - back * DAY;
      const isLast = new Date(t + DAY).getUTCDate() === 1;
      return { t, v: isLast ? 5_000 : 1_000 };
    };
    const points = Array.from({ length: 150 }, (_, at) => point(150 - at));
    const asked = ask([], 0, { points, tested: { t: Date.UTC(2026, 5, 30, 6), v: 5_000 } });
    expect([asked.state, asked.month]).toEqual(['usual', { day: -1, n: 4, shift: 4_000, spread: 50 }]);
    expect(ask([], 0, { points, tested: { t: Date.UTC(2026, 5, 30, 6), v: 3_000 } }).state).toBe('unusual');
  });

  it('counts a month once, however many points its day has', () => {
    const even = daily(END, always(60, 1_000));
    const empty = [3, 2, 1].map((hours) => ({ t: END - hours * HOUR, v: 0 }));
    const asked = ask([], 0, { points: [...even, ...empty], tested: { t: END, v: 0 } });
    expect([asked.state, asked.month]).toEqual(['unusual', undefined]);
  });

  it('is usual where it was said to be, and where its like was', () => {
    const values = always(60, 1_000);
    const odd = [...values.slice(0, 53), 3_000, ...values.slice(54)];
    const said = (back: number) => [{ timestamp: END - back * DAY, verdict: 'expected' as const }];
    expect(ask(odd, 3_000).state).toBe('unusual');
    expect(ask(odd, 3_000, { feedback: said(7) }).state).toBe('usual');
    expect(ask(odd, 2_000, { feedback: said(7) }).state).toBe('unusual');
    expect(ask(odd, 3_000, { feedback: said(0) })).toMatchObject({ state: 'usual', score: 40 });
    expect(ask([...values.slice(0, 53), 0, ...values.slice(54)], 0, { feedback: said(7) }).state).toBe('usual');
  });

  it('of freshness is never too small, and says by when', () => {
    const more = { metric: 'freshness' as const };
    const { low, ...asked } = ask(always(60, 86_400), 0, more);
    expect([asked.state, asked.score, low]).toEqual(['usual', 0, undefined]);
    expect(asked.expectedBy).toBe(END + 1.1 * DAY);
    expect(ask(always(60, 86_400), 95_041, more).state).toBe('unusual');
    expect(ask(always(60, 86_400), 95_040, more).state).toBe('usual');
  });

  it('is judged as the rules say, for all series', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Tokyo'].map((name) => zoneOf(name)!);
    const series = fc.record({
      ...{ n: fc.integer({ min: 0, max: 260 }), step: fc.constantFrom(3, 8, 24, 24, 24, 30, 168), seed: fc.nat() },
      ...{ metric: fc.constantFrom('volume' as const, 'freshness' as const), zone: fc.constantFrom(...zones) },
      ...{
        sensitivity: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
        noise: fc.constantFrom(0, 0.05, 0.5),
      },
    });
    fc.assert(
      fc.property(series, ({ n, step, seed, noise, ...asked }) => {
        let state = seed;
        const random = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
        const points = Array.from({ length: n }, (_, at) => {
          const t = END - Math.round((n - at) * step * HOUR * (1 + 0.001 * random()));
          const isLast = new Date(t + DAY).getUTCDate() === 1;
          const v = 1_000 * (isLast ? 4 : 1) * (1 + noise * (random() - 0.5));
          return { t, v: random() < 0.03 ? 0 : v };
        }).filter(({ t }, at, all) => at === 0 || t > all[at - 1]!.t);
        const pick = () => points[Math.floor(random() * points.length)]?.t ?? END;
        const feedback = [
          { timestamp: pick(), verdict: 'expected' as const },
          { timestamp: pick(), verdict: 'anomaly' as const },
        ].filter(({ timestamp }, at, all) => at === 0 || timestamp !== all[0]!.timestamp);
        const tested = { t: END, v: [0, 500, 1_000, 4_000, 1e6][Math.floor(random() * 5)]! };
        const question = { ...asked, points, tested, feedback: random() < 0.5 ? feedback : [] };
        expect(judge(question)).toEqual(judgeByHand(question));
      }),
      { numRuns: 150 },
    );
  });
});
