import type { Point } from '../../../libs/learned/src/baseline/levels';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1, 5);

/** Kinds of series as they are in warehouses. */
export const KINDS = ['flat', 'weekly', 'growth', 'logNormal', 'monthEnds', 'newLevel'] as const;
export type Kind = (typeof KINDS)[number];

/** mulberry32: small, and good enough for noise. */
export function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Rows of each day, without anything unusual. */
export function series(kind: Kind, seed: number, days: number): Point[] {
  const random = randomOf(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const size = 200 + 5_000 * random();
  const move = Math.floor(days * (0.4 + 0.2 * random()));
  return Array.from({ length: days }, (_, day) => {
    const t = START + day * DAY + Math.floor(random() * 1_200_000);
    const date = new Date(t);
    const isWeekend = date.getUTCDay() % 6 === 0;
    const isMonthEnd = new Date(t + DAY).getUTCDate() === 1;
    const shape = {
      flat: 1,
      weekly: isWeekend ? 0.4 : 1,
      growth: 1 + (2 * day) / days,
      logNormal: Math.exp(0.5 * normal()),
      monthEnds: isMonthEnd ? 4 : 1,
      newLevel: day < move ? 1 : 3,
    };
    return { t, v: Math.max(1, Math.round(size * shape[kind] * (1 + 0.03 * normal()))) };
  });
}
