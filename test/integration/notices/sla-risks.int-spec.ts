import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { query } from '@app/database';
import { slaOutlooks, SlaRisks } from '@app/validation';
import { array, assert, asyncProperty, constantFrom, integer, oneof, record, type Arbitrary } from 'fast-check';
import { SlaRiskCheck } from '../../../libs/validation/src/overview/sla-risk-check';
import { ADMIN } from '../runs/support/contract-world';
import { NoticeWorld, type MadeContract } from './notice-world';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CONTRACTS = 2;

/** What happens, to which contract. Times are hours from now, or before it. */
type Step =
  | { readonly does: 'promise'; readonly of: number; readonly sla: object }
  | { readonly does: 'observe'; readonly of: number; readonly kind: string; readonly hoursAgo: number }
  | { readonly does: 'forget' | 'live'; readonly of: number }
  | { readonly does: 'lifeCycle'; readonly of: number; readonly hoursAgo: number }
  | { readonly does: 'date'; readonly of: number; readonly from: number | null; readonly until: number | null }
  | { readonly does: 'wait'; readonly days: number; readonly hours: number }
  | { readonly does: 'work' };

const of = integer({ min: 0, max: CONTRACTS - 1 });
/** Most lie in the last part of a time that is promised. */
const hoursAgo = constantFrom(-1, 0, 9, 9, 20, 22, 23, 30, 41, 46);

/** A time of day some hours from now, to the minute. */
const timeOfDay = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString().slice(11, 16);

function stepsOf(slas: readonly object[], mostHours: number): Arbitrary<Step> {
  return oneof(
    {
      arbitrary: record({ does: constantFrom('promise' as const), of, sla: constantFrom(...slas, ...slas, {}) }),
      weight: 3,
    },
    {
      arbitrary: record({
        ...{ does: constantFrom('observe' as const), of, hoursAgo },
        kind: constantFrom('refresh', 'refresh', 'arrival'),
      }),
      weight: 5,
    },
    { arbitrary: record({ does: constantFrom('forget' as const, 'live' as const), of }), weight: 1 },
    { arbitrary: record({ does: constantFrom('lifeCycle' as const), of, hoursAgo }), weight: 1 },
    {
      arbitrary: record({
        ...{ does: constantFrom('date' as const), of },
        from: constantFrom(null, -30, 7),
        until: constantFrom(null, null, 3, -1),
      }),
      weight: 1,
    },
    {
      arbitrary: record({
        does: constantFrom('wait' as const),
        days: constantFrom(0, 0, 1, 2),
        hours: constantFrom(...[0, 1, 8, 19].filter((hours) => hours <= mostHours)),
      }),
      weight: 4,
    },
    { arbitrary: record({ does: constantFrom('work' as const) }), weight: 5 },
  );
}

const FREQUENCIES = ['P1D', 'PT10H', 'P2D'].map((refreshFrequency) => ({ refreshFrequency }));

describe('contracts whose SLA is at risk', () => {
  let world: NoticeWorld;
  let risks: SlaRisks;
  let atRisk = 0;

  beforeAll(async () => {
    world = await NoticeWorld.open();
    risks = new SlaRisks(world.database, new Visibility(new AccessControl()));
  });
  afterAll(() => world.close());

  const nodesOf = (contracts: readonly MadeContract[]): string[] => contracts.map(({ node }) => node);
  /** Judged one by one, by what there is. */
  async function judged(contracts: readonly MadeContract[]): Promise<string[]> {
    const found = await world.database.transaction((tx) => slaOutlooks(tx, nodesOf(contracts)));
    const ids = new Map(contracts.map(({ node, id }) => [node, id]));
    return found.flatMap(({ node, risks: some }) => some.map(({ target }) => `${ids.get(node)} ${target}`)).sort();
  }
  async function listed(): Promise<string[]> {
    const { data, paging } = await risks.list(ADMIN, 100);
    expect(paging.total).toBe(data.length);
    return data.map(({ contract, target }) => `${contract.id} ${target}`).sort();
  }
  /** Contracts that the list reads. */
  const looked = async (): Promise<number> =>
    (
      await world.database.query(
        `select from contract_notice_due where is_at_risk or holds_until <= (extract(epoch from now()) * 1000)::bigint`,
      )
    ).length;

  /** As if so much time had passed: all that is stored is older. The looks are kept from the triggers, for which all of it changes. */
  const pass = (ms: number): Promise<void> =>
    world.database.transaction(async (tx) => {
      await query(tx, 'create temporary table kept on commit drop as select * from contract_notice_due');
      for (const text of [
        'update observation set timestamp = timestamp - $1::bigint',
        'update contract set effective_from = effective_from - $1::bigint, effective_until = effective_until - $1::bigint',
        `update entity set details = jsonb_set(details, '{lifeCycle,updated,timestamp}',
           to_jsonb((details #>> '{lifeCycle,updated,timestamp}')::bigint - $1::bigint)) where details ? 'lifeCycle'`,
        'delete from contract_notice_due where $1::bigint is not null',
        `insert into contract_notice_due (contract, type, due_at, hangs_on_refresh, is_at_risk, holds_until)
         select contract, type, greatest(due_at - $1::bigint, 0), hangs_on_refresh, is_at_risk, greatest(holds_until - $1::bigint, 0) from kept`,
      ])
        await query(tx, text, [ms]);
    });

  async function happen(step: Step, contracts: readonly MadeContract[]): Promise<void> {
    if (step.does === 'work') return world.work();
    if (step.does === 'wait') return pass(step.days * DAY + step.hours * HOUR);
    const { node, asset } = contracts[step.of]!;
    const now = await world.database.now();
    switch (step.does) {
      case 'promise':
        await world.database.query(
          `update entity set body = body || jsonb_build_object('sla', $2::jsonb) where node = $1`,
          [...[node, JSON.stringify(step.sla)]],
        );
        return;
      case 'observe':
        await world.database.query(
          `insert into observation (asset, kind, timestamp, data_timestamp) values ($1, $2, $3::bigint, $3::bigint - 1) on conflict do nothing`,
          [asset, step.kind, now - step.hoursAgo * HOUR],
        );
        return;
      case 'forget':
        await world.database.query(
          `delete from observation o where asset = $1 and timestamp = (select max(timestamp) from observation where asset = $1)`,
          [asset],
        );
        return;
      case 'live':
        await world.database.query('update contract set live = not live where node = $1', [node]);
        return;
      case 'lifeCycle': {
        const lifeCycle = { updated: { timestamp: now - step.hoursAgo * HOUR } };
        await world.database.query(`update entity set details = $2 where node = $1`, [
          ...[asset, JSON.stringify({ lifeCycle })],
        ]);
        return;
      }
      case 'date': {
        const dates = [step.from, step.until].map((hours) => (hours === null ? null : now + hours * HOUR));
        await world.database.query('update contract set effective_from = $2, effective_until = $3 where node = $1', [
          node,
          ...dates,
        ]);
      }
    }
  }

  async function tell(steps: readonly Step[]): Promise<void> {
    await world.database.query(`delete from entity where type in ('dataContract', 'table')`);
    const contracts = await Promise.all(Array.from({ length: CONTRACTS }, () => world.contract()));
    const promised = contracts.map((_, at): Step => ({ does: 'promise', of: at, sla: FREQUENCIES[at]! }));
    for (const step of [...promised, ...steps]) {
      await happen(step, contracts);
      const expected = await judged(contracts);
      expect([step, await listed()]).toEqual([step, expected]);
      atRisk += expected.length;
    }
    await world.work();
    // What is looked at again is what is at risk.
    expect(await looked()).toBe(new Set((await listed()).map((one) => one.split(' ')[0])).size);
  }

  it('are those that are found one by one, whatever happens in which order', async () => {
    atRisk = 0;
    const steps = array(stepsOf(FREQUENCIES, 20), { minLength: 5, maxLength: 25 });
    await assert(
      asyncProperty(steps, (some) => tell(some)),
      { numRuns: 40 },
    );
    expect(atRisk).toBeGreaterThan(10);
  });

  it('are so of times of day, too', async () => {
    atRisk = 0;
    const times = [1, 3, 12, -1].map((hours) => ({ availabilityTime: `${timeOfDay(hours)} UTC` }));
    // Times of day come again after whole days alone.
    const steps = array(stepsOf([...times, ...FREQUENCIES.slice(0, 1)], 0), { minLength: 5, maxLength: 25 });
    await assert(
      asyncProperty(steps, (some) => tell(some)),
      { numRuns: 30 },
    );
    expect(atRisk).toBeGreaterThan(5);
  });

  it('are found again by the check where a look is wrong or missing', async () => {
    const contracts = await Promise.all([1, 2, 3].map(() => world.contract()));
    const now = await world.database.now();
    for (const { node, asset } of contracts) {
      await world.database.query(`update entity set body = '{"sla": {"refreshFrequency": "PT10H"}}' where node = $1`, [
        node,
      ]);
      await world.database.query(`insert into observation (asset, kind, timestamp) values ($1, 'refresh', $2)`, [
        ...[asset, now - 9 * HOUR],
      ]);
    }
    await world.work();
    const all = await judged(contracts);
    expect(all).toHaveLength(3);
    expect(await listed()).toEqual(all);
    await world.database.query(
      'update contract_notice_due set is_at_risk = false, holds_until = $2 where contract = $1',
      [contracts[0]!.node, now + DAY],
    );
    await world.database.query('delete from contract_notice_due where contract = $1', [contracts[1]!.node]);
    expect(await listed()).toHaveLength(1);
    const check = new SlaRiskCheck(world.database);
    expect(await check.block('')).toMatchObject({ mended: { contracts: 2 }, left: [] });
    expect(await listed()).toEqual(all);
    await world.work();
    expect(await check.block('')).toMatchObject({ mended: { contracts: 0 } });
  });
});
