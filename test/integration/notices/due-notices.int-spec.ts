import { randomUUID } from 'node:crypto';
import { Failpoints } from '@app/common';
import { purgeNotices } from '@app/notices';
import { NoticeWorkers } from '../support/notice-workers';
import { NoticeWorld, type Made, type MadeContract } from './notice-world';

const DAY = 86_400_000;
const HOUR = 3_600_000;

describe('notices that time brings', () => {
  let world: NoticeWorld;
  let owner: Made;

  beforeAll(async () => {
    world = await NoticeWorld.open();
    owner = await world.user();
  });
  afterEach(async () => {
    await world.database.query('delete from event_subscription');
    await world.database.query(`delete from entity where type = 'dataContract'`);
  });
  afterAll(() => world.close());

  const subscribe = async (document: Record<string, unknown>): Promise<string> => {
    const id = randomUUID();
    await world.database.query(
      `insert into event_subscription (id, owner, name, document, sealed, enabled, created_at, updated_at, updated_by, may_administrate, position, plan_at, walk_node)
       values ($1::uuid, $2, $1::uuid::text, $3, '', true, 0, 0, 'test', true, 0, 0, 0)`,
      [id, owner.node, JSON.stringify({ filter: {}, digestMinutes: 0, ...document })],
    );
    return id;
  };
  /** The keys of what waits for a subscription. */
  const queued = async (subscription: string, contract: Made): Promise<string[]> =>
    (
      await world.database.query<{ key: string }>(
        `select n.key from event_notice w join contract_notice n on n.id = w.notice
          where w.subscription = $1 and n.contract = $2 and not w.taken order by n.key`,
        [subscription, contract.node],
      )
    ).map(({ key }) => key);
  /** As if their messages were made. */
  const sent = () => world.database.query('update event_notice set taken = true');
  const judged = ({ node }: MadeContract, at: number) =>
    world.database.query(`update contract set ended_status = 'Success', ended_at = $2 where node = $1`, [node, at]);
  const dueAt = async ({ node }: Made, type: string): Promise<number | undefined> => {
    const [row] = await world.database.query<{ at: number }>(
      'select due_at::float8 as at from contract_notice_due where contract = $1 and type = $2',
      [node, type],
    );
    return row?.at;
  };

  it('are of the limits of each subscription, and one is sent its first alone', async () => {
    const now = await world.database.now();
    const [week, late, aborted] = [
      await subscribe({ eventTypes: ['contractNotValidated'] }),
      await subscribe({ eventTypes: ['contractNotValidated'], notValidatedDays: 30 }),
      await subscribe({ eventTypes: ['contractNotValidated'], notJudgedHours: 2 }),
    ];
    const old = await world.contract();
    const silent = await world.contract();
    await judged(old, now - 8 * DAY);
    const result = (age: number, status: string) =>
      world.database.query(
        `insert into contract_result (contract, timestamp, id, status, origin, body, details) values ($1, $2, gen_random_uuid(), $3, 'run', '{}', '{}')`,
        [silent.node, now - age, status],
      );
    await result(9 * DAY, 'Success');
    await result(3 * HOUR, 'Aborted');
    await result(HOUR, 'Aborted');
    await world.work();
    const all = (contract: Made) => Promise.all([week, late, aborted].map((one) => queued(one, contract)));
    const stale = `${now - 8 * DAY} 7d`;
    expect(await all(old)).toEqual([[stale], [], [stale]]);
    // Of one contract the one that says why.
    expect(await all(silent)).toEqual([[`${now - 9 * DAY} 7d`], [], [`${now - 3 * HOUR} 2h`]]);
    await sent();
    await world.database.query(`update contract_result set timestamp = timestamp - $1 where status = 'Aborted'`, [
      2 * DAY,
    ]);
    await world.database.query('update contract_notice_due set due_at = 0');
    await world.work();
    expect(await all(silent)).toEqual([[], [String(now - 3 * HOUR - 2 * DAY)], []]);
  });

  it('are looked for when they may be due, and at nothing else', async () => {
    const now = await world.database.now();
    await subscribe({ eventTypes: ['contractNotValidated', 'contractSlaAtRisk'], notValidatedDays: 3 });
    const [fresh, old, plain] = [await world.contract(), await world.contract(), await world.contract()];
    await judged(fresh, now - DAY);
    await judged(old, now - 4 * DAY);
    await world.database.query(`update entity set body = '{"sla": {"refreshFrequency": "P10D"}}' where node = $1`, [
      fresh.node,
    ]);
    await world.database.query(`insert into observation (asset, kind, timestamp) values ($1, 'refresh', $2)`, [
      fresh.asset,
      now - DAY,
    ]);
    await world.work();
    expect(await dueAt(fresh, 'contractNotValidated')).toBe(now + 2 * DAY);
    const next = (await dueAt(old, 'contractNotValidated'))!;
    expect(next - now - 3 * DAY).toBeGreaterThanOrEqual(0);
    expect(await dueAt(fresh, 'contractSlaAtRisk')).toBe(now + 7 * DAY);
    expect(await dueAt(plain, 'contractSlaAtRisk')).toBeUndefined();
    const transaction = jest.spyOn(world.database, 'transaction');
    await world.workers.due().round();
    expect(transaction).not.toHaveBeenCalled();
    transaction.mockRestore();
    // Without anybody who asks there is nothing to look for.
    await world.database.query('delete from event_subscription');
    await world.database.query('update contract_notice_due set due_at = 0');
    await world.work();
    expect(await dueAt(fresh, 'contractNotValidated')).toBeUndefined();
    // Contracts at risk are found by the looks at them, also without subscriptions.
    expect(await dueAt(fresh, 'contractSlaAtRisk')).toBe(now + 7 * DAY);
  });

  it('come with what happens to a contract: a write, a result that was removed or is old, a run that was aborted', async () => {
    const contract = await world.contract();
    const looked = async (type: string, result?: object): Promise<boolean> => {
      await world.database.query('delete from contract_notice_due');
      await world.event(contract, type, { ...(result && { result }) });
      while (await world.maker().ofEvents());
      return (await dueAt(contract, 'contractNotValidated')) !== undefined;
    };
    expect(await looked('entityUpdated')).toBe(false);
    expect(await looked('resultCreated', { timestamp: 1_000, status: 'Aborted' })).toBe(true);
    await subscribe({ eventTypes: ['contractNotValidated'] });
    await world.work();
    expect(await looked('entityUpdated')).toBe(true);
    expect(await looked('resultCreated', { timestamp: 1_000, status: 'Success' })).toBe(false);
    expect(await looked('resultCreated', { timestamp: -DAY, status: 'Success' })).toBe(true);
    expect(await looked('resultDeleted', { timestamp: 1_000, status: 'Success' })).toBe(true);
  });

  it('are made once of more contracts than are looked at together, by several workers, one of which dies', async () => {
    await world.database.query(
      `with a as (
         insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
         select gen_random_uuid(), 'table', 'many' || n, 'many' || n, 1, 0, 'test', '{}', '{}' from generate_series(1, 1200) n returning node, fqn),
       e as (
         insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details, parent, root)
         select gen_random_uuid(), 'dataContract', 'c', fqn || '.c', 1, 0, 'test', '{}', '{}', node, node from a returning node, parent)
       insert into contract (node, asset, status, live) select node, parent, 'Active', true from e`,
    );
    const subscription = await subscribe({ eventTypes: ['contractNotValidated'] });
    const dying = new NoticeWorkers(world.database, new Failpoints('after-notices-before-commit=error'));
    await expect(dying.work()).rejects.toThrow();
    await Promise.all([1, 2, 3].map(() => world.work()));
    const [count] = await world.database.query<{ notices: number; queued: number }>(
      `select (select count(*)::int from contract_notice) as notices, (select count(*)::int from event_notice where subscription = $1) as queued`,
      [subscription],
    );
    expect(count).toEqual({ notices: 1_200, queued: 1_200 });
    await sent();
    await subscribe({ eventTypes: ['contractNotValidated'] });
    await world.work();
    expect(
      await world.database.query(`select from event_notice where subscription = $1 and not taken`, [subscription]),
    ).toEqual([]);
    expect(await world.database.query(`select from event_notice where not taken`)).toHaveLength(1_200);
  });

  it('stay known to have been sent for as long as they are so', async () => {
    const subscription = await subscribe({ eventTypes: ['contractNotValidated'] });
    const contract = await world.contract();
    await world.work();
    expect(await queued(subscription, contract)).toEqual(['0 7d']);
    await sent();
    await world.database.query('update contract_notice set at = 1');
    await purgeNotices(world.database, 'PT0.001S', new AbortController().signal);
    await world.database.query('update event_subscription set walk_node = 0');
    await world.work();
    expect(await queued(subscription, contract)).toEqual([]);
    await world.database.query('update contract_notice set until = 1');
    await purgeNotices(world.database, 'PT0.001S', new AbortController().signal);
    expect(await world.told(contract)).toEqual([]);
  });
});
