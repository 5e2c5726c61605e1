import { zoneOffset } from '@app/contracts';
import type { Judgement, Question } from './judge';
import type { Point } from './levels';

const DAY = 86_400_000;
const WIDTH = { low: 7, medium: 5, high: 3.5 };

/** The rules of `judge` once more, word for word and without regard for time: every window is sorted, every key computed anew. */
export function judgeByHand({ metric, points, tested, sensitivity, zone, feedback }: Question): Judgement {
  const isVolume = metric === 'volume';
  const [floor, share] = isVolume ? [1, 0.05] : [300, 0.02];
  const marked = (verdict: string): number[] =>
    feedback.filter((one) => one.verdict === verdict).map(({ timestamp }) => timestamp);
  const known = points.filter(({ t }) => t < tested.t && t >= tested.t - 180 * DAY && !marked('anomaly').includes(t));
  const answer = {
    ...{ value: cut(tested.v), timestamp: tested.t, points: known.length },
    ...(known.length > 0 && { since: known[0]!.t }),
  };
  const learning = { state: 'learning' as const, ...answer };
  if (known.length < 14 || tested.t - known[0]!.t < 21 * DAY) return learning;

  const levelAt = (instant: number): number | undefined => {
    const earlier = known.filter(({ t }) => t < instant);
    if (earlier.length < 7) return undefined;
    const recent = earlier.filter(({ t }) => t >= instant - 28 * DAY);
    return Math.max(floor, middle((recent.length < 7 ? earlier.slice(-7) : recent).map(({ v }) => v)));
  };
  const localOf = (instant: number) => {
    const local = new Date(instant + zoneOffset(zone, instant));
    const day = (local.getUTCDay() + 6) % 7;
    const date = local.getUTCDate();
    const days = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate();
    return {
      H: day * 24 + local.getUTCHours(),
      D: day,
      M: date > 15 ? date - days - 1 : date,
      month: local.toISOString().slice(0, 7),
    };
  };
  const level = levelAt(tested.t)!;
  const shares = known
    .filter(({ t }) => levelAt(t) !== undefined)
    .map(({ t, v }) => ({ t, q: v / levelAt(t)!, ...localOf(t) }));
  const own = localOf(tested.t);
  const likeOf = ({ H, D }: { H: number; D: number }) => {
    const [hours, days] = [shares.filter((one) => one.H === H), shares.filter((one) => one.D === D)];
    if (hours.length >= 4) return { kind: 'hourOfWeek' as const, key: H, list: hours.slice(-12) };
    if (days.length >= 4) return { kind: 'dayOfWeek' as const, key: D, list: days.slice(-12) };
    return shares.length >= 14 ? { kind: 'all' as const, list: shares.slice(-28) } : undefined;
  };
  const like = likeOf(own);
  if (!like) return learning;
  const values = like.list.map(({ q }) => q);
  const c = middle(values);
  const s = Math.max(1.4826 * middle(values.map((q) => Math.abs(q - c))), share * c, floor / level);
  const estimates: [centre: number, spread: number][] = [[c, s]];
  const sameDay = shares.filter(({ M }) => M === own.M);
  const dated = [...new Set(sameDay.map(({ month }) => month))].slice(-6);
  const errorOf = (one: (typeof shares)[number]): number =>
    one.q - (likeOf(one) ? middle(likeOf(one)!.list.map(({ q }) => q)) : 0);
  const errors = dated.map((month) => middle(sameDay.filter((one) => one.month === month).map(errorOf)));
  const shift = errors.length >= 3 ? middle(errors) : 0;
  const isShifted = Math.abs(shift) > 3 * s;
  const wide = isShifted ? Math.max(s, 1.4826 * middle(errors.map((error) => Math.abs(error - shift)))) : s;
  if (isShifted) estimates.push([c + shift, wide]);
  const said = points
    .filter(({ t }) => marked('expected').includes(t) && t < tested.t)
    .filter(({ t }) => localOf(t).H === own.H || localOf(t).M === own.M);
  for (const { v } of said) estimates.push([v / level, s]);

  const k = WIDTH[sensitivity];
  const q = tested.v / level;
  const scores = estimates.map(
    ([centre, spread]) => (isVolume ? Math.abs(q - centre) : Math.max(0, q - centre)) / spread,
  );
  const isFar = (score: number): boolean => score > k + 1e-9;
  const isEmpty =
    isVolume &&
    tested.v === 0 &&
    known.slice(-28).every(({ v }) => v > 0) &&
    scores.slice(isShifted ? 2 : 1).every(isFar);
  const isUnusual = !marked('expected').includes(tested.t) && (isEmpty || scores.every(isFar));
  const score = Math.min(...scores);
  const [centre, spread] = estimates[scores.indexOf(score)]!;
  return {
    ...{ state: isUnusual ? ('unusual' as const) : ('usual' as const), ...answer, level: cut(level) },
    bucket: { kind: like.kind, ...('key' in like && { key: like.key }), n: values.length },
    ...{ centre: cut(c * level), spread: cut(s * level) },
    ...(isVolume && { low: cut(Math.max(0, (centre - k * spread) * level)) }),
    ...{ high: cut((centre + k * spread) * level), score: cut(score) },
    ...(!isVolume && {
      expectedBy: Math.floor(tested.t + 1000 * level * Math.max(...estimates.map(([one, other]) => one + k * other))),
    }),
    ...(isShifted && { month: { day: own.M, n: dated.length, shift: cut(shift * level), spread: cut(wide * level) } }),
  };
}

function middle(values: readonly number[]): number {
  const list = [...values].sort((one, other) => one - other);
  return (list[Math.floor((list.length - 1) / 2)]! + list[Math.ceil((list.length - 1) / 2)]!) / 2;
}

const cut = (value: number): number => (Math.sign(value) * Math.round(Math.abs(value) * 1e4)) / 1e4;

/** One value a day up to the day before `end`. */
export const daily = (end: number, values: readonly number[]): Point[] =>
  values.map((v, at) => ({ t: end - (values.length - at) * DAY, v }));
