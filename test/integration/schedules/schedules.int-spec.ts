import { randomUUID } from 'node:crypto';
import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { KeysetPages } from '@app/common';
import { Schedules, type ScheduledKind } from '@app/schedules';
import { ContractSchedules, ScheduleList } from '@app/validation';
import { checkerOf } from '../../../apps/api/src/http/input';
import { ValidationSchedule } from '../../../apps/api/src/runs/run.dto';
import { ScheduleRepository } from '../../../libs/schedules/src/schedule.repository';
import { Scheduler } from '../../../libs/schedules/src/scheduler';
import { ValidationTicks } from '../../../libs/validation/src/schedules/validation-ticks';
import { actor, ADMIN, type TestContract } from '../runs/support/contract-world';
import { backends, RunWorld } from '../runs/support/run-world';

const BACKENDS = backends(12);
if (BACKENDS.length === 1) console.info('TEST_REDIS_URL is not set: schedules on Redis are not tested');

describe.each(BACKENDS)('a schedule with the queue on $name', (backend) => {
  let world: RunWorld;
  let service: ContractSchedules;
  let contract: TestContract;

  beforeEach(async () => {
    world = await RunWorld.create(backend);
    const schedules = new Schedules(world.database, new ScheduleRepository(world.database));
    service = new ContractSchedules(world.contracts.finder, schedules);
    contract = await world.contracts.contract();
  });
  afterEach(() => world.destroy());

  const scheduler = (...further: readonly ScheduledKind[]) => {
    const it = new Scheduler(world.database, new ScheduleRepository(world.database));
    it.register(new ValidationTicks(world.database, world.runs, world.dispatcher), ...further);
    return it;
  };
  const put = (body: object, id = contract.id) => service.put(ADMIN, id, checkerOf(ValidationSchedule).body(body));
  /** As if a tick had been due for so long. */
  const missed = (interval: string) =>
    world.database.query(`update schedule set next_at = clock_timestamp() - $1::interval`, [interval]);
  const next = async () => {
    const [row] = await world.database.query<{ next: number | null }>(
      `select extract(epoch from next_at - clock_timestamp())::float8 as next from schedule`,
    );
    return row?.next;
  };
  const runs = () =>
    world.database.query<{ contract: string }>(
      `select contract::text from contract_result where details ->> 'trigger' = 'schedule'`,
    );

  it('is put, read and deleted', async () => {
    const schedule = { cron: '*/5 * * * *', timezone: 'Europe/Berlin', enabled: false };
    expect(await put(schedule)).toEqual({ schedule, isNew: true });
    expect(await next()).toBeNull();
    expect(await put({ cron: ' 0 6 * * 1 ' })).toEqual({
      schedule: { cron: '0 6 * * 1', timezone: 'UTC', enabled: true },
      isNew: false,
    });
    expect(await next()).toBeGreaterThan(0);
    expect(await service.get(ADMIN, contract.id)).toEqual({ cron: '0 6 * * 1', timezone: 'UTC', enabled: true });
    await service.remove(ADMIN, contract.id);
    await expect(service.get(ADMIN, contract.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(service.remove(ADMIN, contract.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is listed by its next run, page by page, without those that are switched off or hidden', async () => {
    const list = new ScheduleList(
      world.database,
      new Visibility(new AccessControl()),
      new KeysetPages(Buffer.alloc(32, 7)),
    );
    const others = await world.contracts.contracts(3);
    const all = [contract, ...others];
    for (const { id } of all) await put({ cron: '0 0 1 1 *', enabled: id !== contract.id }, id);
    await put({ cron: '* * * * *' }, others[2]!.id);
    const ids: string[] = [];
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const page = await list.list(ADMIN, { limit: 1, ...(after === undefined ? {} : { after }) });
      ids.push(...page.data.map((one) => one.contract.id));
      expect(page.data.every(({ nextAt = 0 }) => nextAt > 0)).toBe(true);
      after = page.paging.after;
    }
    // The two others are due at the same time.
    expect(ids[0]).toBe(others[2]!.id);
    expect([...ids].sort()).toEqual(others.map(({ id }) => id).sort());
    const { data } = await list.list(ADMIN, { contract: contract.id });
    expect(data).toEqual([
      {
        contract: expect.objectContaining({ id: contract.id, type: 'dataContract' }) as object,
        entity: expect.objectContaining({ type: 'table' }) as object,
        ...{ cron: '0 0 1 1 *', timezone: 'UTC', enabled: false },
      },
    ]);
    expect(await list.list(ADMIN, { contract: randomUUID() })).toEqual({ data: [], paging: {} });
    const foreign = list.list(ADMIN, { contract: contract.id, after: 'tampered' });
    await expect(foreign).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const rules = [
      { name: 'all', effect: 'allow', operations: ['ViewAll'], resources: ['All'] },
      { name: 'own', effect: 'deny', operations: ['All'], resources: ['dataContract'], condition: '!isOwner()' },
    ] as const;
    const blind = actor('blind', { rules });
    expect((await list.list(blind, {})).data).toEqual([]);
  });

  it('notifies workers of a tick that is earlier than before, and of none that is later', async () => {
    let heard = 0;
    const listening = await world.database.listen(
      'schedule',
      () => heard++,
      () => undefined,
    );
    const notified = async (than: number): Promise<void> => {
      while (heard < than) await new Promise(setImmediate);
    };
    await put({ cron: '0 0 1 1 *' });
    await notified(1);
    await scheduler().takeTicks();
    await missed('1 hour');
    await notified(2);
    expect(await scheduler().takeTicks()).toBe(1);
    await put({ cron: '0 0 1 1 *', enabled: false });
    await put({ cron: '0 0 1 1 *' });
    await notified(3);
    expect(heard).toBe(3);
    listening.close();
  });

  it('is for those who may validate', async () => {
    await expect(
      service.put(actor('a'), contract.id, { cron: '* * * * *', timezone: 'UTC', enabled: true }),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(put({ cron: '* * * * *' }, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('makes one run for a tick, whatever the number of workers, and one for all that were missed', async () => {
    const others = await world.contracts.contracts(150);
    for (const { id } of [contract, ...others]) await put({ cron: '* * * * *' }, id);
    const schedulers = [1, 2, 3, 4].map(() => scheduler());
    await missed('1 s');
    const taken = await Promise.all([...schedulers, ...schedulers].map((one) => one.takeTicks()));
    expect(taken.reduce((sum, n) => sum + n, 0)).toBe(151);
    expect(await runs()).toHaveLength(151);
    expect(await next()).toBeGreaterThan(0);
    expect(await schedulers[0]!.takeTicks()).toBe(0);
    await world.database.query(`delete from validation_run`);
    await missed('3 days');
    for (const one of schedulers) await one.takeTicks();
    expect(await runs()).toHaveLength(302);
    expect(await next()).toBeLessThanOrEqual(60);
  });

  it('makes no run of a contract that is upcoming or has ended, and goes on when it is in force', async () => {
    const [ended, upcoming] = await world.contracts.contracts(2);
    const inMs = (days: string) => `(extract(epoch from clock_timestamp() + interval '${days}') * 1000)::bigint`;
    const set = (column: string, value: string, node: string) =>
      world.database.query(`update contract set ${column} = ${value} where node = $1`, [node]);
    await set('effective_until', inMs('-1 day'), ended!.node);
    await set('effective_from', inMs('1 day'), upcoming!.node);
    for (const { id } of [contract, ended!, upcoming!]) await put({ cron: '* * * * *' }, id);
    await missed('1 s');
    expect(await scheduler().takeTicks()).toBe(3);
    expect(await runs()).toEqual([{ contract: contract.node }]);
    expect(await next()).toBeGreaterThan(0);
    await set('effective_from', inMs('-1 day'), upcoming!.node);
    await missed('1 s');
    await scheduler().takeTicks();
    expect((await runs()).map((run) => run.contract).sort()).toEqual([contract.node, upcoming!.node].sort());
  });

  it('is done by a worker', async () => {
    await put({ cron: '* * * * *' });
    await missed('1 s');
    world.startWorker();
    await scheduler().takeTicks();
    const [{ contract: node } = { contract: '' }] = await runs();
    expect(node).toBe(contract.node);
    // It joins the run of the tick or comes after it: when it has ended, that one has.
    await world.validate(contract);
    const open = await world.database.query(`select 1 from validation_run`);
    expect(open).toEqual([]);
  });

  it('rests while it is disabled, while its contract is deleted, and while much else waits', async () => {
    await put({ cron: '* * * * *', enabled: false });
    expect(await scheduler().takeTicks()).toBe(0);
    await put({ cron: '* * * * *' });
    await missed('1 s');
    await world.database.query(`update contract set live = false`);
    expect(await scheduler().takeTicks()).toBe(1);
    expect(await runs()).toEqual([]);
    await world.database.query(`update contract set live = true`);
    await missed('1 s');
    await world.contracts.contracts(2_000);
    await world.database.query(
      `insert into validation_run (result_id, contract, timestamp, state, trigger, lane, requested_by)
       select gen_random_uuid(), node, 0, 'Queued', 'batch', 'batch', 'test' from contract where node <> $1`,
      [contract.node],
    );
    expect(await scheduler().takeTicks()).toBe(0);
    await world.database.query(`delete from validation_run`);
    expect(await scheduler().takeTicks()).toBe(1);
  });

  it('of one kind does not wait for the queue of another, nor for its errors', async () => {
    await put({ cron: '0 0 1 1 *' });
    const others = await world.contracts.contracts(2);
    const add = (kind: string, node: string) =>
      world.database.query(
        `insert into schedule (target, kind, cron, timezone, enabled, next_at, updated_by) values ($1, $2, '0 0 1 1 *', 'UTC', true, now(), 'ann')`,
        [node, kind],
      );
    await add('full', others[0]!.node);
    await add('broken', others[0]!.node);
    await add('unknown', others[0]!.node);
    await add('open', others[1]!.node);
    await missed('1 s');
    const requested: string[] = [];
    const kind = (name: string, isFull: boolean, request: ScheduledKind['request']): ScheduledKind => ({
      ...{ name, request, isFull: () => Promise.resolve(isFull) },
    });
    const noted = (_tx: unknown, ticks: readonly { readonly kind: string; readonly target: string }[]) => {
      requested.push(...ticks.map((tick) => `${tick.kind} ${tick.target}`));
      return Promise.resolve();
    };
    const broken = kind('broken', false, () => Promise.reject(new Error('it is broken')));
    const it = scheduler(kind('full', true, noted), broken, kind('open', false, noted));
    await expect(it.takeTicks()).rejects.toThrow('it is broken');
    expect(requested).toEqual([`open ${others[1]!.node}`]);
    expect(await runs()).toEqual([{ contract: contract.node }]);
    const due = await world.database.query(`select kind from schedule where next_at < now() order by kind`);
    expect(due).toEqual([{ kind: 'broken' }, { kind: 'full' }, { kind: 'unknown' }]);
  });

  it('that cannot be read any more does not hold up others', async () => {
    const other = await world.contracts.contract();
    // Not every minute: one may begin between the two looks.
    await put({ cron: '0 0 1 1 *' });
    await put({ cron: '0 0 1 1 *' }, other.id);
    await world.database.query(`update schedule set timezone = 'Old/Zone' where target = $1`, [other.node]);
    await missed('1 s');
    expect(await scheduler().takeTicks()).toBe(2);
    expect(await scheduler().takeTicks()).toBe(0);
  });
});
