import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from '../data/source-database';
import { Shell, type ShellRun } from './shell';

describe('from a connection string to a verdict, in a shell', () => {
  let admin: RestClient;
  let source: SourceDatabase;
  let shell: Shell;
  const name = `cli_${randomUUID().slice(0, 8)}`;
  const table = () => `${name}.${source.config.database}.sales.orders`;

  beforeAll(async () => {
    const shared = await RunningService.shared();
    admin = await shared.client();
    source = await sourceDatabase(
      'create table sales.orders (id int primary key, amount numeric(8,2), status text)',
      `insert into sales.orders values (1, 2.5, 'new'), (2, -7.5, 'paid'), (3, 4, null)`,
    );
    const { hostPort, database } = source.config;
    shell = new Shell({
      METADATA_CATALOG_URL: shared.baseUrl,
      METADATA_CATALOG_TOKEN: admin.token,
      METADATA_CATALOG_SOURCE: `postgresql://${source.role}@${hostPort}/${database}?sslmode=disable`,
    });
    shell.write('password.txt', `${source.password}\n`);
  });
  afterAll(async () => {
    shell?.remove();
    await source?.drop();
  });

  /** Whatever a command does, it shows no password. */
  const cli = async (...words: string[]): Promise<ShellRun> => {
    const ran = await shell.cli(words);
    expect(ran.out + ran.err).not.toContain(source.password);
    return ran;
  };

  it('a crawl before the connection says what comes first', async () => {
    const ran = await cli('crawl', name);
    expect([ran.code, ran.out, ran.err]).toEqual([
      3,
      '',
      expect.stringContaining(`metadata-catalog.cjs connect ${name}`),
    ]);
  });

  it('a password that is wrong is told with what to change', async () => {
    shell.write('wrong.txt', 'wrong');
    const { code, out } = await cli('connect', name, '--password-file', 'wrong.txt');
    expect([code, out]).toEqual([1, expect.stringMatching(/Reach +passed[\s\S]*LogIn +failed/)]);
    expect(out).toContain('loginRefused at connection.config.authType.password');
  });

  it('the connection is mended, and tried', async () => {
    const { code, out } = await cli(
      'connect',
      name,
      '--password-file',
      'password.txt',
      '--report',
      'junit=connect.xml',
    );
    expect([code, out]).toEqual([0, expect.stringMatching(/Read +passed +\d+ +One of \d+ tables? was read/)]);
    expect(readFileSync(shell.path('connect.xml'), 'utf8')).toContain('tests="4" failures="0"');
  });

  it('its tables come into the catalog', async () => {
    const dry = await cli('crawl', name, '--dry-run', '--output', 'json');
    expect([dry.code, JSON.parse(dry.out)]).toEqual([
      0,
      expect.objectContaining({ run: expect.objectContaining({ changes: [expect.anything()] }) as object }),
    ]);
    const { code, out } = await cli('crawl', name);
    expect([code, out]).toEqual([0, expect.stringContaining('PASSED  1 table: 1 created')]);
    expect(out).toContain(table());
  });

  it('they are measured', async () => {
    const { code, out } = await cli('profile', table());
    expect([code, out]).toEqual([0, expect.stringMatching(/amount +numeric\(8,2\) +3 +0 % +3 +-7\.5 +4 /)]);
  });

  it('what is expected of them is a verdict with its count', async () => {
    const expected = ['id unique', 'rows >= 1', 'id in 1, 2, 3'].flatMap((one) => ['--expect', one]);
    expect(await cli('check', table(), ...expected)).toMatchObject({
      code: 0,
      out: expect.stringContaining('3 of 3 checks passed') as string,
    });
    const { code, out } = await cli('check', table(), '--expect', 'amount >= 0', '--expect', 'status in new, paid');
    expect([code, out]).toEqual([1, expect.stringMatching(/amount_at_least +Failed +1 of 3 /)]);
    expect(out).toMatch(/status_in_set +Failed +1 of 3 /);
    const all = await cli('check', table(), '--output', 'junit');
    expect([all.code, all.out]).toEqual([1, expect.stringContaining('tests="5" failures="2" errors="0"')]);
  });

  it('a contract is judged by what the data is now', async () => {
    const testCase = { type: 'testCase', fullyQualifiedName: `${table()}.amount.amount_at_least` };
    const contract = await admin.must('POST', '/dataContracts', {
      ...{ name: `promise_${name}`, entity: { type: 'table', fullyQualifiedName: table() }, entityStatus: 'Active' },
      qualityExpectations: [testCase],
    });
    const check = (): Promise<ShellRun> => cli('check', '--contract', String(contract.id));
    expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining('0 of 1 contract passed') as string });
    await source.query('update sales.orders set amount = 7.5 where id = 2');
    expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1 contract passed') as string });
  });

  it('what cannot be computed is 3, never passed and never failed', async () => {
    await source.query(`alter role ${source.role} password 'another'`);
    const { code, out } = await cli('check', table());
    expect([code, out]).toEqual([3, expect.stringMatching(/loginRefused[\s\S]*metadata-catalog\.cjs connect/)]);
  });
});
