import { randomUUID } from 'node:crypto';
import { purgeDataRuns } from '@app/data';
import { DataRunRepository, type NewDataRun } from '../../../libs/data/src/runs/request/data-run.repository';
import { DataClaimRepository, type LeasedDataRun } from '../../../libs/data/src/runs/work/data-claim.repository';
import { renewLeases } from '../../../libs/runs/src/leases';
import { CatalogFixture, type Document } from '../catalog/catalog.fixture';

interface Row {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
}

const REF = { id: randomUUID(), type: 'databaseService', name: 'src', fullyQualifiedName: 'src' };

describe('data runs and those who take them', () => {
  let catalog: CatalogFixture;
  let claims: DataClaimRepository;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    claims = new DataClaimRepository(catalog.database);
  });
  beforeEach(() => catalog.database.query('delete from data_run'));
  afterAll(() => catalog.close());

  const nodeOf = async ({ id }: Document): Promise<string> =>
    (await catalog.database.query<{ node: string }>('select node::text from entity where id = $1', [id]))[0]!.node;
  const sourceOf = async (connections: number): Promise<string> => {
    const service = await catalog.make('databaseService');
    const node = await nodeOf(service);
    await catalog.database.query(
      `insert into data_access (service, service_id, document, digest, updated_by) values ($1, $2, $3, '', 'ann')`,
      [node, service.id, { enabled: true, limits: { connections } }],
    );
    return node;
  };
  /** A run that is Queued. @param more how it is asked for */
  const ask = async (service: string, more: Partial<NewDataRun> = {}): Promise<string> => {
    const run: NewDataRun = {
      ...{ id: randomUUID(), kind: 'reading', request: {}, service: { node: service, ref: REF } },
      ...{ trigger: 'contract', requestedBy: 'ann', isAwaited: false, isUrgent: true },
      ...more,
    };
    const made = await catalog.database.transaction((tx) => new DataRunRepository(catalog.database).request(tx, run));
    return made.id;
  };
  const claim = (worker: string, free = 10, slots = 1): Promise<LeasedDataRun[]> =>
    claims.claim(['reading', 'check', 'connectionTest'], { worker, services: null }, { free, slots });
  const finish = (run: LeasedDataRun) =>
    catalog.database.transaction((tx) => claims.finish(tx, run, { status: 'Success', message: 'fine' }));
  const loseLease = (id: string) =>
    catalog.database.query(`update data_run set lease_until = clock_timestamp() - interval '1 s' where id = $1`, [id]);
  const rows = () => catalog.database.query<Row & object>('select id::text, status, reason from data_run');

  it('a service has as many readings as its access allows, whatever workers there are', async () => {
    const [narrow, other] = [await sourceOf(2), await sourceOf(1)];
    for (let i = 0; i < 5; i++) await ask(narrow);
    const elsewhere = await ask(other);
    const held = (await Promise.all(['a', 'b', 'c', 'd'].map((worker) => claim(worker)))).flat();
    expect(held.filter(({ service }) => service === narrow)).toHaveLength(2);
    expect(held.filter(({ service }) => service === other)).toMatchObject([{ id: elsewhere }]);
    expect(await claim('e')).toEqual([]);
    await finish(held.find(({ service }) => service === narrow)!);
    const next = (await Promise.all(['a', 'b', 'c'].map((worker) => claim(worker)))).flat();
    expect(next).toMatchObject([{ service: narrow, attempts: 1 }]);
  });

  it('one that somebody waits for goes before older ones', async () => {
    const source = await sourceOf(1);
    await ask(source, { isUrgent: false });
    const urgent = await ask(source);
    expect(await claim('a')).toMatchObject([{ id: urgent }]);
  });

  it('slots are shared among services, then among people', async () => {
    const [crowded, quiet, third] = [await sourceOf(5), await sourceOf(5), await sourceOf(5)];
    const by = (requestedBy: string) => ({ requestedBy });
    for (let i = 0; i < 5; i++) await ask(crowded, by('ann'));
    await ask(crowded, by('bob'));
    const ofQuiet = await ask(quiet, by('ann'));
    // One of each service, whatever waits longer.
    const first = await claim('a', 2);
    expect(first.map(({ service }) => service).sort()).toEqual([crowded, quiet].sort());
    // Two of ann are running: of the services that have one each, that of bob goes before hers.
    const ofThird = await ask(third, by('ann'));
    const bobs = await ask(quiet, by('bob'));
    expect(await claim('b', 1)).toMatchObject([{ id: ofThird }]);
    expect(await claim('b', 1)).toMatchObject([{ id: bobs }]);
    expect(first.map(({ id }) => id)).toContain(ofQuiet);
    // Runs that somebody waits for go first all the same.
    await ask(await sourceOf(5), { ...by('cleo'), isUrgent: false });
    expect(await claim('b', 1)).toMatchObject([{ service: crowded }]);
  });

  it('the last slot of a worker is left to quick runs, of whomever', async () => {
    const [slow, other] = [await sourceOf(10), await sourceOf(10)];
    for (let i = 0; i < 8; i++) await ask(i % 2 ? slow : other);
    const first = await claim('a', 4, 4);
    expect(first).toHaveLength(3);
    expect(await claim('a', 1, 4)).toEqual([]);
    const third = await sourceOf(1);
    const test = await ask(third, { kind: 'connectionTest', requestedBy: 'bob' });
    expect(await claim('a', 1, 4)).toMatchObject([{ id: test }]);
    // Another worker has a last slot of its own; one with a single slot has none to leave.
    expect(await claim('b', 4, 4)).toHaveLength(3);
    expect(await claim('c', 1, 1)).toHaveLength(1);
    await finish(first[0]!);
    expect(await claim('a', 1, 4)).toHaveLength(1);
  });

  it('a run is quick where the last one of its kind and target took a few seconds', async () => {
    const source = await sourceOf(10);
    const [small, large, ref] = [
      await nodeOf(await catalog.make('table')),
      await nodeOf(await catalog.make('table')),
      REF,
    ];
    const took = (asset: string, ms: number) =>
      catalog.database.query(
        `insert into data_run (id, kind, status, service, asset, trigger, requested_by, timestamp, started_at, ended_at)
         values (gen_random_uuid(), 'check', 'Success', $1, $2, 'manual', 'ann', $3, 0, $3)`,
        [source, asset, ms],
      );
    await took(small, 5_000);
    await took(large, 1);
    await took(large, 5_001);
    const ofTable = (node: string) => ask(source, { kind: 'check', asset: { node, ref } });
    const asked = [await ofTable(large), await ofTable(large), await ofTable(small)];
    expect((await claim('a', 2, 2)).map(({ id }) => id)).toEqual([asked[0], asked[2]]);
    expect(await claim('a', 1, 2)).toEqual([]);
  });

  it('a run whose worker died goes first, and is no more its', async () => {
    const source = await sourceOf(1);
    const id = await ask(source);
    const [dead] = await claim('a');
    await ask(source);
    await loseLease(id);
    const [again] = await claim('b');
    expect(again).toMatchObject({ id, attempts: 2, crashes: 1 });
    expect(await finish(dead!)).toBe(false);
    const { table } = claims.leased;
    const leased = [dead!, again!].map((run) => ({ run, table }));
    expect([...(await renewLeases(catalog.database, leased))]).toEqual([id]);
    expect(await claims.leased.handBack(dead!)).toBe(false);
    expect(await claims.leased.handBack(again!)).toBe(true);
    expect(await claim('c')).toMatchObject([{ id, attempts: 3, crashes: 1 }]);
  });

  it('a run is given up after a third crash in which it was alone, and only then', async () => {
    const source = await sourceOf(1);
    const id = await ask(source);
    const crash = async (isAlone = false) => {
      const [run] = await claim('dying');
      if (isAlone) expect(await claims.leased.markAlone(run!)).toBe(true);
      await loseLease(id);
      await claims.endForsaken(60_000);
      return run!.crashes;
    };
    // The third and fourth lease are lost beside others: one of them may have been to blame.
    expect([await crash(), await crash(), await crash(), await crash()]).toEqual([0, 1, 2, 2]);
    expect(await rows()).toMatchObject([{ id, status: 'Running' }]);
    expect(await crash(true)).toBe(2);
    expect(await rows()).toMatchObject([{ id, status: 'Aborted', reason: 'workerCrashed' }]);
    expect(await claim('next')).toEqual([]);
  });

  it('are kept for their time; of each kind and target the newest stays, and what is open', async () => {
    const [one, other] = [await sourceOf(1), await sourceOf(1)];
    const table = await nodeOf(await catalog.make('table'));
    const put = async (
      status: string,
      days: number,
      service: string | null,
      asset: string | null = null,
      request: object = {},
    ) => {
      const id = randomUUID();
      await catalog.database.query(
        `insert into data_run (id, kind, status, service, asset, request, trigger, requested_by, timestamp)
         values ($1, 'check', $2, $3, $4, $6, 'manual', 'ann', extract(epoch from clock_timestamp()) * 1000 - $5::float8 * 86400000)`,
        [id, status, service, asset, days, JSON.stringify(request)],
      );
      return id;
    };
    const [hour, tried] = [1 / 24, { definitions: [] }];
    const gone = [
      await put('Success', 30, one),
      await put('Failed', 20, one),
      await put('Success', 20, one, table),
      await put('Success', 20, null),
      // A dry run goes after an hour, also as the newest.
      await put('Success', 2 * hour, one, table, tried),
    ];
    const kept = [
      await put('Success', hour / 2, other, null, tried),
      await put('Running', 2 * hour, one, null, tried),
      await put('Success', 12, one),
      await put('Aborted', 11, one, table),
      await put('Success', 40, other),
      await put('Queued', 50, one),
      await put('Running', 50, one, table),
      await put('Success', 1, null),
    ];
    expect(await purgeDataRuns(catalog.database, 'P10D', new AbortController().signal)).toBe(gone.length);
    expect((await rows()).map(({ id }) => id).sort()).toEqual(kept.sort());
  });
});
