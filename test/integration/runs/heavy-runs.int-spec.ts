import { setImmediate } from 'node:timers/promises';
import { compileRule } from '../../../libs/validation/src/rules/rule-compiler';
import { HeavyRules } from '../../../libs/validation/src/rules/heavy-rules';
import { RuleRunner, type RuleJudge } from '../../../libs/validation/src/rules/rule-runner';
import type { RuleShare } from '../../../libs/validation/src/runs/work/contract-evaluation';
import type { RunAnswer } from '@app/validation';
import { actor, type TestContract } from './support/contract-world';
import { backends, deferred, runContext, parsed, RunWorld, SUCCESS } from './support/run-world';

/** More than a worker of these tests has slots. */
const HEAVY = 9;
const OWNER = actor('owner', { isAdmin: true });

/** Nested loops of unlimited time. */
function endless(): string {
  let rule: unknown = true;
  for (let level = 0; level < 14; level += 1) rule = { all: [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], rule] };
  const compiled = compileRule(rule);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.rule.text;
}

describe.each(backends(10))('heavy runs with the queue on $name', (backend) => {
  let world: RunWorld;
  let heavy: Set<string>;
  let light: TestContract;

  beforeEach(async () => {
    world = await RunWorld.create(backend);
    heavy = new Set();
    light = await world.contracts.contract();
  });
  afterEach(() => world.destroy());

  /** Answers are there when the runs have ended. */
  const askHeavy = async (): Promise<readonly Promise<RunAnswer>[]> => {
    const contracts = await Promise.all(Array.from({ length: HEAVY }, () => world.contracts.contract()));
    contracts.forEach(({ node }) => heavy.add(node));
    return contracts.map(({ id }) => world.service.request(OWNER, id, { waitMs: 60_000, parts: 'details' }));
  };
  const openRuns = () =>
    world.database.query<{ state: string; worker: string | null; leased: boolean }>(
      `select state, worker, lease_until > clock_timestamp() as leased from validation_run`,
    );
  const ended = () => world.database.query(`select status from contract_result where status <> 'Aborted'`);

  it('let a light one of another asker through, wait with their leases, and all end once', async () => {
    const [hold, found] = [deferred(), deferred()];
    let looks = 0;
    let atOnce = 0;
    let most = 0;
    world.startWorker(async (node, { isHeavy }) => {
      if (!heavy.has(node)) return SUCCESS;
      if (!isHeavy) {
        if (++looks === HEAVY) found.resolve();
        throw new HeavyRules();
      }
      most = Math.max(most, ++atOnce);
      await hold.promise;
      atOnce -= 1;
      return SUCCESS;
    });
    const answers = await askHeavy();
    expect(parsed(await world.validate(light))).toMatchObject({ contractExecutionStatus: 'Success' });
    await found.promise;
    expect(parsed(await world.validate(light))).toMatchObject({ contractExecutionStatus: 'Success' });
    const open = await openRuns();
    expect(open).toHaveLength(HEAVY);
    expect(open.every(({ state, leased }) => state === 'Running' && leased)).toBe(true);
    expect(open.filter(({ worker }) => worker !== null).length).toBeLessThanOrEqual(2);
    hold.resolve();
    for (const answer of await Promise.all(answers))
      expect(parsed(answer)).toMatchObject({ contractExecutionStatus: 'Success', attempts: 1 });
    expect(most).toBe(1);
    expect(await ended()).toHaveLength(HEAVY + 2);
  });

  it('make first looks at further runs of their asker leave their slots, once there are many', async () => {
    const [hold, reached] = [deferred(), deferred()];
    const slow = await world.contracts.contract();
    const worker = world.worker(async (node, { isHeavy }) => {
      if (node === slow.node) {
        reached.resolve();
        await hold.promise;
        return SUCCESS;
      }
      if (!isHeavy) throw new HeavyRules();
      await hold.promise;
      return SUCCESS;
    });
    const left: string[] = [];
    const handle = async (contract: TestContract, name: string) => {
      const resultId = await world.queuedRun(contract);
      const context = { ...runContext(), leaveSlot: () => left.push(name) };
      return world.execute(worker, resultId, context);
    };
    const all = [handle(slow, 'slow')];
    await reached.promise;
    for (let n = 0; n < HEAVY; n += 1) all.push(handle(await world.contracts.contract(), 'heavy'));
    while (left.length <= HEAVY) await setImmediate();
    expect(left).toContain('slow');
    hold.resolve();
    await Promise.all(all);
  });

  it('are handed back when their worker stops, and end with another one', async () => {
    const looked = deferred();
    let looks = 0;
    const first = world.startWorker(async (node, { isHeavy, signal }) => {
      if (!isHeavy && ++looks === HEAVY) looked.resolve();
      if (!isHeavy) throw new HeavyRules();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    const answers = await askHeavy();
    await looked.promise;
    await first.stop();
    world.startWorker();
    for (const answer of await Promise.all(answers))
      expect(parsed(answer)).toMatchObject({ contractExecutionStatus: 'Success' });
    expect(await ended()).toHaveLength(HEAVY);
  });

  it('leave the rule thread when their contract is deleted', async () => {
    const rules = new RuleRunner({ budget: { time: 600_000, memory: 64, steps: Infinity }, jobTime: Infinity });
    const judged = deferred();
    const gone = deferred<unknown>();
    const judge = async ({ asker, signal }: RuleShare, on: RuleJudge) => {
      judged.resolve();
      await on.judge({ asset: '{}', rules: [endless()], now: 0, asker, signal }).catch(gone.resolve);
    };
    world.startWorker(async (node, share) => {
      if (!heavy.has(node)) return SUCCESS;
      if (!share.isHeavy) throw new HeavyRules();
      await judge(share, rules);
      return SUCCESS;
    });
    const contract = await world.contracts.contract();
    heavy.add(contract.node);
    await world.service.request(OWNER, contract.id, { waitMs: 0 });
    await judged.promise;
    await world.database.query(`delete from validation_run where contract = $1`, [contract.node]);
    await expect(gone.promise).resolves.toBeInstanceOf(Error);
    const compiled = compileRule(true);
    const next = { asset: '{}', rules: [compiled.ok ? compiled.rule.text : ''], now: 0 };
    expect(await rules.judge(next)).toEqual([{ passed: true }]);
    await rules.close();
  });
});
