import { randomUUID } from 'node:crypto';
import { AccessControl } from '@app/auth';
import { CatalogCheck, CatalogCheckModule, type CheckBlock, type CheckStep } from '@app/catalog';
import { KeysetPages, type Actor } from '@app/common';
import { ContractCheck } from '@app/contracts';
import { Recounts, requestRecount } from '@app/recounts';
import { Leases, RunQueue } from '@app/runs';
import { RecountWork } from '../../../libs/recounts/src/recount-work';
import { eventually } from '../../support/eventually';
import { ADMIN, CatalogFixture, newName } from '../catalog/catalog.fixture';

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly progress?: object;
  readonly [member: string]: unknown;
}

/** A step of blocks `1` to `last`, each of ten rows. */
class Counted implements CheckStep {
  readonly name = 'counted';
  /** The keys behind which blocks were asked for. */
  readonly asked: string[] = [];

  constructor(
    private readonly at: (block: number) => Promise<void> = () => Promise.resolve(),
    private readonly last = 5,
  ) {}

  size(): Promise<number> {
    return Promise.resolve(10 * this.last);
  }

  async block(after: string): Promise<CheckBlock> {
    this.asked.push(after);
    const block = Number(after || 0) + 1;
    await this.at(block);
    return { compared: 10, mended: { counts: 1 }, left: [], ...(block < this.last && { next: String(block) }) };
  }
}

/** A promise that somebody else ends. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('a recount', () => {
  let catalog: CatalogFixture;
  let recounts: Recounts;
  const queues: RunQueue[] = [];

  beforeAll(async () => {
    catalog = await CatalogFixture.open(CatalogCheckModule);
    recounts = new Recounts(catalog.database, new AccessControl(), new KeysetPages(Buffer.alloc(32, 7)));
  });
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop(0)));
    await catalog.database.query('delete from recount_run');
  });
  afterAll(() => catalog.close());

  /** A worker that carries out recounts. @param leases of one that dies: it renews none */
  const worker = (
    steps: readonly CheckStep[],
    leases: Pick<Leases, 'lease' | 'worker'> = new Leases(catalog.database),
  ) => {
    const queue = new RunQueue(catalog.database);
    queue.register(new RecountWork(catalog.database, leases, steps, { workerQueues: ['batch'] }));
    queue.start();
    queues.push(queue);
    return queue;
  };
  const dying = (): Pick<Leases, 'lease' | 'worker'> => ({
    worker: 'dying',
    lease: () => ({ lost: new AbortController().signal, release: () => undefined }),
  });
  const request = () => catalog.database.transaction((tx) => requestRecount(tx, 'ann'));
  const read = async (id: string): Promise<Shown> => (await recounts.read(ADMIN, id)) as Shown;
  const wait = async (waitMs = 20_000): Promise<Shown> => {
    const answer = await recounts.request(ADMIN, { waitMs, signal: new AbortController().signal });
    return JSON.parse(answer.body) as Shown;
  };
  const ended = (id: string): Promise<Shown> =>
    eventually(
      () => read(id),
      ({ status }) => status !== 'Queued' && status !== 'Running',
    );
  const loseLease = () =>
    catalog.database.query(
      `update recount_run set lease_until = clock_timestamp() - interval '1 s' where status = 'Running'`,
    );
  const checked = () => [...catalog.part(CatalogCheck).steps, new ContractCheck(catalog.database)];

  it('mends what differs and says what it was', async () => {
    const table = await catalog.make('table');
    await catalog.database.query(`update entity set fqn = 'mangled' where id = $1`, [table.id]);
    await catalog.database.query(`update counter set n = n + 5 where type = 'table' and parent = 0`);
    worker(checked());
    const recount = await wait();
    expect(recount).toMatchObject({
      status: 'Success',
      requestedBy: 'admin',
      attempts: 1,
      mended: { misnamed: 1, mishidden: 0, counts: 1, contracts: 0 },
      left: [],
      message: expect.stringMatching(/^\d+ entities; 1 misnamed, .* 1 counts out of step: mended\.$/) as string,
    });
    expect(recount).not.toHaveProperty('position');
    const { done, total } = recount.progress as { done: number; total: number };
    expect(done).toBe(total);
    expect(await wait()).toMatchObject({ message: expect.stringMatching(/nothing to mend\.$/) as string });
  });

  it('names what it could not mend', async () => {
    const database = await catalog.make('database');
    const schemaOf = { database: database.fullyQualifiedName };
    const [one, other] = [
      await catalog.make('databaseSchema', schemaOf),
      await catalog.make('databaseSchema', schemaOf),
    ];
    await catalog.database.query(`update entity set name = $2 where id = $1`, [other.id, one.name]);
    worker(checked());
    expect(await wait()).toMatchObject({
      status: 'PartialSuccess',
      left: [expect.stringContaining(`databaseSchema ${other.fullyQualifiedName} (${other.id})`)],
    });
    await catalog.database.query(`update entity set name = $2 where id = $1`, [other.id, newName('free')]);
  });

  it('is one at a time: a request joins the open one', async () => {
    const asked = await recounts.request(ADMIN, { waitMs: 0, signal: new AbortController().signal });
    expect(asked).toMatchObject({
      status: 202,
      headers: { Location: expect.stringContaining('/system/recounts/') as string },
    });
    const { id } = JSON.parse(asked.body) as Shown;
    const again = await recounts.request(ADMIN, { waitMs: 0, signal: new AbortController().signal });
    expect(again).toMatchObject({ status: 202, headers: { 'X-Recount-Joined': 'true' } });
    expect(JSON.parse(again.body)).toMatchObject({ id });
    expect(await request()).toMatchObject({ id, joined: true });
    const { data, paging } = await recounts.page(ADMIN, { limit: 10 });
    expect({ data, paging }).toMatchObject({ data: [{ id, status: 'Queued' }], paging: { total: 1 } });
    const signal = new AbortController().signal;
    const [first, second] = await Promise.all(
      [1, 2].map(() => recounts.request({ ...ADMIN, name: 'bob' }, { waitMs: 0, signal })),
    );
    expect([JSON.parse(first!.body), JSON.parse(second!.body)]).toMatchObject([{ id }, { id }]);
  });

  it('goes on behind the last block when its worker has died, and counts a crash', async () => {
    const { id } = await request();
    const reached = gate();
    const never = gate();
    const killed = new Counted((block) => {
      if (block !== 4) return Promise.resolve();
      reached.open();
      return never.opened;
    });
    worker([killed], dying());
    await reached.opened;
    expect(await read(id)).toMatchObject({
      ...{ status: 'Running', attempts: 1, mended: { counts: 3 } },
      progress: { done: 30, total: 50, current: 'counted' },
    });
    await loseLease();
    const next = new Counted();
    worker([next]);
    expect(await ended(id)).toMatchObject({
      id,
      status: 'Success',
      attempts: 2,
      compared: { counted: 50 },
      mended: { counts: 5 },
    });
    expect(next.asked).toEqual(['3', '4']);
    const [row] = await catalog.database.query('select crashes from recount_run where id = $1', [id]);
    expect(row).toEqual({ crashes: 1 });
    // What comes from the dead afterwards is refused.
    never.open();
    await Promise.all(queues.splice(0).map((queue) => queue.stop(2_000)));
    expect(await read(id)).toMatchObject({ attempts: 2, mended: { counts: 5 }, status: 'Success' });
  });

  it('goes on behind the last block when its worker has stopped, without a crash', async () => {
    const { id } = await request();
    const reached = gate();
    const stopped = new Counted((block) => {
      if (block === 2) reached.open();
      return block === 2 ? new Promise((resolve) => setTimeout(resolve, 200)) : Promise.resolve();
    });
    const queue = worker([stopped]);
    await reached.opened;
    await queue.stop(0);
    expect(stopped.asked).toEqual(['', '1']);
    expect(await read(id)).toMatchObject({ status: 'Running', progress: { done: 20 } });
    const next = new Counted();
    worker([next]);
    expect(await ended(id)).toMatchObject({ id, status: 'Success', attempts: 2 });
    expect(next.asked).toEqual(['2', '3', '4']);
    expect(await catalog.database.query('select crashes, failures from recount_run')).toEqual([
      { crashes: 0, failures: 0 },
    ]);
  });

  it('is tried again where a block fails, and tried alone and given up where it ends its workers', async () => {
    let failures = 1;
    const failing = new Counted((block) =>
      block === 3 && failures-- > 0 ? Promise.reject(new Error('it failed')) : Promise.resolve(),
    );
    const { id } = await request();
    worker([failing]);
    expect(await ended(id)).toMatchObject({ id, status: 'Success', attempts: 2 });
    expect(failing.asked).toEqual(['', '1', '2', '2', '3', '4']);
    await Promise.all(queues.splice(0).map((queue) => queue.stop(0)));
    const poisonous = await request();
    await catalog.database.query(
      `update recount_run set status = 'Running', crashes = 2, alone = true, worker = 'dead', lease_until = now() - interval '1 s' where id = $1`,
      [poisonous.id],
    );
    worker([new Counted()]);
    expect(await ended(poisonous.id)).toMatchObject({ id: poisonous.id, status: 'Aborted', reason: 'workerCrashed' });
  });

  it('ends where it is cancelled, at the block that is under way', async () => {
    const { id } = await request();
    const reached = gate();
    const paused = gate();
    const cancelled = new Counted((block) => {
      if (block !== 2) return Promise.resolve();
      reached.open();
      return paused.opened;
    });
    const queue = worker([cancelled]);
    await reached.opened;
    expect(await recounts.cancel(ADMIN, id)).toMatchObject({
      ...{ status: 'Aborted', reason: 'cancelled', message: 'Cancelled by admin', progress: { done: 10 } },
    });
    paused.open();
    await queue.stop(2_000);
    expect(cancelled.asked).toEqual(['', '1']);
    expect(await read(id)).toMatchObject({ status: 'Aborted', progress: { done: 10 } });
    await expect(recounts.cancel(ADMIN, id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is for administrators alone', async () => {
    const reader: Actor = { name: 'r', id: randomUUID(), isAdmin: false, ownerIds: new Set(), rules: [] };
    const options = { waitMs: 0, signal: new AbortController().signal };
    for (const refused of [
      recounts.request(reader, options),
      recounts.page(reader, { limit: 10 }),
      recounts.read(reader, randomUUID()),
      recounts.cancel(reader, randomUUID()),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(recounts.read(ADMIN, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('stays for a while: of those that have ended the newest hundred', async () => {
    await catalog.database.query(
      `insert into recount_run (id, status, requested_by, timestamp, ended_at)
       select gen_random_uuid(), 'Success', 'ann', n, n from generate_series(1, 120) n`,
    );
    const { id } = await request();
    const { data, paging } = await recounts.page(ADMIN, { limit: 2 });
    expect({ data, paging }).toMatchObject({ data: [{ id }, { timestamp: 120 }], paging: { total: 101 } });
  });
});
