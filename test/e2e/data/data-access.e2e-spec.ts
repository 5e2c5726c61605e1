import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually';
import type { RestAnswer, RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { readStream } from '../runs/event-stream';
import { sourceDatabase, type SourceDatabase } from './source-database';

const SERVICES = '/services/databaseServices';

interface Run {
  readonly id: string;
  readonly status: string;
  readonly reason?: string;
  readonly steps?: readonly { name: string; passed: boolean; reason?: string; field?: string; cure?: string }[];
}
interface Shown {
  readonly suspended?: boolean;
  readonly suspendedBy?: string;
}

describe('the data access of a service', () => {
  let service: RunningService;
  let admin: RestClient;
  let source: SourceDatabase;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'catalog-files-'));
    writeFileSync(join(folder, 'orders.csv'), 'id,amount\n1,2.50\n');
    service = await RunningService.start({ environment: { DATA_FILES_ROOTS: folder } });
    admin = await service.client();
    source = await sourceDatabase(
      'create table sales.orders (id int primary key)',
      'insert into sales.orders values (1)',
    );
  });
  afterAll(async () => {
    await service?.stop();
    await source?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const named = () => `svc_${randomUUID().slice(0, 8)}`;
  const at = (name: string, rest = '') => `${SERVICES}/name/${name}${rest}`;
  const stored = async (config: object = source.config, serviceType = 'Postgres') => {
    const name = named();
    await admin.must('PUT', SERVICES, { name, serviceType, connection: { config } });
    return name;
  };
  const tried = (config: object, serviceType = 'Postgres') =>
    admin.post<Run>(
      `${SERVICES}/connectionTests`,
      { serviceType, connection: { config }, limits: { connectSeconds: 2 } },
      { prefer: 'wait=30' },
    );
  const lastStep = ({ body }: RestAnswer<Run>) => body.steps?.at(-1);

  it.each([
    ['Clickhouse', { hostPort: 'ch.example.org' }, 'clickhouse', '@clickhouse/client', ['hostPort']],
    ['Trino', { hostPort: 'trino.example.org', username: 'u', catalog: 'c' }, 'trino', 'node', ['username', 'catalog']],
  ])(
    'is given to services of the type %s, and asks for what they need',
    async (type, config, engine, driver, needs) => {
      const name = await stored(config, type);
      expect(await admin.put(at(name, '/dataAccess'), { customSql: true })).toMatchObject({
        status: 201,
        body: { engine, driver: { package: driver, installed: true } },
      });
      const other = await stored({ hostPort: needs.includes('hostPort') ? 'a b' : 'x.example.org' }, type);
      const { status, body } = await admin.put<{ details: { field: string }[] }>(at(other, '/dataAccess'), {});
      expect([status, body.details.map(({ field }) => field)]).toEqual([
        400,
        needs.map((field) => `connection.config.${field}`),
      ]);
    },
  );

  it('is given, shown with its defaults, replaced and taken away', async () => {
    const name = await stored();
    const listed = () => admin.get(`${SERVICES}/dataAccess?service=${name}`);
    expect((await admin.get(at(name, '/dataAccess'))).status).toBe(404);
    expect(await listed()).toMatchObject({ status: 200, body: { data: [] } });
    const given = await admin.put(at(name, '/dataAccess'), { limits: { connections: 3 } });
    expect(given).toMatchObject({
      status: 201,
      body: { enabled: true, timezone: 'UTC', limits: { connections: 3, runSeconds: 900 } },
    });
    expect(await admin.put(at(name, '/dataAccess'), { customSql: true })).toMatchObject({
      status: 200,
      body: { limits: { connections: 2 } },
    });
    expect(await admin.put(at(name, '/dataAccess'), { functions: ['f', 'pg_sleep', 'a b'] })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'functions[2]' }] },
    });
    expect(await admin.put(at(name, '/dataAccess'), { functions: ['f', 'pg_sleep'] })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'functions[1]', message: expect.stringContaining('pg_sleep') as string }] },
    });
    const functions = ['public.levenshtein', 'score'];
    await admin.must('PUT', at(name, '/dataAccess'), { customSql: true, functions });
    expect((await admin.get(at(name, '/dataAccess'))).body).toMatchObject({
      ...{ customSql: true, functions },
      engine: 'postgres',
      driver: { package: 'pg', installed: true },
    });
    expect((await listed()).body).toEqual({ data: [(await admin.get(at(name, '/dataAccess'))).body] });
    expect((await admin.get(`${SERVICES}/dataAccess?service=${name}_gone`)).status).toBe(404);
    expect((await admin.delete(at(name, '/dataAccess'))).status).toBe(204);
    expect((await admin.delete(at(name, '/dataAccess'))).status).toBe(404);
    const { data } = (await admin.get<{ data: { operation: string }[] }>(`/audit?limit=10&entityType=databaseService`))
      .body;
    expect(data.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['dataAccessSet', 'dataAccessRemoved']),
    );
  });

  it.each([
    ['an unknown member', { colour: 1 }, 'colour'],
    ['a limit out of its range', { limits: { statementSeconds: 0 } }, 'limits.statementSeconds'],
    [
      'an invalid pattern',
      { crawl: { tableFilterPattern: { includes: ['[x'] } } },
      'crawl.tableFilterPattern.includes[0]',
    ],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 'timezone'],
  ])('is refused with %s', async (_, body, field) => {
    const answer = await admin.put<{ details: { field: string }[] }>(at(await stored(), '/dataAccess'), body);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field }] } });
  });

  it('is refused where no engine reads the service, it lacks something, or it has no connection', async () => {
    expect(await admin.put(at(await stored({}, 'CustomDatabase'), '/dataAccess'), {})).toMatchObject({ status: 400 });
    const bare = await stored({ type: 'Postgres', username: 'x', database: 'x' });
    expect(await admin.put(at(bare, '/dataAccess'), {})).toMatchObject({
      status: 400,
      body: { details: [{ field: 'connection.config.hostPort' }] },
    });
    const name = named();
    await admin.must('PUT', SERVICES, { name, serviceType: 'Postgres' });
    expect(await admin.put(at(name, '/dataAccess'), {})).toMatchObject({ status: 409 });
  });

  it('is for whoever a rule lets, and neither for owners nor by a rule on everything', async () => {
    const name = await stored();
    for (const role of ['DataConsumer', 'DataSteward', 'Bot']) {
      const other = await service.client(`${role}_${randomUUID().slice(0, 6)}`, role);
      expect(await other.put(at(name, '/dataAccess'), {})).toMatchObject({ status: 403 });
      expect(await other.get(`${SERVICES}/dataAccess?service=${name}`)).toMatchObject({ status: 403 });
      expect(await other.post(at(name, '/connectionTests'))).toMatchObject({ status: 403 });
    }
  });

  it('is suspended where somebody else leads the connection elsewhere, and nobody is called there', async () => {
    let calls = 0;
    const stranger: Server = createServer((socket) => void (calls++, socket.destroy()));
    await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
    try {
      const name = await stored();
      await admin.must('PUT', at(name, '/dataAccess'), {});
      const bot = await service.client(`bot_${randomUUID().slice(0, 6)}`, 'Bot');
      const { port } = stranger.address() as { port: number };
      const config = { ...source.config, hostPort: `127.0.0.1:${port}`, authType: { password: '*********' } };
      expect((await bot.put(SERVICES, { name, serviceType: 'Postgres', connection: { config } })).status).toBe(200);
      const shown = (await admin.get<Shown>(at(name, '/dataAccess'))).body;
      expect(shown).toMatchObject({ suspended: true, suspendedBy: expect.stringMatching(/^bot_/) as string });
      expect(await admin.post(at(name, '/connectionTests'))).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('bot_') as string },
      });
      expect(calls).toBe(0);
      await admin.must('PUT', SERVICES, { name, serviceType: 'Postgres', connection: { config: source.config } });
      await admin.must('PUT', at(name, '/dataAccess'), {});
      expect((await admin.post<Run>(at(name, '/connectionTests'))).body.status).toBe('Success');
    } finally {
      stranger.close();
    }
  });

  it('follows a change by whoever may give it, and a new password by anybody', async () => {
    const name = await stored();
    await admin.must('PUT', at(name, '/dataAccess'), {});
    const other = { ...source.config, sslMode: 'prefer' };
    await admin.must('PUT', SERVICES, { name, serviceType: 'Postgres', connection: { config: other } });
    const bot = await service.client(`bot_${randomUUID().slice(0, 6)}`, 'Bot');
    await bot.must('PUT', SERVICES, {
      name,
      serviceType: 'Postgres',
      connection: { config: { ...other, authType: { password: 'another' } } },
    });
    expect((await admin.get<Shown>(at(name, '/dataAccess'))).body.suspended).toBeUndefined();
  });

  describe('a test of a connection', () => {
    it('passes its four steps on a database, as an ordinary role, and is shown at the service', async () => {
      const name = await stored();
      const run = await admin.post<Run>(at(name, '/connectionTests'), undefined, { prefer: 'wait=30' });
      expect(run).toMatchObject({ status: 200, body: { status: 'Success' } });
      expect(run.body.steps?.map(({ name: step, passed }) => [step, passed])).toEqual(
        ['Reach', 'LogIn', 'List', 'Read'].map((step) => [step, true]),
      );
      const { testConnectionResult } = (await admin.get(at(name, '?fields=testConnectionResult'))).body;
      expect(testConnectionResult).toMatchObject({ status: 'Successful' });
      const { data } = (await admin.get<{ data: Run[] }>(`/dataRuns?service=${name}&kind=connectionTest`)).body;
      expect(data.map(({ id }) => id)).toEqual([run.body.id]);
      const { events } = await readStream(admin, `/dataRuns/${run.body.id}/events`);
      expect(events.map(({ event }) => event).filter((event) => event !== 'progress')).toEqual([
        'state',
        'state',
        'state',
        'end',
      ]);
    });

    it('passes on a folder below the roots, and on nothing beside them', async () => {
      const of = (path: string) => tried({ type: 'Datalake', configSource: { type: 'Local', path } }, 'Datalake');
      expect((await of(folder)).body.status).toBe('Success');
      expect(lastStep(await of('/etc'))).toMatchObject({ name: 'Reach', reason: 'folderNotAllowed' });
    });

    it.each([
      [
        'a wrong password',
        { authType: { password: 'wrong-canary' } },
        'LogIn',
        'loginRefused',
        'connection.config.authType.password',
      ],
      [
        'a database that is not there',
        { database: 'no_such_db' },
        'LogIn',
        'databaseNotFound',
        'connection.config.database',
      ],
      ['nobody who listens', { hostPort: '127.0.0.1:1' }, 'Reach', 'sourceUnreachable', 'connection.config.hostPort'],
      ['an unknown name', { hostPort: 'no-such-host.invalid' }, 'Reach', 'hostUnknown', 'connection.config.hostPort'],
      [
        'an address of cloud metadata',
        { hostPort: '169.254.169.254' },
        'Reach',
        'sourceUnreachable',
        'connection.config.hostPort',
      ],
    ])('tells of %s, and what to change', async (_, more, name, reason, field) => {
      const run = await tried({ ...source.config, ...more });
      expect(run.body).toMatchObject({ status: 'Failed', reason });
      expect(lastStep(run)).toMatchObject({
        name,
        passed: false,
        reason,
        field,
        cure: expect.stringMatching(/.{10}/) as string,
      });
    });

    it('of what is not stored is seen by administrators and who asked, and nothing of the connection is kept', async () => {
      const run = await tried({ ...source.config, database: 'no_such_db' });
      const other = await service.client(`eve_${randomUUID().slice(0, 6)}`, 'DataSteward');
      expect((await other.get(`/dataRuns/${run.body.id}`)).status).toBe(404);
      const texts = [
        run.body,
        (await admin.get('/dataRuns?limit=100')).body,
        (await admin.get('/audit?limit=100')).body,
      ];
      const all = texts.map((one) => JSON.stringify(one)).join() + service.output('api') + service.output('worker-0');
      for (const form of [
        source.password,
        encodeURIComponent(source.password),
        Buffer.from(source.password).toString('base64'),
      ])
        expect(all).not.toContain(form);
      expect(await admin.post(`/dataRuns/${run.body.id}/cancel`)).toMatchObject({ status: 409 });
    });
  });

  it('ends with the service, and so do its runs for all but administrators', async () => {
    const name = await stored();
    await admin.must('PUT', at(name, '/dataAccess'), {});
    const run = (await admin.post<Run>(at(name, '/connectionTests'))).body;
    const steward = await service.client(`sam_${randomUUID().slice(0, 6)}`, 'DataSteward');
    expect((await steward.get(`/dataRuns/${run.id}`)).status).toBe(200);
    await admin.must('DELETE', at(name, '?hardDelete=true&recursive=true'));
    await eventually(async () => (await steward.get(`/dataRuns/${run.id}`)).status === 404 || undefined);
    expect((await admin.get(`/dataRuns/${run.id}`)).body).toMatchObject({ service: { name } });
  });
});
