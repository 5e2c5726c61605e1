import { HeavyRules } from './heavy-rules';
import { RULE_BUDGET, RuleRunner } from './rule-runner';
import { RuleThreadHandle } from './thread/rule-thread-handle';

const IS_ORDERS = '{"==":[{"var":"name"},"orders"]}';
const TEN = '[0,1,2,3,4,5,6,7,8,9]';
/** 10^14 steps. */
const FOREVER = Array.from({ length: 14 }).reduce<string>((inner) => `{"all":[${TEN},${inner}]}`, 'true');
const FAILED = { passed: false, reason: expect.any(String) as string };
const passed = (rules: readonly unknown[]) => rules.map(() => ({ passed: true }));

describe('first looks at the rules of several runs', () => {
  const turns = jest.spyOn(RuleThreadHandle.prototype, 'judge');
  let runner: RuleRunner;
  const judge = (rules: readonly string[], name = 'orders') =>
    runner.judge({ asset: JSON.stringify({ name }), rules, now: 0 });
  /** How many rules of each run were sent, by message to the thread. */
  const sent = () => turns.mock.calls.map(([{ runs }]) => runs.map(({ rules }) => rules.length));

  beforeEach(() => {
    const budget = { ...RULE_BUDGET, time: 60_000, steps: Infinity };
    runner = new RuleRunner({ budget, jobTime: 1_000, isFirstLook: true });
    turns.mockClear();
  });
  afterEach(() => runner.close());
  afterAll(() => turns.mockRestore());

  it('go to the thread in one message, each with its own asset; rules beyond ten follow', async () => {
    const many = Array.from({ length: 12 }, () => IS_ORDERS);
    const judged = await Promise.all([judge([IS_ORDERS]), judge(['true', IS_ORDERS], 'items'), judge(many)]);
    expect(judged).toEqual([passed([1]), [{ passed: true }, FAILED], passed(many)]);
    const [together, ...alone] = sent();
    expect(together).toEqual([1, 2, 10]);
    // Two rules are left, and whatever the short slice did not reach, as the clock has it: each run by itself.
    expect(alone.map((runs) => runs.length)).toEqual(alone.map(() => 1));
    expect(Math.max(...alone.flat())).toBeGreaterThanOrEqual(2);
  });

  it('find a run whose rules take long, and judge the others', async () => {
    const judged = await Promise.allSettled([judge([IS_ORDERS]), judge([FOREVER]), judge([IS_ORDERS], 'items')]);
    expect(judged).toMatchObject([
      { status: 'fulfilled', value: passed([1]) },
      { status: 'rejected', reason: expect.any(HeavyRules) },
      { status: 'fulfilled', value: [FAILED] },
    ]);
    const [together, ...alone] = sent();
    expect(together).toEqual([1, 1, 1]);
    // The long one may take more than one slice, as the clock has it.
    expect(alone.length).toBeGreaterThanOrEqual(2);
    expect(alone.flat()).toEqual(alone.map(() => 1));
  });

  it('of one run alone take no other way than before', async () => {
    expect(await judge([IS_ORDERS])).toEqual(passed([1]));
    expect(sent()).toEqual([[1]]);
  });
});
