import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from '../data/source-database';
import { AgentClient } from './agent-client';

const MOST_CHARACTERS = 12_000;

describe('agents read the data', () => {
  let service: RunningService;
  let admin: RestClient;
  let agent: AgentClient;
  let source: SourceDatabase;
  const name = `agents_${randomUUID().slice(0, 8)}`;
  const path = `/services/databaseServices/name/${name}`;
  const table = () => `${name}.${source.config.database}.sales.orders`;

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    agent = await AgentClient.of(admin);
    source = await sourceDatabase(
      'create table sales.orders (id int primary key, amount numeric(8,2))',
      'insert into sales.orders values (1, 2.5), (2, -7.5), (3, 4)',
      ...Array.from({ length: 60 }, (_, at) => `create table sales.t${at} (id int)`),
    );
    await admin.must('POST', '/services/databaseServices', {
      ...{ name, serviceType: 'Postgres', connection: { config: source.config } },
    });
  });
  afterAll(async () => {
    await agent?.close();
    await source?.drop();
  });

  const putTest = (test: string, column: string, definition: string, parameters: Record<string, string>) =>
    admin.must('PUT', '/dataQuality/testCases', {
      ...{ name: test, testDefinition: definition, entityLink: `<#E::table::${table()}::columns::${column}>` },
      parameterValues: Object.entries(parameters).map(([parameter, value]) => ({ name: parameter, value })),
    });

  it('are refused where nobody has given access to the data', async () => {
    expect(await agent.refusal('crawl_service', { service: name })).toBe(
      `CONFLICT: Service ${name} has no data access`,
    );
    await admin.must('PUT', `${path}/dataAccess`, {});
  });

  it('see what a crawl would do, in an answer that is small, and have it done', async () => {
    const dry = await agent.call('crawl_service', { service: name, dryRun: true, waitSeconds: 60 });
    expect(dry).toMatchObject({
      ...{ target: name, status: 'Success', finished: true, counts: { tables: 61, created: 61 } },
      ...{ changes: expect.any(Array), omitted: { changes: expect.any(Number) } },
    });
    expect(JSON.stringify(dry).length).toBeLessThanOrEqual(MOST_CHARACTERS);
    const one = { service: name, schemas: ['sales'], tables: ['orders'], waitSeconds: 60 };
    expect(await agent.call('crawl_service', one)).toMatchObject({ counts: { tables: 1, created: 1 } });
  });

  it('check a table: what failed first, with the rows that fail', async () => {
    await putTest('ids_are_unique', 'id', 'columnValuesToBeUnique', {});
    await putTest('amounts_are_positive', 'amount', 'columnValuesToBeBetween', { minValue: '0' });
    const answer = await agent.call('check_table', { table: table(), waitSeconds: 60 });
    expect(answer).toMatchObject({
      ...{ target: table(), status: 'PartialSuccess', finished: true, checked: { Failed: 1, Aborted: 0, Success: 1 } },
      checks: [
        { name: 'amounts_are_positive', status: 'Failed', rows: 3, failedRows: 1 },
        { name: 'ids_are_unique', status: 'Success', testCase: `${table()}.id.ids_are_unique` },
      ],
    });
    const { api } = answer.links as { api: string };
    const run = await fetch(api, { headers: { authorization: `Bearer ${admin.token}` } });
    expect(await run.json()).toMatchObject({ id: answer.run, kind: 'check' });
    const some = { table: table(), testCases: [`${table()}.id.ids_are_unique`], waitSeconds: 60 };
    expect(await agent.call('check_table', some)).toMatchObject({ status: 'Success', checked: { Success: 1 } });
  });

  it('get a small answer about many checks', async () => {
    for (let at = 0; at < 60; at++)
      await putTest(`bound_${at}`, 'amount', 'columnValuesToBeBetween', { minValue: '5' });
    const answer = await agent.call('check_table', { table: table(), waitSeconds: 60 });
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(answer).toMatchObject({ checked: { Failed: 61 }, omitted: { checks: expect.any(Number) } });
    expect(new Set((answer.checks as { status: string }[]).map(({ status }) => status))).toEqual(new Set(['Failed']));
  });

  it('are told why the source could not be read', async () => {
    await source.query(`alter role ${source.role} login password 'another'`);
    const answer = await agent.call('crawl_service', { service: name, waitSeconds: 60 });
    expect(answer).toMatchObject({ status: 'Failed', reason: 'loginRefused', finished: true });
    expect(JSON.stringify(answer)).not.toContain(source.password);
    await source.query(`alter role ${source.role} login password '${source.password}'`);
  });

  it('learn from a refusal what to do', async () => {
    expect(await agent.refusal('check_table', {})).toMatch(/table: is required/);
    expect(await agent.refusal('check_table', { table: `${table()}s` })).toMatch(
      /^NOT_FOUND: Nothing is named .*; did you mean table /,
    );
    expect(await agent.refusal('check_table', { table: table(), testCases: [''] })).toMatch(
      /testCases.*1 to 1000 characters/,
    );
    expect(await agent.refusal('check_table', { table: table(), testCases: [`${table()}.nope`] })).toMatch(/nope/);
    expect(await agent.refusal('crawl_service', { service: name, confirmDeletions: true })).toMatch(
      /confirmDeletions: is not a known property/,
    );
  });

  it('have the rights of the same requests over REST, and no more', async () => {
    const user = await service.client(`${name}_reader`, 'DataConsumer');
    const reader = await AgentClient.of(user);
    for (const [tool, input, route, right] of [
      ['check_table', { table: table() }, `/tables/name/${table()}/checks`, 'CheckData'],
      ['crawl_service', { service: name }, `${path}/crawls`, 'CrawlData'],
    ] as const) {
      expect((await user.post(route, {})).status).toBe(403);
      expect(await reader.refusal(tool, input)).toMatch(new RegExp(`^FORBIDDEN: .*${right}`));
    }
    await reader.close();
  });
});
