import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccessControl, Authenticator, issueOperatorToken } from '@app/auth';
import { loadSettings } from '@app/config';
import { createLogger } from '@app/logging';
import { RefusalLog } from '@app/events';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '../../../apps/api/src/app.module';
import { RequestAuthorizer } from '../../../apps/api/src/http/access/request-authorizer';
import { createApp } from '../../../apps/api/src/http/server/create-app';
import { RunningWorker } from '../../../apps/worker/src/worker';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { RestClient } from '../../support/rest-client';
import { TracedFiles } from './traced-files';

const DOCUMENT = join(__dirname, '../../../docs/architecture.md');

/** The files of one walk of docs/architecture.md, without those that another engine enters instead. */
function filesOf(title: string): string[] {
  const walk = readFileSync(DOCUMENT, 'utf8').split(`\n**${title}**`)[1]!.split('\n**')[0]!;
  return [...walk.matchAll(/^\d+\. `([^`]+)`(.*)/gm)].flatMap(([, file = '', says = '']) =>
    says.includes('instead') ? [] : [file],
  );
}

const COLUMNS = [{ name: 'id', dataType: 'INT' }];

/** API and worker in this process, so that V8 counts what they call. */
describe('the walks of docs/architecture.md', () => {
  let database: TestDatabase;
  let folder: string;
  let app: NestFastifyApplication;
  let worker: RunningWorker;
  let traced: TracedFiles;
  let admin: RestClient;
  let table: string;
  let contract: string;
  let owner: string;
  let agreed: string;
  let reviewer: RestClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'catalog-walks-'));
    const environment = { DATABASE_URL: database.url, DATA_DIR: folder, HOST: '127.0.0.1', LOG_LEVEL: 'error' };
    const settings = { ...loadSettings(environment), databaseUrl: database.url };
    const logger = createLogger(settings, 'walks');
    app = await createApp({
      settings,
      module: AppModule.forRoot(settings),
      logger,
      authorizer: (parts) => new RequestAuthorizer(parts.get(Authenticator), parts.get(AccessControl)),
      refused: (parts) => (refusal) => parts.get(RefusalLog).note(refusal),
    });
    await app.listen(0, '127.0.0.1');
    worker = await RunningWorker.start(settings, logger);
    const token = await issueOperatorToken({ user: 'admin', expiresInSeconds: 3600 }, settings);
    admin = new RestClient(await app.getUrl(), token);
    await makeTable();
    reviewer = new RestClient(
      await app.getUrl(),
      await issueOperatorToken({ user: 'walker', expiresInSeconds: 3600 }, settings),
    );
    await makeAgreed();
    traced = await TracedFiles.start();
  });

  afterAll(async () => {
    await traced?.stop();
    await worker?.stop();
    await app?.close();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function made(
    path: string,
    body: object,
  ): Promise<{ readonly id: string; readonly fullyQualifiedName: string }> {
    const answer = await admin.put<{ id: string; fullyQualifiedName: string }>(path, body);
    expect([path, answer.status]).toEqual([path, 201]);
    return answer.body;
  }

  async function makeTable(): Promise<void> {
    const service = await made('/services/databaseServices', { name: 'walks', serviceType: 'Postgres' });
    const { fullyQualifiedName } = await made('/databases', { name: 'd', service: service.fullyQualifiedName });
    const schema = await made('/databaseSchemas', { name: 's', database: fullyQualifiedName });
    const columns = COLUMNS;
    const { id } = await made('/tables', { name: 'orders', databaseSchema: schema.fullyQualifiedName, columns });
    table = id;
    owner = (await made('/users', { name: 'walker', email: 'walker@example.org' })).id;
    const rule = { name: 'named', rule: '{"!!": [{"var": "name"}]}' };
    const body = { name: 'met', entity: { id, type: 'table' }, schema: columns, semantics: [rule] };
    contract = (await made('/dataContracts', body)).id;
  }

  /** A contract in force that only others than its author change. */
  async function makeAgreed(): Promise<void> {
    const { id } = await made('/tables', { name: 'agreed', databaseSchema: 'walks.d.s', columns: COLUMNS });
    const reviewers = [{ id: owner, type: 'user' }];
    const body = { name: 'agreed', entity: { id, type: 'table' }, schema: COLUMNS, entityStatus: 'Active', reviewers };
    agreed = (await made('/dataContracts', body)).id;
    const scope = { type: 'dataContract', id: agreed };
    await made('/dataContracts/policies', { scope, change: { mode: 'reviewed' } });
  }

  const orders = (changed: object): object => ({
    name: 'orders',
    databaseSchema: 'walks.d.s',
    columns: COLUMNS,
    ...changed,
  });

  const WALKS: readonly (readonly [title: string, work: () => Promise<unknown>])[] = [
    ['A read', () => admin.get(`/tables/${table}`)],
    ['A page', () => admin.get('/tables?database=walks.d&limit=10')],
    // An attribute is changed by the conditional commit, a reference by the locked one.
    [
      'A write',
      async () => {
        await admin.put('/tables', orders({ description: 'What was ordered.' }));
        return admin.put('/tables', orders({ owners: [{ id: owner, type: 'user' }] }));
      },
    ],
    ['A validation', () => admin.post(`/dataContracts/${contract}/validate`, undefined, { prefer: 'wait=60' })],
    [
      'A proposal',
      async () => {
        const patch = [{ op: 'add', path: '/termsOfUse', value: 'Ask first.' }];
        const { body } = await admin.patch<{ id: string }>(`/dataContracts/${agreed}`, patch);
        return reviewer.post(`/dataContracts/${agreed}/proposals/${body.id}/review`, { decision: 'approve', round: 1 });
      },
    ],
    ['A search', () => admin.get('/search/query?q=orders&index=table')],
  ];

  it.each(WALKS)('%s enters the files that stand there', async (title, work) => {
    const files = filesOf(title);
    expect(files.length).toBeGreaterThan(5);
    expect(files.length).toBeLessThanOrEqual(12);
    const entered = await traced.during(async () => {
      const { status, body } = (await work()) as { status: number; body: unknown };
      expect([title, status, body]).toEqual([title, 200, expect.anything()]);
    });
    expect(files.filter((file) => !entered.has(file))).toEqual([]);
  });

  it('a walk that names a file that the request does not enter fails', async () => {
    const entered = await traced.during(async () => void (await admin.get(`/tables/${table}`)));
    expect(entered.has('apps/api/src/http/server/request-hook.ts')).toBe(true);
    expect(entered.has('libs/search/src/search.service.ts')).toBe(false);
  });
});
