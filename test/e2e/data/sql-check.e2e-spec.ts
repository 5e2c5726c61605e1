import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { RunningService } from '../../support/running-service';

const ADMIN = resolve(__dirname, '../../../bin/admin.cjs');

describe('the command that lists SQL which would be refused', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await RunningService.start({ workers: 0 });
  });
  afterAll(() => service?.stop());

  const command = (...args: string[]): Promise<{ code: number; output: string }> =>
    new Promise((done) => {
      const { PATH } = process.env;
      const { DATABASE_URL, DATA_DIR } = service.environment;
      const env = { PATH, DATABASE_URL, DATA_DIR };
      execFile(process.execPath, [ADMIN, 'data', ...args], { env }, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      );
    });

  it('names the test case or the rule, and the function', async () => {
    const admin = await service.client();
    const config = { hostPort: 'localhost:1', username: 'u', database: 'd' };
    await admin.must('POST', '/services/databaseServices', {
      ...{ name: 'shop', serviceType: 'Postgres', connection: { config } },
    });
    await admin.must('POST', '/databases', { name: 'd', service: 'shop' });
    await admin.must('POST', '/databaseSchemas', { name: 's', database: 'shop.d' });
    const columns = [{ name: 'id', dataType: 'BIGINT' }];
    const { id } = await admin.must<{ id: string }>('POST', '/tables', {
      name: 't',
      databaseSchema: 'shop.d.s',
      columns,
    });
    const test = (name: string, sql: string): Promise<unknown> =>
      admin.must('POST', '/dataQuality/testCases', {
        ...{ name, entityLink: '<#E::table::shop.d.s.t>', testDefinition: 'tableCustomSQLQuery' },
        parameterValues: [{ name: 'sqlExpression', value: sql }],
      });
    await test('good', 'SELECT lower(name) FROM {table} WHERE 1 = 0');
    await test('sleeps', 'SELECT pg_sleep(1) FROM t');
    await test('ours', 'SELECT ours(1) FROM t');
    const rule = (name: string, query: string) => ({ name, type: 'sql', query, mustBe: 0 });
    await admin.must('POST', '/dataContracts', {
      ...{ name: 'c', entity: { id, type: 'table' } },
      odcsQualityRules: [
        rule('fine', 'SELECT count({column}) FROM ${table}'),
        rule('texts', "SELECT ts_stat('SELECT 1')"),
      ],
    });
    const { code, output } = await command('sql-check');
    expect(output.split('\n')).toEqual([
      'contract shop.d.s.t.dataContract_c, rule texts: the function ts_stat is not allowed',
      expect.stringMatching(
        /^test case shop\.d\.s\.t\.ours: the function ours is not allowed; an administrator can add/,
      ),
      'test case shop.d.s.t.sleeps: the function pg_sleep is not allowed',
      '5 statements, of which 3 would be refused.',
      '',
    ]);
    expect(code).toBe(1);

    await admin.must('PUT', '/services/databaseServices/name/shop/dataAccess', { functions: ['ours'] });
    expect((await command('sql-check')).output).toContain('5 statements, of which 2 would be refused.');
  });

  it('says how it is called', async () => {
    expect(await command()).toEqual({ code: 2, output: expect.stringContaining('data sql-check') as string });
  });
});
