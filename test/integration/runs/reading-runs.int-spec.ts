import { randomUUID } from 'node:crypto';
import { RunWorld, SUCCESS } from './support/run-world';
import { ADMIN, type TestContract } from './support/contract-world';

/** The life of a run that waits for a reading, in the tables alone: nobody reads. */
describe('a run that waits for readings', () => {
  let world: RunWorld;
  let contract: TestContract;
  let result: string;

  beforeEach(async () => {
    world = await RunWorld.create();
    [contract] = (await world.contracts.contracts(1)) as [TestContract];
    result = await world.queuedRun(contract);
  });
  afterEach(() => world.destroy());

  const row = async () =>
    (
      await world.database.query<Record<string, unknown>>(
        `select state, reads, worker, claim, lease_until < clock_timestamp() as "isReady" from validation_run where result_id = $1`,
        [result],
      )
    )[0];
  const add = (id: string = randomUUID()) =>
    world.database.query(
      `insert into data_run (id, kind, status, request, trigger, requested_by, timestamp, for_result)
       values ($1, 'reading', 'Running', '{}', 'contract', 'ann', 0, $2)`,
      [id, result],
    );
  const end = (id: string) => world.database.query(`update data_run set status = 'Success' where id = $1`, [id]);
  const wait = async (...ids: string[]) => {
    const run = (await world.claim(result))!;
    return world.claims.awaitReadings(run, {
      ask: async (tx) => {
        for (const id of ids)
          await tx.query(
            `insert into data_run (id, kind, status, request, trigger, requested_by, timestamp, for_result)
             values ($1, 'reading', 'Running', '{}', 'contract', 'ann', 0, $2)`,
            [id, result],
          );
      },
      areOpen: async (tx) =>
        (
          (await tx.query(`select 1 from data_run where for_result = $1 and status in ('Queued', 'Running')`, [
            result,
          ])) as unknown[]
        ).length > 0,
    });
  };

  it('has no lease and no worker, and is ready when the last reading has ended', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    expect(await wait(one, other)).toBe('waiting');
    expect(await row()).toEqual({ state: 'Running', reads: true, worker: null, claim: null, isReady: null });
    expect(await world.claim(result)).toBeUndefined();
    await end(one);
    expect(await row()).toMatchObject({ isReady: null });
    await end(other);
    expect(await row()).toMatchObject({ isReady: true });
    expect(await world.claim(result)).toMatchObject({ evidence: 'read', crashes: 0, attempt: 1 });
  });

  it('is ready when the record of a reading is removed', async () => {
    const one = randomUUID();
    await wait(one);
    await world.database.query('delete from data_run where id = $1', [one]);
    expect(await row()).toMatchObject({ isReady: true });
  });

  it('does not begin to wait for what has ended', async () => {
    await add();
    await world.database.query(`update data_run set status = 'Aborted' where for_result = $1`, [result]);
    expect(await wait()).toBe('ended');
    expect(await row()).toMatchObject({ reads: false, isReady: false });
  });

  it('asks for nothing where another worker has it', async () => {
    const run = (await world.claim(result))!;
    await world.expireLease(result);
    await world.claim(result, 'another');
    const ask = jest.fn();
    expect(await world.claims.awaitReadings(run, { ask, areOpen: () => Promise.resolve(true) })).toBe('lost');
    expect(ask).not.toHaveBeenCalled();
  });

  it('cancels its readings with it, and lets the next run of the contract begin', async () => {
    const one = randomUUID();
    await wait(one);
    const next = await world.queuedRun(contract);
    await world.service.cancel(ADMIN, contract.id, result);
    expect(await world.database.query('select status, reason from data_run where id = $1', [one])).toEqual([
      { status: 'Aborted', reason: 'cancelled' },
    ]);
    expect(await row()).toBeUndefined();
    expect(await world.claim(next)).toBeDefined();
  });

  it('reads the source if any of the requests that joined wants it', async () => {
    const evidence = async () =>
      (await world.database.query('select evidence from validation_run where result_id = $1', [result]))[0]?.evidence;
    const wanted = [{ contract: contract.node, requestedBy: 'ann' }];
    for (const [asked, then] of [
      ['stored', 'auto'],
      ['source', 'source'],
      ['auto', 'source'],
    ] as const) {
      await world.database.transaction((tx) =>
        world.runs.request(tx, wanted, { trigger: 'manual', lane: 'urgent', evidence: asked }),
      );
      expect(await evidence()).toBe(then);
    }
  });

  /** @param access of the service of the asset, and who suspended it */
  const giveAccess = async (access: { enabled: boolean } | undefined, suspendedBy: string | null): Promise<void> => {
    const [service] = await world.database.query<{ node: string; id: string }>(
      `insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
       values (gen_random_uuid(), 'databaseService', 'src', 'src', 1, 0, 'test', '{}', '{}') returning node, id`,
    );
    await world.database.query(
      'update entity set root = $2 where node = (select asset from contract where node = $1)',
      [contract.node, service!.node],
    );
    if (access)
      await world.database.query(
        `insert into data_access (service, service_id, document, digest, suspended_by, updated_by) values ($1, $2, $3, '', $4, 'ann')`,
        [service!.node, service!.id, access, suspendedBy],
      );
  };

  it.each([
    ['no access', undefined, null, { auto: 'stored', source: 'refused' }],
    ['access', { enabled: true }, null, { auto: 'source', source: 'source' }],
    ['access that is suspended', { enabled: true }, 'bob', { auto: 'suspended', source: 'suspended' }],
    ['access that is off', { enabled: false }, null, { auto: 'stored', source: 'refused' }],
    ['access that is off and suspended', { enabled: false }, 'bob', { auto: 'stored', source: 'refused' }],
  ] as const)('finds at its claim where its evidence comes from: %s', async (_, access, suspendedBy, expected) => {
    await giveAccess(access, suspendedBy);
    const found: Record<string, unknown> = {};
    for (const asked of ['auto', 'source', 'stored']) {
      await world.database.query('update validation_run set evidence = $2 where result_id = $1', [result, asked]);
      found[asked] = (await world.claim(result))?.evidence;
      await world.expireLease(result);
    }
    expect(found).toEqual({ ...expected, stored: 'stored' });
  });

  it('of a contract without data access is as it was', async () => {
    const worker = world.startWorker(() => Promise.resolve(SUCCESS));
    expect(await world.validate(contract)).toMatchObject({ status: 200 });
    await worker.stop();
  });
});
