import { DAY, HOUR } from '@app/common';
import * as fc from 'fast-check';
import type { Objective } from '../document/objective';
import { attain, type Attainment } from './attainment';
import { bruteForce, type AllEvidence } from './brute-force.fixture';
import { spanOf } from './span';
import { tallyBuckets, tallyFreshness, tallyRuns, type Mark } from './tally';

const NOW = Date.UTC(2026, 10, 20, 13, 17, 5, 11);
const OBJECTIVE: Objective = {
  name: 'x',
  on: 'status',
  unit: 'days',
  target: 99,
  window: { rolling: 'P30D' },
  timezone: 'UTC',
  noData: 'carry',
};
const NOTHING: AllEvidence = { verdicts: [], availability: [], refreshes: [] };

/** Marks as they are read: one for each hour and each side of a cut in it. */
function marksOf(evidence: AllEvidence['verdicts'], cuts: readonly number[], at: number): Mark[] {
  const marks = new Map<string, { at: number; good: number; bad: number; isLastGood: boolean }>();
  for (const one of [...evidence].filter((each) => each.at < at).sort((a, b) => a.at - b.at)) {
    const key = `${Math.floor(one.at / HOUR)} ${cuts.filter((cut) => cut <= one.at).length}`;
    const mark = marks.get(key) ?? { at: one.at, good: 0, bad: 0, isLastGood: true };
    marks.set(key, {
      ...mark,
      good: mark.good + (one.isGood ? 1 : 0),
      bad: mark.bad + (one.isGood ? 0 : 1),
      isLastGood: one.isGood,
    });
  }
  return [...marks.values()];
}

function attained(objective: Objective, evidence: AllEvidence, at: number): Attainment {
  const span = spanOf(objective, at);
  const { on, unit } = objective;
  if (on === 'freshness') {
    const known = evidence.refreshes.filter((one) => one < at).sort((a, b) => a - b);
    if (known.length === 0) return attain(objective, span, []).attainment;
    const gaps = known.slice(1).map((one, index) => [known[index]!, one] as const);
    const refreshes = { gaps, first: known[0]!, last: known.at(-1)! };
    return attain(
      objective,
      span,
      tallyFreshness(span.buckets, at, refreshes, (one) => one + 30 * HOUR),
    ).attainment;
  }
  const { longFrom, shortFrom } = {
    longFrom: span.alerts.map((a) => a.longFrom),
    shortFrom: span.alerts.map((a) => a.shortFrom),
  };
  const all = on === 'status' ? evidence.verdicts : evidence.availability;
  const marks = marksOf(all, [...span.buckets, span.from, span.weekFrom, ...longFrom, ...shortFrom], at);
  const tallies =
    unit === 'runs' ? tallyRuns(marks, span.earliest) : tallyBuckets(span.buckets, marks, objective.noData);
  const { attainment, exhaustingRun } = attain(objective, span, tallies);
  if (!exhaustingRun) return attainment;
  const bad = all.filter((one) => !one.isGood && one.at >= exhaustingRun.from && one.at < at);
  return { ...attainment, exhaustedAt: bad.map((one) => one.at).sort((a, b) => a - b)[exhaustingRun.nth - 1] };
}

const near = (got: number | undefined, wanted: number | undefined, within = 1.1e-4): void =>
  expect(got ?? 'none').toBe(
    wanted === undefined ? 'none' : got !== undefined && Math.abs(got - wanted) <= within ? got : wanted,
  );

/** The answer against plain counting. */
function compare(objective: Objective, evidence: AllEvidence, at: number): void {
  const got = attained(objective, evidence, at);
  const wanted = bruteForce(objective, evidence, at);
  expect([got.total, got.bad]).toEqual([wanted.total, wanted.bad]);
  const allowed = (1 - objective.target / 100) * wanted.expected;
  near(got.attainment, wanted.total > 0 ? ((wanted.total - wanted.bad) / wanted.total) * 100 : undefined);
  near(got.budget.allowed, allowed);
  near(got.budget.left, allowed - wanted.bad);
  expect(got.met).toBe(
    wanted.total === 0 || ((wanted.total - wanted.bad) / wanted.total) * 100 >= objective.target - 1e-9,
  );
  got.burn.forEach(({ longRate, shortRate, factor, burning }, index) => {
    const { long, short } = wanted.rates[index]!;
    near(longRate, long);
    near(shortRate, short);
    expect(burning).toBe((long ?? -1) >= factor - 1e-9 && (short ?? -1) >= factor - 1e-9);
  });
  near(got.exhaustedAt, wanted.exhaustedAt, 1);
}

const objective = fc.record<Objective>({
  name: fc.constant('x'),
  on: fc.constantFrom('status', 'freshness', 'availability'),
  unit: fc.constantFrom('days', 'hours', 'runs'),
  target: fc.constantFrom(50, 80, 90, 99, 99.5, 99.9, 99.999),
  window: fc.constantFrom<Objective['window']>(
    { rolling: 'P1D' },
    { rolling: 'P7D' },
    { rolling: 'P30D' },
    { calendar: 'month' },
  ),
  timezone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/Havana',
    'Asia/Beirut',
  ),
  within: fc.constant('PT30H'),
  noData: fc.constantFrom('carry', 'ignore', 'bad'),
  alerts: fc.constantFrom(
    undefined,
    [],
    [
      { long: 'PT6H', short: 'PT30M', factor: 6 },
      { long: 'P10D', short: 'PT36H', factor: 0.5 },
    ],
  ),
});
/** Around days on which clocks are changed, too: of 23 and 25 hours, and of half an hour more. */
const moment = fc.oneof(
  fc.integer({ min: NOW - 300 * DAY, max: NOW }),
  fc.integer({ min: 0, max: 300 * 24 }).map((hours) => Math.floor(NOW / HOUR - hours) * HOUR),
  fc.integer({ min: 0, max: 300 }).map((days) => Math.floor(NOW / DAY - days) * DAY),
);
const ago = fc.oneof(
  fc.integer({ min: -2 * DAY, max: 45 * DAY }),
  fc.integer({ min: -48, max: 45 * 24 }).map((hours) => hours * HOUR),
);
const marks = fc.array(fc.record({ ago, isGood: fc.boolean() }), { maxLength: 60 });

const unique = (at: number, ones: readonly { ago: number; isGood: boolean }[]) => [
  ...new Map(ones.map((one) => [at - one.ago, { at: at - one.ago, isGood: one.isGood }])).values(),
];

describe('the attainment of an objective', () => {
  it('is what plain counting gives, whatever the evidence', () => {
    fc.assert(
      fc.property(objective, moment, marks, fc.array(ago, { maxLength: 30 }), (given, at, ones, refreshes) => {
        const made = given.on === 'freshness' && given.unit === 'runs' ? { ...given, unit: 'days' as const } : given;
        const evidence = unique(at, ones);
        compare(made, { verdicts: evidence, availability: evidence, refreshes: refreshes.map((one) => at - one) }, at);
      }),
      { numRuns: Number(process.env.OBJECTIVE_CASES ?? 250) },
    );
  });

  it('counts nothing where there is no evidence, and is met', () => {
    expect(attained(OBJECTIVE, NOTHING, NOW)).toMatchObject({
      total: 0,
      met: true,
      budget: { allowed: 0, used: 0, left: 0, leftPercent: 100 },
      burn: [{ burning: false }, { burning: false }],
    });
    expect(attained(OBJECTIVE, NOTHING, NOW)).not.toHaveProperty('attainment');
  });

  it('has all days of a calendar month in its budget', () => {
    const verdicts = [{ at: Date.UTC(2026, 10, 1, 5), isGood: false }];
    const month: Objective = { ...OBJECTIVE, target: 90, window: { calendar: 'month' }, noData: 'ignore' };
    const { from, total, budget } = attained(month, { ...NOTHING, verdicts }, NOW);
    expect({ from, total, budget }).toEqual({
      from: Date.UTC(2026, 10, 1),
      total: 1,
      budget: { allowed: 3, used: 1, left: 2, leftPercent: 66.6667 },
    });
  });

  it.each([
    ['2026-03-29 is 23 hours long', Date.UTC(2026, 2, 28, 23), Date.UTC(2026, 2, 29, 22)],
    ['2026-10-25 is 25 hours long', Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 23)],
  ])('has the days of its zone: in Berlin %s', (_, start, end) => {
    const day: Objective = {
      ...OBJECTIVE,
      window: { rolling: 'P1D' },
      timezone: 'Europe/Berlin',
      noData: 'ignore',
      alerts: [],
    };
    const totalAt = (verdict: number) =>
      attained(day, { ...NOTHING, verdicts: [{ at: verdict, isGood: true }] }, end).total;
    expect([start - 1, start, end - 1, end].map(totalAt)).toEqual([0, 1, 1, 0]);
  });
});
