import { DAY, HOUR } from '@app/common';
import * as fc from 'fast-check';
import type { Objective } from '../document/objective';
import { budgetState } from '../reports/budget-transitions';
import { attain } from './attainment';
import { nextChange, type Counted } from './next-change';
import { spanOf } from './span';
import { tallyBuckets, tallyFreshness, tallyRuns } from './tally';

const NOW = Date.UTC(2026, 10, 20, 13, 17, 5, 11);
const FRESH_MS = 30 * HOUR;

interface Evidence {
  /** Ascending, in epoch ms. */
  readonly marks: readonly { readonly at: number; readonly isGood: boolean }[];
}

function countedOf(objective: Objective, { marks }: Evidence, at: number): Counted {
  const span = spanOf(objective, at);
  const seen = marks.filter((mark) => mark.at < at);
  if (objective.on === 'freshness') {
    if (seen.length === 0) return { tallies: [] };
    const instants = seen.map((mark) => mark.at);
    const gaps = instants.slice(1).map((one, index) => [instants[index]!, one] as const);
    const refreshes = { gaps, first: instants[0]!, last: instants.at(-1)! };
    const tallies = tallyFreshness(span.buckets, at, refreshes, (one) => one + FRESH_MS);
    return { tallies, staleAt: refreshes.last + FRESH_MS + 2 };
  }
  const each = seen.map(({ at: one, isGood }) => ({
    ...{ at: one, good: isGood ? 1 : 0, bad: isGood ? 0 : 1, isLastGood: isGood },
  }));
  const isRuns = objective.unit === 'runs';
  return {
    tallies: isRuns ? tallyRuns(each, span.earliest) : tallyBuckets(span.buckets, each, objective.noData),
  };
}

/** Says which alerts burn, and whether the budget is used up: what people are notified of. */
function stateAt(objective: Objective, evidence: Evidence, at: number) {
  const { attainment, exhaustingRun } = attain(
    objective,
    spanOf(objective, at),
    countedOf(objective, evidence, at).tallies,
  );
  const burning = attainment.burn.map((one) => one.burning);
  return { burning, isExhausted: exhaustingRun !== undefined || budgetState(attainment).isExhausted };
}

const objectives: fc.Arbitrary<Objective> = fc.record({
  name: fc.constant('x'),
  on: fc.constantFrom('status', 'freshness'),
  unit: fc.constantFrom('days', 'hours', 'runs'),
  target: fc.constantFrom(50, 90, 99),
  window: fc.constantFrom({ rolling: 'P3D' } as const, { calendar: 'month' } as const),
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'),
  noData: fc.constantFrom('carry', 'ignore', 'bad'),
  alerts: fc.constant([{ long: 'P1D', short: 'PT2H', factor: 1.5 }]),
});

const evidence = fc
  .array(fc.record({ at: fc.integer({ min: NOW - 5 * DAY, max: NOW - 1 }), isGood: fc.boolean() }), { maxLength: 12 })
  .map((marks): Evidence => ({ marks: [...marks].sort((a, b) => a.at - b.at) }));

describe('the next change of a budget', () => {
  it('is after the look, and nothing changes before it without new evidence', () => {
    fc.assert(
      fc.property(
        objectives.filter(({ on, unit }) => on !== 'freshness' || unit !== 'runs'),
        evidence,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (objective, facts, share) => {
          const next = nextChange(objective, spanOf(objective, NOW), countedOf(objective, facts, NOW));
          expect(next).toBeGreaterThan(NOW);
          const last = Math.min(next - 1, NOW + 40 * DAY);
          for (const at of [last, Math.floor(NOW + share * (last - NOW))])
            expect(stateAt(objective, facts, at)).toEqual(stateAt(objective, facts, NOW));
        },
      ),
      { numRuns: 600, seed: 8 },
    );
  });

  const RUNS: Objective = {
    ...{ name: 'x', on: 'status', unit: 'runs', target: 90, window: { rolling: 'P1D' }, timezone: 'UTC' },
    ...{ noData: 'carry', alerts: [] },
  };
  const next = (objective: Objective, marks: Evidence['marks'], notified?: number): number =>
    nextChange(objective, spanOf(objective, NOW), countedOf(objective, { marks }, NOW), notified);

  it('of runs is when one leaves a window, or when they may be notified of it again', () => {
    expect(next(RUNS, [])).toBe(Infinity);
    expect(next(RUNS, [{ at: NOW - HOUR, isGood: false }])).toBe(NOW + 23 * HOUR + 1);
    expect(next(RUNS, [{ at: NOW - HOUR, isGood: false }], NOW - 2 * HOUR)).toBe(NOW + 22 * HOUR + 1);
  });

  it('of days is the end of the day in its zone, or when the data gets too old', () => {
    const days: Objective = { ...RUNS, on: 'freshness', unit: 'days', timezone: 'Asia/Kolkata' };
    expect(next(days, [{ at: NOW - HOUR, isGood: true }])).toBe(Date.UTC(2026, 10, 20, 18, 30) + 1);
    expect(next(days, [{ at: NOW - FRESH_MS + HOUR, isGood: true }])).toBe(NOW + HOUR + 2);
  });
});
