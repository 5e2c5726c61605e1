import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { awaitDatabase } from '@app/database';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { RunningService } from '../../support/running-service';
import { queryAt } from '../../integration/database/schema-snapshot';
import { eventually } from '../../support/eventually';
import { makeContracts, type Result } from '../../processes/restart/restart-world';

const ROOT = resolve(__dirname, '../../..');
const ADMIN = join(ROOT, 'bin/admin.cjs');
/** What docs/operations.md has administrator and owner run, in its order. */
const [TO_MIGRATE = '', TO_ENTER = '', TO_SERVE = ''] = [
  ...readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').matchAll(/```sql\n(grant [^`]+)```/g),
].map(([, statements]) => statements!);

/** Of the server, so no other run may have it. */
const SUFFIX = randomBytes(4).toString('hex');
const OWNER = `least_owner_${SUFFIX}`;
const SERVICE = `least_service_${SUFFIX}`;

describe('roles that have what docs/operations.md lists, and nothing else', () => {
  let database: TestDatabase;
  let service: RunningService | undefined;
  const as = (user: string): string =>
    Object.assign(new URL(database.url), { username: user, password: 'letters' }).href;
  /** The page with the names of this test. */
  const run = (url: string, statements: string): Promise<unknown> => {
    const { pathname } = new URL(database.url);
    const named = statements
      .replaceAll('catalog_service', SERVICE)
      .replaceAll('database catalog', `database ${pathname.slice(1)}`)
      .replaceAll('to catalog;', `to ${OWNER};`);
    return queryAt(url, named);
  };
  const command = (user: string, ...words: string[]): Promise<{ stdout: string }> => {
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: as(user),
      DATA_DIR: service?.environment.DATA_DIR ?? '/nowhere',
    };
    return promisify(execFile)(process.execPath, [ADMIN, ...words], { env });
  };

  beforeAll(async () => {
    database = await createTestDatabase('template0');
    for (const role of [OWNER, SERVICE])
      await queryAt(database.adminUrl, `create role ${role} login password 'letters'`);
    const name = new URL(database.url).pathname.slice(1);
    await queryAt(database.adminUrl, `alter database ${name} owner to current_user`);
    await queryAt(
      database.adminUrl,
      `revoke all on database ${name} from public; revoke all on schema public from public`,
    );
  });
  afterAll(async () => {
    await service?.stop();
    await database.drop();
    for (const role of [OWNER, SERVICE])
      await queryAt(database.adminUrl.replace(/\/[^/]*$/, '/postgres'), `drop role ${role}`);
  });

  it('are none of those that may do more', async () => {
    const [row] = await queryAt<{ may: boolean }>(
      database.adminUrl,
      `select bool_or(rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) as may
         from pg_roles where rolname in ('${OWNER}', '${SERVICE}', '${new URL(database.url).username}')`,
    );
    expect(row).toEqual({ may: false });
  });

  it('migrate, and find nothing left to do', async () => {
    await run(database.adminUrl, TO_MIGRATE);
    expect((await command(OWNER, 'migrate')).stdout).toContain('migrations done');
    expect((await command(OWNER, 'migrate')).stdout).toContain('at the newest schema');
  });

  it('say which grants are lacking, where none of the schema may be seen', async () => {
    await run(database.adminUrl, TO_ENTER.split(';')[0]!);
    await expect(awaitDatabase({ url: as(SERVICE), tell: () => undefined })).rejects.toThrow(
      /no schema that it may use.*usage on the schema/,
    );
    await run(database.adminUrl, TO_ENTER);
    await expect(awaitDatabase({ url: as(SERVICE), tell: () => undefined })).rejects.toThrow(
      /permission denied.*grant/,
    );
  });

  it('serve: a contract is made, validated, searched and given results, and nothing is denied', async () => {
    await run(as(OWNER), TO_SERVE);
    service = await RunningService.start({ environment: { DATABASE_URL: as(SERVICE) } });
    const client = await service.client();
    const [contract] = await makeContracts(client, 1);
    await client.must('POST', `/dataContracts/${contract}/validate`);
    const latest = () => client.get<Result>(`/dataContracts/${contract}/results/latest`);
    await eventually(latest, ({ body }) => body.contractExecutionStatus === 'Success');
    const pushed = { timestamp: Date.now(), contractExecutionStatus: 'Failed', result: 'x' };
    await client.must('PUT', `/dataContracts/${contract}/results`, pushed);
    const found = () => client.get<{ hits: { total: { value: number } } }>('/search/query?q=c0');
    await eventually(found, ({ body }) => body.hits.total.value > 0);
    await client.must('DELETE', `/dataContracts/${contract}?hardDelete=true`);
    // The light probe of the disk is written at the start.
    const probed = () => queryAt(database.adminUrl, 'select from disk_probe');
    await eventually(probed, (rows) => rows.length > 0);
    for (const name of ['api', 'worker-0'])
      expect(service.output(name)).not.toMatch(/permission denied|"level":"error"/);
  });

  it('check and mend', async () => {
    expect((await command(SERVICE, 'catalog', 'check')).stdout).not.toMatch(/denied/);
    expect((await command(SERVICE, 'search', 'rebuild')).stdout).not.toMatch(/denied/);
    expect((await command(SERVICE, 'search', 'check')).stdout).not.toMatch(/denied/);
    expect((await command(SERVICE, 'audit', 'check')).stdout).not.toMatch(/denied/);
  });
});
