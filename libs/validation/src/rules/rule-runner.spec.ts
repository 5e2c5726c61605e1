import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { compileRule } from './rule-compiler';
import { RuleThreadHandle, type Budget } from './thread/rule-thread-handle';
import type { JudgeRequest } from './thread/rule-message';
import { HeavyRules } from './heavy-rules';
import { RULE_BUDGET, RuleRunner, type RuleJob, type RuleRunnerOptions } from './rule-runner';

const ASSET = JSON.stringify({ name: 'orders', owners: [], tags: [{ tagFQN: 'a.b' }] });

/** For tests of time and memory limits. */
const UNCOUNTED: Budget = { time: 60_000, memory: 64, steps: Infinity };
/** For tests of the limit of a rule: on a busy machine the rules of a run may together take longer than a run usually may. */
const HALF_A_SECOND: RuleRunnerOptions = { budget: { ...UNCOUNTED, time: 500 }, jobTime: Infinity };

const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Nested loops over lists of ten: 10^`power` steps. */
function loops(operator: 'all' | 'map', power: number, step: unknown): unknown {
  let rule = step;
  for (let level = 0; level < power; level += 1) rule = { [operator]: [TEN, rule] };
  return rule;
}

/** Takes unlimited time and no memory, if steps are not counted. */
const FOREVER = loops('all', 14, true);
/** Takes about 4 ms, far below the budget of a rule, on a busy machine as well; the tests that use it run many. */
const SOME_TIME = loops('all', 5, true);
/** Allocates about 10^7 texts. Tests that use it have a large enough time budget. */
const HUNGRY = { '!!': loops('map', 7, { cat: ['a text that takes memory ', { var: '' }] }) };

function textOf(rule: unknown): string {
  const compiled = compileRule(rule);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.rule.text;
}

describe('RuleRunner', () => {
  const runners: RuleRunner[] = [];

  function runner(options?: RuleRunnerOptions): RuleRunner {
    const made = new RuleRunner(options);
    runners.push(made);
    return made;
  }

  function judge(on: RuleRunner, rules: unknown[], asset = ASSET, share: Pick<RuleJob, 'asker' | 'signal'> = {}) {
    return on.judge({ asset, rules: rules.map(textOf), now: Date.parse('2026-11-20T10:00:00Z'), ...share });
  }

  /** Until a run is judged on a thread that starts anew: the start counts to the time of a run, and may take several of them. */
  async function judgesAgain(on: RuleRunner): Promise<void> {
    for (;;) {
      const [outcome] = await judge(on, [true]).catch((error: unknown) => {
        if (error instanceof HeavyRules) return [];
        throw error;
      });
      if (outcome?.passed) return;
      await setImmediate();
    }
  }

  afterEach(async () => {
    await Promise.all(runners.splice(0).map((one) => one.close()));
  });

  it('judges the rules of a contract, in their order', async () => {
    const rules = [{ '!!': { var: 'tags' } }, { '!!': { var: 'owners' } }, { '==': [{ var: 'name' }, 'orders'] }];
    expect(await judge(runner(), rules)).toEqual([
      { passed: true },
      { passed: false, reason: 'owners is empty' },
      { passed: true },
    ]);
  });

  it('judges contract after contract with one thread, each on its own asset', async () => {
    const on = runner();
    const isOrders = { '==': [{ var: 'name' }, 'orders'] };
    const other = JSON.stringify({ name: 'customers' });
    const answers = await Promise.all([judge(on, [isOrders]), judge(on, [isOrders], other), judge(on, [isOrders])]);
    expect(answers.map(([outcome]) => outcome?.passed)).toEqual([true, false, true]);
  });

  it('has nothing to do without rules', async () => {
    expect(await judge(runner(), [])).toEqual([]);
  });

  it('fails a rule that takes too many steps, and judges the others', async () => {
    const answers = await judge(runner(), [true, FOREVER, { '!!': { var: 'tags' } }]);
    expect(answers).toEqual([
      { passed: true },
      { passed: false, reason: 'took more than 2000000 steps' },
      { passed: true },
    ]);
  });

  it('fails a rule that takes too long, and judges the others', async () => {
    const answers = await judge(runner(HALF_A_SECOND), [true, FOREVER, { '!!': { var: 'tags' } }, FOREVER, true]);
    const late = { passed: false, reason: 'took longer than 0.5 s' };
    expect(answers).toEqual([{ passed: true }, late, { passed: true }, late, { passed: true }]);
  });

  it('fails a rule that needs too much memory, and judges the others', async () => {
    const on = runner({ budget: UNCOUNTED });
    const greedy = { passed: false, reason: 'needed more than 64 MB' };
    expect(await judge(on, [true, HUNGRY, true])).toEqual([{ passed: true }, greedy, { passed: true }]);
    expect(await judge(on, [true])).toEqual([{ passed: true }]);
  });

  it('leaves this thread free while a rule runs', async () => {
    const enough = new AbortController();
    let turns = 0;
    const counting = setInterval(() => (turns += 1) > 20 && enough.abort(new Error('enough')), 1);
    const { signal } = enough;
    await expect(judge(runner({ budget: UNCOUNTED }), [FOREVER], ASSET, { signal })).rejects.toThrow('enough');
    clearInterval(counting);
  });

  it('gives each rule its own time: many may together take longer than one', async () => {
    // A busy machine may hold a thread up for half a second.
    const twoSeconds = { budget: { ...UNCOUNTED, time: 2_000 }, jobTime: Infinity };
    const rules = Array.from({ length: 600 }, () => SOME_TIME);
    const outcomes = await judge(runner(twoSeconds), rules);
    expect(outcomes).toEqual(rules.map(() => ({ passed: true })));
  });

  it('fails what is left of a run that has spent its time, and begins anew for the next one', async () => {
    const on = runner({ budget: UNCOUNTED, jobTime: 300 });
    await judge(on, [true]); // The thread is running: its start is not counted to the run below.
    const outcomes = await judge(on, [true, ...Array.from({ length: 5_000 }, () => SOME_TIME), true]);
    const spent = { passed: false, reason: 'budget of the run spent' };
    expect(outcomes[0]).toEqual({ passed: true });
    expect(outcomes.at(-1)).toEqual(spent);
    const judged = outcomes.findIndex(({ passed }) => !passed);
    expect(judged).toBeGreaterThan(1);
    expect(outcomes.slice(judged)).toEqual(outcomes.slice(judged).map(() => spent));
    await judgesAgain(on);
  });

  it('counts the start of threads and the reading of the asset to the time of a run', async () => {
    let clock = 0;
    const now = jest.spyOn(performance, 'now').mockImplementation(() => clock);
    const late = { passed: false, reason: 'late' };
    const turns = jest.spyOn(RuleThreadHandle.prototype, 'judge').mockImplementation(({ runs }, onOutcome) => {
      clock += 400;
      onOutcome(runs[0]!.rules[0]!.index, late);
      return Promise.resolve({ kind: 'done' });
    });
    const outcomes = await judge(runner({ jobTime: 1_000 }), [true, true, true, true, true]);
    turns.mockRestore();
    now.mockRestore();
    const spent = { passed: false, reason: 'budget of the run spent' };
    expect(outcomes).toEqual([late, late, late, spent, spent]);
  });

  it('interrupts a rule when the time of its run is over', async () => {
    const on = runner({ budget: UNCOUNTED, jobTime: 200 });
    expect(await judge(on, [FOREVER, true])).toEqual([
      { passed: false, reason: 'budget of the run spent' },
      { passed: false, reason: 'budget of the run spent' },
    ]);
    await judgesAgain(on);
  });

  it('ends a rule in time whose thread took longer to start than a rule may take', async () => {
    const begun = performance.now();
    const answers = await judge(runner({ budget: { ...UNCOUNTED, time: 5 }, jobTime: Infinity }), [FOREVER]);
    expect(answers).toEqual([{ passed: false, reason: 'took longer than 0.005 s' }]);
    expect(performance.now() - begun).toBeLessThan(15_000);
  });

  it('rejects after a first look at rules that take long, and judges others', async () => {
    const on = runner({ budget: UNCOUNTED, jobTime: 200, isFirstLook: true });
    await expect(judge(on, [true, FOREVER])).rejects.toThrow(HeavyRules);
    await expect(
      judge(
        on,
        Array.from({ length: 1_000 }, () => SOME_TIME),
      ),
    ).rejects.toThrow(HeavyRules);
    await judgesAgain(on);
  });

  it('drops a job at once that nobody wants any more, whether it has a thread or waits', async () => {
    const on = runner({ budget: UNCOUNTED, jobTime: Infinity });
    const turns = jest.spyOn(RuleThreadHandle.prototype, 'judge');
    const gone = [new AbortController(), new AbortController()];
    const jobs = gone.map(({ signal }) => judge(on, [FOREVER], ASSET, { signal }));
    const next = judge(on, [true]);
    while (turns.mock.calls.length === 0) await setImmediate();
    turns.mockRestore();
    gone.toReversed().forEach((one) => one.abort(new Error('gone')));
    for (const job of jobs) await expect(job).rejects.toThrow('gone');
    expect(await next).toEqual([{ passed: true }]);
  });

  it('goes round between askers: many runs of one do not push back that of another', async () => {
    const on = runner({ budget: UNCOUNTED });
    const ended: string[] = [];
    const asked = (asker: string) => judge(on, [SOME_TIME], ASSET, { asker }).then(() => ended.push(asker));
    await Promise.all([...Array.from({ length: 5 }, () => asked('many')), asked('one')]);
    expect(ended.indexOf('one')).toBeLessThanOrEqual(2);
  });

  it('has runs take turns: one of a few rules does not wait for all rules of another one', async () => {
    const on = runner({ budget: UNCOUNTED });
    const ended: string[] = [];
    const many = judge(
      on,
      Array.from({ length: 40 }, () => SOME_TIME),
    ).then(() => ended.push('many'));
    const others = Array.from({ length: 3 }, () => judge(on, [true]).then(() => ended.push('few')));
    await Promise.all([many, ...others]);
    expect(ended).toEqual(['few', 'few', 'few', 'many']);
  });

  it('does not let a run of few rules wait for a turn of each heavy one', async () => {
    const on = runner({ budget: UNCOUNTED });
    const turns = jest.spyOn(RuleThreadHandle.prototype, 'judge');
    const heavy = Array.from({ length: 8 }, () =>
      judge(
        on,
        Array.from({ length: 40 }, () => SOME_TIME),
      ).catch(() => []),
    );
    while (turns.mock.calls.length <= heavy.length) await setImmediate();
    turns.mockClear();
    const few = Array.from({ length: 25 }, () => true);
    expect(await judge(on, few)).toEqual(few.map(() => ({ passed: true })));
    // Three slices of its own, the one under way, and those of the longest waiting between.
    expect(turns.mock.calls.length).toBeLessThanOrEqual(6);
    turns.mockRestore();
    await on.close();
    await Promise.all(heavy);
  });

  it('has a thread read a large asset once for all turns of a run', async () => {
    const on = runner({ budget: UNCOUNTED });
    const asset = JSON.stringify({ name: 'orders', columns: 'c'.repeat(100_000) });
    const sent = jest.spyOn(Worker.prototype, 'postMessage');
    const isOrders = { '==': [{ var: 'name' }, 'orders'] };
    const rules = Array.from({ length: 25 }, () => isOrders);
    expect(await judge(on, rules, asset)).toEqual(rules.map(() => ({ passed: true })));
    const assets = sent.mock.calls.map(([request]) => (request as JudgeRequest).runs[0]!.asset);
    expect(assets).toEqual([asset, undefined, undefined]);
    sent.mockRestore();
  });

  it('gives a turn no more rules than ten, however fast they are', async () => {
    const turns = jest.spyOn(RuleThreadHandle.prototype, 'judge');
    const on = runner({ budget: UNCOUNTED });
    await judge(
      on,
      Array.from({ length: 25 }, () => true),
    );
    expect(turns.mock.calls.map(([{ runs }]) => runs[0]!.rules.length)).toEqual([10, 10, 5]);
    turns.mockRestore();
  });

  it('does not blame a rule for a loop of ours that lags', async () => {
    const on = runner(HALF_A_SECOND);
    await judge(on, [true]); // The thread is running: from here on only the event loop is slow.
    const rules = Array.from({ length: 30 }, () => true);
    const answer = judge(on, rules);
    const until = Date.now() + 750;
    while (Date.now() < until);
    expect(await answer).toEqual(rules.map(() => ({ passed: true })));
  });

  it('gives an asset of several MB the room that it needs', async () => {
    const columns = Array.from({ length: 40_000 }, (_, index) => ({
      name: `column_${index}`,
      description: 'd'.repeat(80),
      tags: [{ tagFQN: 'a.b' }],
    }));
    const all = { all: [{ var: 'columns' }, { '!!': { var: 'description' } }] };
    const asset = JSON.stringify({ columns });
    const on = runner({ budget: { ...RULE_BUDGET, time: 20_000 } });
    expect(await judge(on, [all], asset)).toEqual([{ passed: true }]);
  });

  it('rejects what it cannot read: that is no fault of a rule', async () => {
    await expect(judge(runner(), [true], '{')).rejects.toThrow(/JSON/);
  });

  it('works on after a thread was lost to an asset that it could not read', async () => {
    const on = runner();
    await judge(on, [true], '{').catch(() => undefined);
    expect(await judge(on, [true])).toEqual([{ passed: true }]);
  });

  it('rejects what waits and what is under way when it is closed, and what comes after', async () => {
    const on = runner({ budget: UNCOUNTED });
    const open = [judge(on, [FOREVER]), judge(on, [true])].map((one) => one.catch((error: Error) => error.message));
    await on.close();
    expect(await Promise.all(open)).toEqual(['the rule runner is closed', 'the rule runner is closed']);
    await expect(judge(on, [true])).rejects.toThrow('the rule runner is closed');
  });

  it('judges in parallel with two threads: one runaway rule does not hold up other contracts', async () => {
    const on = runner({ threads: 2, budget: UNCOUNTED });
    const runaway = judge(on, [FOREVER]).catch((error: Error) => error.message);
    expect(await judge(on, [true])).toEqual([{ passed: true }]);
    await on.close();
    expect(await runaway).toBe('the rule runner is closed');
  });
});
