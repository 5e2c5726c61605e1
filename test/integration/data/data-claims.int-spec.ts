import { randomUUID } from 'node:crypto';
import { purgeDataRuns } from '@app/data';
import { DataRunRepository, type NewDataRun } from '../../../libs/data/src/runs/request/data-run.repository';
import { DataClaimRepository, type HeldDataRun } from '../../../libs/data/src/runs/work/data-claim.repository';
import { CatalogFixture, type Document } from '../catalog/catalog.fixture';

interface Row {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
}

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
    const ref = { id: randomUUID(), type: 'databaseService', name: 'src', fullyQualifiedName: 'src' };
    const run: NewDataRun = {
      ...{ id: randomUUID(), kind: 'reading', request: {}, service: { node: service, ref } },
      ...{ trigger: 'contract', requestedBy: 'ann', isAwaited: false, isUrgent: true },
      ...more,
    };
    const made = await catalog.database.transaction((tx) => new DataRunRepository(catalog.database).request(tx, run));
    return made.id;
  };
  const claim = (worker: string, most = 10): Promise<HeldDataRun[]> =>
    claims.claim(['reading', 'check'], { worker, services: null }, most);
  const finish = (run: HeldDataRun) =>
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

  it('a run whose worker died goes first, is no more its, and is given up after the second time', async () => {
    const source = await sourceOf(1);
    const id = await ask(source);
    const [dead] = await claim('a');
    await ask(source);
    await loseLease(id);
    const [again] = await claim('b');
    expect(again).toMatchObject({ id, attempts: 2, crashes: 1 });
    expect(await finish(dead!)).toBe(false);
    expect(await claims.renew([dead!, again!])).toEqual([id]);
    await loseLease(id);
    await claims.endForsaken(60_000, 2);
    expect((await rows()).find((one) => one.id === id)).toMatchObject({ status: 'Aborted', reason: 'workerCrashed' });
    expect(await finish(again!)).toBe(false);
  });

  it('are kept for their time; of each kind and target the newest stays, and what is open', async () => {
    const [one, other] = [await sourceOf(1), await sourceOf(1)];
    const table = await nodeOf(await catalog.make('table'));
    const put = async (status: string, days: number, service: string | null, asset: string | null = null) => {
      const id = randomUUID();
      await catalog.database.query(
        `insert into data_run (id, kind, status, service, asset, request, trigger, requested_by, timestamp)
         values ($1, 'check', $2, $3, $4, '{}', 'manual', 'ann', extract(epoch from clock_timestamp()) * 1000 - $5 * 86400000::bigint)`,
        [id, status, service, asset, days],
      );
      return id;
    };
    const gone = [
      await put('Success', 30, one),
      await put('Failed', 20, one),
      await put('Success', 20, one, table),
      await put('Success', 20, null),
    ];
    const kept = [
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
