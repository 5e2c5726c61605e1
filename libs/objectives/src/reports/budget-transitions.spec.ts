import type { Attainment } from '../attainment/attainment';
import { keptNames, type Objective, type NotifiedBudgets } from '../document/objective';
import { budgetState, budgetTransitions, type BudgetState } from './budget-transitions';

const FAST = { long: 'P1D', short: 'PT2H', factor: 3 };
const SLOW = { long: 'P3D', short: 'PT6H', factor: 1 };

interface Look {
  readonly name?: string;
  readonly from?: number;
  readonly to: number;
  readonly burning?: readonly object[];
  readonly exhaustedAt?: number;
}

function budget({ name = 'a', from = 0, to, burning = [], exhaustedAt }: Look): BudgetState {
  const burn = [FAST, SLOW].map((alert) => ({ ...alert, longRate: 5, shortRate: 6, burning: burning.includes(alert) }));
  return budgetState({
    name,
    from,
    to,
    burn,
    ...(exhaustedAt !== undefined && { exhaustedAt }),
  } as unknown as Attainment);
}

/** Notices of several looks, one after the other. */
function tell(looks: readonly Look[]): string[][] {
  let told: NotifiedBudgets = {};
  return looks.map((look) => {
    const { turns, told: next } = budgetTransitions([budget(look)], told);
    told = next ?? told;
    return turns.map((turn) =>
      turn.kind === 'burning' ? `burning ${turn.burn.long}` : `exhausted ${turn.exhaustedAt}`,
    );
  });
}

describe('notices of a budget', () => {
  it('is nothing while nothing happens, and nothing is kept in mind', () => {
    expect(budgetTransitions([budget({ to: 10 })], {})).toEqual({ turns: [] });
  });

  it('an alert is told once while it burns, and again when it had stopped', () => {
    const on = { burning: [FAST] };
    expect(tell([{ to: 1, ...on }, { to: 2, ...on }, { to: 3 }, { to: 4, ...on }])).toEqual([
      ['burning P1D'],
      [],
      [],
      ['burning P1D'],
    ]);
  });

  it('each alert is told by itself', () => {
    expect(
      tell([
        { to: 1, burning: [SLOW] },
        { to: 2, burning: [FAST, SLOW] },
        { to: 3, burning: [FAST] },
        { to: 4, burning: [FAST, SLOW] },
      ]),
    ).toEqual([['burning P3D'], ['burning P1D'], [], ['burning P3D']]);
  });

  it('objectives do not get into the way of each other', () => {
    const { turns, told } = budgetTransitions(
      [budget({ name: 'a', to: 1, burning: [FAST] }), budget({ name: 'b', to: 1, burning: [FAST] })],
      { a: { burning: ['P1D PT2H 3'] } },
    );
    expect(turns.map(({ attainment }) => attainment.name)).toEqual(['b']);
    expect(told).toEqual({ a: { burning: ['P1D PT2H 3'] }, b: { burning: ['P1D PT2H 3'] } });
  });

  it('a month that is used up is told once, whether or not it stays so, and the next month again', () => {
    expect(
      tell([
        { from: 100, to: 150, exhaustedAt: 140 },
        { from: 100, to: 160, exhaustedAt: 120 },
        { from: 100, to: 170 },
        { from: 100, to: 180, exhaustedAt: 120 },
        { from: 200, to: 210 },
        { from: 200, to: 220, exhaustedAt: 215 },
      ]),
    ).toEqual([['exhausted 140'], [], [], [], [], ['exhausted 215']]);
  });

  it('no rolling window holds two that tell so', () => {
    const looks = Array.from({ length: 200 }, (_, at) => ({ from: at, to: at + 50, exhaustedAt: at + 10 }));
    const told = tell(looks).flatMap((turns, at) => (turns.length ? [at + 50] : []));
    expect(told).toEqual([50, 101, 152, 203]);
  });

  it('a forecast is not told', () => {
    expect(
      tell([
        { to: 10, exhaustedAt: 10 },
        { to: 10, exhaustedAt: 400 },
      ]),
    ).toEqual([[], []]);
  });

  it('what need not be kept in mind is forgotten', () => {
    const before = { a: { burning: ['P1D PT2H 3'], exhausted: 5 }, gone: { burning: ['P1D PT2H 3'] } };
    expect(budgetTransitions([budget({ from: 6, to: 10 })], before)).toEqual({ turns: [], told: {} });
    expect(budgetTransitions([budget({ from: 5, to: 10 })], { a: { exhausted: 5 } })).toEqual({ turns: [] });
  });
});

it('objectives that are written anew keep their notices where they stay as they are', () => {
  const objective = (name: string, target: number) => ({ name, target }) as Objective;
  const before = [objective('same', 99), objective('other', 99), objective('gone', 99)];
  expect(keptNames(before, [objective('same', 99), objective('other', 99.9), objective('new', 99)])).toEqual(['same']);
});
