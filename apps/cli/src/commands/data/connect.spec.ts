import { FakeService, status } from '../../fake-service.cases';
import { ended, SERVICE } from './fake-runs.cases';

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

const PASSWORD = 'Canary/9f%8e';
const URL_WITHOUT = 'postgresql://reader@db.example.org:5432/shop';
const STEPS = [
  { name: 'Reach', passed: true, message: 'The source answers' },
  { name: 'LogIn', passed: true, message: 'The login is taken', durationMs: 31 },
  { name: 'List', passed: true, message: '2 tables' },
  { name: 'Read', passed: true, message: 'sales.orders can be read' },
];

describe('connect', () => {
  const PATH = `/services/databaseServices/${SERVICE.id}`;

  beforeEach(() =>
    Object.assign(service.answers, {
      'POST /services/databaseServices': status(201, SERVICE),
      [`PATCH ${PATH}`]: status(200, SERVICE),
      [`PUT ${PATH}/dataAccess`]: status(201, {}),
      [`POST ${PATH}/connectionTests`]: status(200, ended('connectionTest', 'Success', { steps: STEPS })),
    }),
  );

  const isThere = (): void => void (service.answers['GET /services/databaseServices/name/shop'] = status(200, SERVICE));
  const sent = (call: string): unknown => {
    const [method, path = ''] = call.split(' ');
    const asked = service.asked.find((one) => one.method === method && one.url === `/api/v1${path}`);
    return asked && JSON.parse(asked.body);
  };
  const config = {
    ...{ type: 'Postgres', hostPort: 'db.example.org:5432', username: 'reader', database: 'shop' },
    authType: { password: PASSWORD },
  };

  it.each<[string, readonly string[], { stdin?: string; variables?: Record<string, string> }]>([
    ['stdin', ['--source', URL_WITHOUT], { stdin: `${PASSWORD}\n` }],
    [
      'an environment variable',
      ['--source', URL_WITHOUT],
      { variables: { METADATA_CATALOG_SOURCE_PASSWORD: PASSWORD } },
    ],
    [
      'a connection string in the environment',
      [],
      {
        variables: {
          METADATA_CATALOG_SOURCE: `postgresql://reader:${encodeURIComponent(PASSWORD)}@db.example.org:5432/shop`,
        },
      },
    ],
    [
      'stdin, by its name',
      ['--host-port', 'db.example.org:5432', '--user', 'reader', '--database', 'shop', '--password-file', '-'],
      { stdin: PASSWORD },
    ],
  ])('makes the service, with the password of %s', async (_, args, given) => {
    const { code, out, err } = await service.run(['connect', 'shop', ...args, '-o', 'json'], given);
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ run: expect.anything() as object })]);
    expect(sent('POST /services/databaseServices')).toEqual({
      ...{ name: 'shop', serviceType: 'Postgres' },
      connection: { config },
    });
    expect(sent(`PUT ${PATH}/dataAccess`)).toEqual({ enabled: true });
    for (const text of [out, err]) expect(text).not.toContain(PASSWORD);
  });

  it('says step by step what came of it, and what comes next', async () => {
    isThere();
    const { code, out } = await service.run(['connect', 'shop']);
    expect([code, out]).toEqual([0, expect.stringMatching(/LogIn +passed +31 +The login is taken/)]);
    expect(out).toContain('metadata-catalog crawl shop');
    expect(service.asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT', 'POST']);
  });

  it('of a step that fails says what to change, and how', async () => {
    isThere();
    const login = {
      ...{ name: 'LogIn', passed: false, message: 'password authentication failed', reason: 'loginRefused' },
      ...{ field: 'connection.config.authType.password', cure: 'Check user name and password' },
    };
    const failed = ended('connectionTest', 'Failed', { reason: 'loginRefused', steps: [STEPS[0], login] });
    service.answers[`POST ${PATH}/connectionTests`] = status(200, failed);
    const { code, out } = await service.run(['connect', 'shop']);
    expect([code, out]).toEqual([1, expect.stringMatching(/LogIn +failed +– +password authentication failed/)]);
    expect(out).toContain('loginRefused at connection.config.authType.password\nCheck user name and password');
    expect((await service.run(['connect', 'shop', '-o', 'junit'])).out).toContain(
      'tests="4" failures="1" errors="0" skipped="2"',
    );
  });

  it('changes the connection of a service that is there, and keeps what its access says', async () => {
    isThere();
    const shown = { enabled: false, suspended: true, suspendedBy: 'bob', engine: 'postgres', driver: {} };
    const kept = { timezone: 'Europe/Berlin', limits: { connections: 5 } };
    service.answers[`GET ${PATH}/dataAccess`] = status(200, { ...shown, ...kept });
    const args = ['connect', 'shop', '--source', URL_WITHOUT, '--no-password', '--custom-sql'];
    expect((await service.run(args)).code).toBe(0);
    const { authType: _none, ...open } = config;
    expect(sent(`PATCH ${PATH}`)).toEqual([{ op: 'add', path: '/connection', value: { config: open } }]);
    expect(sent(`PUT ${PATH}/dataAccess`)).toEqual({ ...kept, enabled: true, customSql: true });
  });

  it('takes folders, and connections of any type from a file', async () => {
    await service.run(['connect', 'shop', '--files', '/data/lake', '--database', 'lake']);
    const file = service.file('c.yaml', `type: Snowflake\naccount: a\npassword: ${PASSWORD}\n`);
    const { err, out } = await service.run(['connect', 'shop', '--config-file', file]);
    const made = service.asked.filter(({ url }) => url.endsWith('/databaseServices'));
    expect(made.map(({ body }) => JSON.parse(body) as object)).toEqual([
      {
        ...{ name: 'shop', serviceType: 'Datalake' },
        connection: {
          config: { type: 'Datalake', configSource: { type: 'Local', path: '/data/lake' }, databaseName: 'lake' },
        },
      },
      {
        ...{ name: 'shop', serviceType: 'Snowflake' },
        connection: { config: { type: 'Snowflake', account: 'a', password: PASSWORD } },
      },
    ]);
    expect(err + out).not.toContain(PASSWORD);
  });

  it.each<[string, readonly string[], string]>([
    ['a password on the command line', ['--source', 'postgresql://reader:Canary@h/shop'], 'has a password'],
    ['a password as an option', ['--source', URL_WITHOUT, '--password=Canary'], 'never stands on the command line'],
    ['no database', ['--source', 'postgresql://reader@db.example.org'], 'no database is named: give --database'],
    ['no user', ['--source', 'postgresql://db.example.org/shop'], 'give --user'],
    ['two ways', ['--source', URL_WITHOUT, '--files', '/data'], 'give one of --source'],
    ['a user of a folder', ['--files', '/data', '--user', 'reader'], 'belong to --source or --host-port'],
    ['no user', ['--host-port', 'h'], 'give --user'],
    ['no host', ['--user', 'reader'], 'nothing says where the data is'],
    ['no source of a new service', [], 'there is no service shop yet'],
    ['an empty password', ['--source', URL_WITHOUT], 'the password is empty'],
  ])('is refused with %s', async (_, args, told) => {
    const { code, out, err } = await service.run(['connect', 'shop', ...args]);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(told)]);
    expect(err).not.toContain('Canary');
    expect(service.asked.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('shows nothing of a file that cannot be read as a connection', async () => {
    const file = service.file('c.json', `{"password": "Canary`);
    const { code, err } = await service.run(['connect', 'shop', '--type', 'Mssql', '--config-file', file]);
    expect([code, err]).toEqual([2, expect.stringContaining('must hold an object')]);
    expect(err).not.toContain('Canary');
  });

  it('does not turn a service into one of another type', async () => {
    isThere();
    const { code, err } = await service.run(['connect', 'shop', '--files', '/data']);
    expect([code, err]).toEqual([2, expect.stringContaining('is of the type Postgres, not Datalake')]);
  });
});
