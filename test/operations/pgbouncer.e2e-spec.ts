import { awaitDatabase, migrateDatabase } from '@app/database';
import { migrateQueue } from '@app/queue';
import { queryAt } from '../integration/database/schema-snapshot';
import { sharesSessions } from '../../libs/database/src/connection/shared-sessions';
import { makeContracts, type Result } from '../processes/restart/restart-world';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database';
import { eventually } from '../support/eventually';
import { missingPgBouncer, PgBouncer } from './support/pgbouncer';
import { RunningService } from '../support/running-service';
import { describeUnless } from '../support/unless-refused';

/** Of one API and one worker: in session mode each of their connections holds one of the server's. */
const OF_A_SERVICE = 90;
/** Fewer than the connections of one API and one worker: they have to share them. */
const SHARED = 8;
/** What a result takes at the most that is told: one that is looked for takes longer, always. */
const TOLD_MS = 3_000;
/** How many validations follow each other: on a busy machine some of them take long for other reasons. */
const VALIDATIONS = 10;

const ofService = (service: RunningService): string => ['api', 'worker-0'].map((name) => service.output(name)).join('');

/** Everything that keeps sessions, settings or statements: validations that are waited for, pushed results, searches, exports. */
async function expectWork(service: RunningService): Promise<void> {
  const client = await service.client();
  const contracts = await makeContracts(client, VALIDATIONS);
  const took: number[] = [];
  for (const contract of contracts) {
    const since = performance.now();
    const { contractExecutionStatus } = await client.must<Result>('POST', `/dataContracts/${contract}/validate`);
    expect(contractExecutionStatus).toBe('Success');
    took.push(performance.now() - since);
  }
  expect(Math.min(...took)).toBeLessThan(TOLD_MS);
  const writes = contracts.flatMap((contract, n) => [
    client.must('PATCH', `/dataContracts/${contract}`, [{ op: 'add', path: '/description', value: `text ${n}` }]),
    client.must('PUT', `/dataContracts/${contract}/results`, {
      timestamp: Date.now() - n,
      contractExecutionStatus: 'Failed',
    }),
    client.must('GET', `/dataContracts/${contract}/results`),
    client.must('GET', '/search/query?q=c0&sort_field=name'),
  ]);
  await Promise.all(writes);
  const found = () => client.get<{ hits: { total: { value: number } } }>('/search/query?q=description:text');
  await eventually(found, ({ body }) => body.hits.total.value >= VALIDATIONS);
  expect(ofService(service)).not.toMatch(/unsupported startup parameter|prepared statement|"level":"error"/);
}

describeUnless(missingPgBouncer('session'), 'behind a PgBouncer in session mode', () => {
  let database: TestDatabase;
  let pooler: PgBouncer;
  beforeAll(async () => {
    database = await createTestDatabase('template0');
    pooler = await PgBouncer.start('session', database.url, OF_A_SERVICE);
  });
  afterAll(async () => {
    await pooler?.stop();
    await database.drop();
  });

  it('migrations run, and all that an API and a worker do is done', async () => {
    await migrateDatabase(pooler.url);
    await migrateQueue({ databaseUrl: pooler.url, workerConcurrency: 1 });
    await awaitDatabase({ url: pooler.url, tell: () => undefined });
    const service = await RunningService.start({ environment: { DATABASE_URL: pooler.url, DATABASE_POOL_SIZE: '6' } });
    try {
      await expectWork(service);
      expect(await sharesSessions(pooler.url)).toBe(false);
      expect(ofService(service)).not.toMatch(/pooler/);
    } finally {
      await service.stop();
    }
  });
});

describeUnless(missingPgBouncer('transaction'), 'behind a PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: PgBouncer;
  beforeAll(async () => {
    database = await createTestDatabase('template0');
    pooler = await PgBouncer.start('transaction', database.url, SHARED);
    await migrateDatabase(pooler.url);
    await migrateQueue({ databaseUrl: pooler.url, workerConcurrency: 1 });
  });
  afterAll(async () => {
    await pooler?.stop();
    await database.drop();
  });

  it('all is done with an address past it, by fewer sessions than there are connections', async () => {
    const environment = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
    const service = await RunningService.start({ environment });
    try {
      await expectWork(service);
      expect(ofService(service)).not.toMatch(/pooler/);
    } finally {
      await service.stop();
    }
  });

  it('no setting of one transaction is left to another one', async () => {
    const names = [
      'jit',
      'enable_seqscan',
      'statement_timeout',
      'synchronous_commit',
      'search_path',
      'idle_in_transaction_session_timeout',
    ];
    const seen = new Set<string>();
    const asked = `select ${names.map((name) => `current_setting('${name}')`).join(` || ' ' || `)} as all`;
    for (let n = 0; n < SHARED * 2; n++)
      for (const { all } of await queryAt<{ all: string }>(pooler.url, asked)) seen.add(all);
    expect([...seen]).toEqual([(await queryAt<{ all: string }>(database.url, asked))[0]?.all]);
  });

  it('it is told at the start what is slower without an address past it, and the rest is done', async () => {
    const service = await RunningService.start({ environment: { DATABASE_URL: pooler.url } });
    try {
      await eventually(
        () => service.output('api'),
        (output) => /DATABASE_URL leads to a pooler .*Set DATABASE_DIRECT_URL/.test(output),
      );
      const client = await service.client();
      const [contract] = await makeContracts(client, 1);
      await client.must('POST', `/dataContracts/${contract}/validate`);
      const latest = () => client.get<Result>(`/dataContracts/${contract}/results/latest`);
      await eventually(latest, ({ body }) => body.contractExecutionStatus === 'Success');
    } finally {
      await service.stop();
    }
  });
});
