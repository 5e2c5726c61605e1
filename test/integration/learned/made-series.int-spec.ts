import { zoneOf } from '@app/contracts';
import { judge } from '../../../libs/learned/src/baseline/judge';
import type { Point } from '../../../libs/learned/src/baseline/levels';
import { type Kind, KINDS, series } from './made-series';

/** Made series of each kind: by `MADE_SERIES=25 npm test -- integration made-series` as many as one likes, which then prints what was found. */
const SERIES = Number(process.env.MADE_SERIES ?? 4);
const [DAYS, LEARNED] = [206, 116];
const QUARTER = 90;
const UTC = zoneOf('UTC')!;

type Judge = (points: readonly Point[], tested: Point) => boolean;

const learned: Judge = (points, tested) =>
  judge({ metric: 'volume', sensitivity: 'medium', zone: UTC, feedback: [], points, tested }).state === 'unusual';

/** The fixed rule beside it: three standard deviations around the mean of 28 days. */
const threeSigma: Judge = (points, { v }) => {
  const last = points.slice(-28).map((one) => one.v);
  const mean = last.reduce((sum, one) => sum + one, 0) / last.length;
  const variance = last.reduce((sum, one) => sum + (one - mean) ** 2, 0) / last.length;
  return Math.abs(v - mean) > 3 * Math.sqrt(variance) + 1e-9;
};

interface Score {
  /** Of an asset in a quarter. */
  readonly falseSpells: number;
  /** Shares of planted days that are found. */
  readonly zero: number;
  readonly half: number;
}

function scoreOf(kind: Kind, isUnusual: Judge): Score {
  let [spells, days, zero, half, planted] = [0, 0, 0, 0, 0];
  for (let seed = 1; seed <= SERIES; seed++) {
    const points = series(kind, seed, DAYS);
    let wasUnusual = false;
    for (let at = LEARNED; at < DAYS; at++) {
      const [before, tested] = [points.slice(0, at), points[at]!];
      const isOne = isUnusual(before, tested);
      if (isOne && !wasUnusual) spells++;
      wasUnusual = isOne;
      days++;
      if (at % 5 !== 0) continue;
      planted++;
      if (isUnusual(before, { ...tested, v: 0 })) zero++;
      if (isUnusual(before, { ...tested, v: Math.round(tested.v / 2) })) half++;
    }
  }
  return { falseSpells: (spells / days) * QUARTER, zero: zero / planted, half: half / planted };
}

describe('made series', () => {
  it.each(KINDS)('of %s: what is unusual is found, and hardly anything else', (kind) => {
    const [own, fixed] = [scoreOf(kind, learned), scoreOf(kind, threeSigma)];
    if (process.env.MADE_SERIES) process.stdout.write(`${kind}: ${shown(own)} · three sigma: ${shown(fixed)}\n`);
    expect(own.zero).toBe(1);
    // Values that vary by half without any pattern: half of one is usual, and now and then one is far off.
    const isWild = kind === 'logNormal';
    expect(own.falseSpells).toBeLessThanOrEqual(isWild ? 3 : 1);
    if (!isWild) expect(own.half).toBeGreaterThanOrEqual(0.7);
  });
});

const shown = ({ falseSpells, zero, half }: Score): string =>
  `${falseSpells.toFixed(2)} false spells a quarter, zero rows ${zero.toFixed(2)}, half ${half.toFixed(2)}`;
