import type { Judgement } from '../baseline/judge';
import { spellChanges } from './spells';
import { unjudgedPoints } from './unjudged-points';

const judged = (states: string): Judgement[] =>
  [...states].map((letter, at) => ({
    ...{ timestamp: 10 * (at + 1), value: at, points: 20, high: 5, score: 6 },
    state: ({ u: 'unusual', '.': 'usual', l: 'learning' } as const)[letter as 'u' | '.' | 'l'],
  }));

describe('spells', () => {
  it.each<[string, number | undefined, number[], [number, number][]]>([
    ['...', undefined, [], []],
    ['u', undefined, [10], []],
    ['.uu', undefined, [20], []],
    ['uu.u', undefined, [10, 40], [[10, 30]]],
    ['ul', undefined, [10], [[10, 20]]],
    ['uu', 5, [], []],
    ['.', 5, [], [[5, 10]]],
    ['.', 10, [], [[10, 10]]],
    ['u.u', 5, [30], [[5, 20]]],
    ['', 5, [], []],
  ])('of %s after %p', (states, open, begun, ended) => {
    const changes = spellChanges(judged(states), open);
    expect(changes.begun.map(({ from }) => from)).toEqual(begun);
    expect(changes.ended.map(({ from, to }) => [from, to])).toEqual(ended);
  });

  it('say what was unusual', () => {
    const [one] = judged('u');
    expect(spellChanges([{ ...one!, low: 1 }], undefined).begun).toEqual([
      { from: 10, value: 0, low: 1, high: 5, score: 6 },
    ]);
  });
});

describe('points to judge', () => {
  const points = [1, 2, 3].map((t) => ({ t, v: t }));
  const series = { points, tested: points[2]! };

  it.each<['volume' | 'freshness', number | undefined, number[]]>([
    ['volume', undefined, [3]],
    ['volume', 1, [2, 3]],
    ['volume', 3, []],
    ['freshness', undefined, [3]],
    ['freshness', 2, [2, 3]],
    ['freshness', 3, [3]],
  ])('of %s after %p', (metric, judgedTo, times) => {
    expect(unjudgedPoints(metric, series, judgedTo).map(({ t }) => t)).toEqual(times);
  });

  it('are not more than one look takes, and none of nothing', () => {
    const many = Array.from({ length: 80 }, (_, t) => ({ t, v: 1 }));
    expect(
      unjudgedPoints('volume', { points: many, tested: many[79]! }, 0)
        .map(({ t }) => t)
        .at(0),
    ).toBe(30);
    expect(unjudgedPoints('volume', { points: [] }, undefined)).toEqual([]);
  });
});
