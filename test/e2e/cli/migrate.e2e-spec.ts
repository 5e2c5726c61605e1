import { existsSync } from 'node:fs';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { OpenMetadataServer, reference, TOKEN, type Recorded } from './openmetadata-server';
import { Shell, type ShellRun } from './shell';

const AT = 1_763_612_345_678;

interface Outcome {
  readonly types: readonly { readonly type: string; readonly there: number; readonly taken: number }[];
  readonly edges: number;
  readonly leftOut: Readonly<Record<string, { readonly times: number }>>;
  readonly refused: readonly { readonly what: string; readonly reason: string }[];
}

describe('a migration from an OpenMetadata server', () => {
  let service: RunningService;
  let admin: RestClient;
  let source: OpenMetadataServer;
  let shell: Shell;

  beforeAll(async () => {
    service = await RunningService.start({ workers: 0 });
    admin = await service.client();
  });
  afterAll(() => service?.stop());
  beforeEach(async () => {
    source = new OpenMetadataServer();
    await source.start();
    shell = new Shell({ METADATA_CATALOG_URL: service.baseUrl, METADATA_CATALOG_TOKEN: admin.token });
    shell.write('om.token', TOKEN);
  });
  afterEach(() => {
    source.stop();
    shell.remove();
  });

  const run = (): Promise<ShellRun> =>
    shell.cli(['migrate', '--from', `${source.url}/api`, '--from-token-file', 'om.token', '-o', 'json']);
  const got = (path: string): Promise<Record<string, unknown>> => admin.must('GET', path);

  /** A service with a schema and as many tables. */
  function addTables(prefix: string, count: number): Recorded[] {
    const connection = { config: { password: '*********' } };
    const databaseService = source.add('services/databaseServices', prefix, prefix, {
      serviceType: 'Postgres',
      connection,
    });
    const database = source.add('databases', 'db', `${prefix}.db`, {
      service: reference('databaseService', databaseService),
    });
    const databaseSchema = source.add('databaseSchemas', 'public', `${prefix}.db.public`, {
      service: reference('databaseService', databaseService),
      database: reference('database', database),
    });
    return Array.from({ length: count }, (_, i) =>
      source.add('tables', `t${i}`, `${prefix}.db.public.t${i}`, {
        databaseSchema: reference('databaseSchema', databaseSchema),
        serviceType: 'Postgres',
        tableType: 'Regular',
        columns: [{ name: 'id', dataType: 'BIGINT', fullyQualifiedName: `${prefix}.db.public.t${i}.id`, tags: [] }],
      }),
    );
  }

  it('brings people, words, assets, tests, contracts and lineage, whatever refers to whatever', async () => {
    // Each refers to what comes later.
    const ann = source.add('users', 'ann', 'ann', { email: 'ann@example.org' });
    const team = source.add('teams', 'crew', 'crew', {
      teamType: 'Group',
      owners: [reference('user', ann)],
      userCount: 1,
    });
    const domain = source.add('domains', 'sales', 'sales', {
      ...{ domainType: 'Aggregate', description: 'Sales', owners: [reference('user', ann)] },
    });
    Object.assign(ann, { domains: [reference('domain', domain)], teams: [reference('team', team)] });
    const gone = {
      id: '4d2f7c1a-0b3e-4c5d-8e9f-a1b2c3d4e5f6',
      name: 'QualityBotRole',
      fullyQualifiedName: 'QualityBotRole',
    };
    Object.assign(ann, { roles: [reference('role', gone)] });
    source.add('roles', 'shipped', 'shipped', { provider: 'system' });
    const classification = source.add('classifications', 'Own', 'Own', { description: 'O' });
    const tag = source.add('tags', 'x', 'Own.x', {
      description: 'x',
      classification: reference('classification', classification),
    });
    const glossary = source.add('glossaries', 'Words', 'Words', { description: 'W' });
    const inside = { description: 'w', glossary: reference('glossary', glossary) };
    const above = { id: '9d2f7c1a-0b3e-4c5d-8e9f-a1b2c3d4e5f6', name: 'z', fullyQualifiedName: 'Words.z' };
    source.add('glossaryTerms', 'a', 'Words.z.a', { ...inside, parent: reference('glossaryTerm', above) });
    source.add('glossaryTerms', 'z', 'Words.z', inside);
    const [first, second] = addTables('shop', 2) as [Recorded, Recorded];
    Object.assign(first, {
      ...{ description: 'First', domains: [reference('domain', domain)], owners: [reference('team', team)] },
      tags: [{ tagFQN: tag.fullyQualifiedName, source: 'Classification', labelType: 'Manual', state: 'Confirmed' }],
      ...{ extension: { grade: 'A' }, followers: [reference('user', ann)] },
    });
    source.answers.set('metadata/types/name/table', {
      customProperties: [
        { name: 'grade', description: 'G', propertyType: { id: first.id, type: 'type', name: 'string' } },
      ],
    });
    const definition = source.add('dataQuality/testDefinitions', 'isRight', 'isRight', {
      ...{ entityType: 'TABLE', testPlatforms: ['OpenMetadata'], description: 'R' },
    });
    const testCase = source.add('dataQuality/testCases', 'right', `${first.fullyQualifiedName}.right`, {
      ...{
        entityLink: `<#E::table::${first.fullyQualifiedName}>`,
        testDefinition: reference('testDefinition', definition),
      },
      testCaseResult: { timestamp: AT, testCaseStatus: 'Failed', result: 'no' },
    });
    source.add('dataContracts', 'promise', `${first.fullyQualifiedName}.dataContract_promise`, {
      ...{ entity: reference('table', first), entityStatus: 'Approved', termsOfUse: { content: 'Be kind' } },
      ...{ qualityExpectations: [reference('testCase', testCase)], schema: [{ name: 'id', dataType: 'BIGINT' }] },
      sla: { refreshFrequency: { interval: 1, unit: 'day' } },
    });
    source.answers.set(`lineage/table/name/${first.fullyQualifiedName}`, {
      ...{ entity: reference('table', first), nodes: [reference('table', second)], upstreamEdges: [] },
      downstreamEdges: [
        {
          ...{ fromEntity: first.id, toEntity: second.id },
          lineageDetails: {
            ...{ sqlQuery: 'select 1', source: 'QueryLineage', createdBy: 'x', createdAt: AT },
            columnsLineage: [
              { fromColumns: [`${first.fullyQualifiedName}.id`], toColumn: `${second.fullyQualifiedName}.id` },
            ],
          },
        },
      ],
    });

    const { code, out, err } = await run();
    const found = JSON.parse(out) as Outcome;
    expect([code, found.refused, err.includes(TOKEN)]).toEqual([0, [], false]);
    expect(found.edges).toBe(1);
    expect(Object.keys(found.leftOut).sort()).toEqual(['table.followers', 'user.roles']);
    expect(found.types.find(({ type }) => type === 'glossaryTerm')).toMatchObject({ there: 2, taken: 2 });

    const user = await got('/users/name/ann?fields=teams,domains,roles');
    expect(user).toMatchObject({ teams: [{ name: 'crew' }], domains: [{ name: 'sales' }], roles: [] });
    expect(await got('/teams/name/crew?fields=owners')).toMatchObject({ owners: [{ name: 'ann' }] });
    expect(await got('/glossaryTerms/name/Words.z.a')).toMatchObject({ parent: { fullyQualifiedName: 'Words.z' } });
    expect((await admin.get('/roles/name/shipped')).status).toBe(404);
    expect(await got('/services/databaseServices/name/shop')).not.toHaveProperty('connection');
    expect(await got(`/tables/name/${first.fullyQualifiedName}?fields=tags,owners,domains,extension`)).toMatchObject({
      ...{ description: 'First', extension: { grade: 'A' }, columns: [{ name: 'id' }] },
      ...{ tags: [{ tagFQN: 'Own.x' }], owners: [{ name: 'crew' }], domains: [{ name: 'sales' }] },
    });
    const results = await got(`/dataQuality/testCases/${testCase.fullyQualifiedName}/testCaseResult`);
    expect(results).toMatchObject({ data: [{ timestamp: AT, testCaseStatus: 'Failed' }] });
    const contract = await got(`/dataContracts/name/${first.fullyQualifiedName}.dataContract_promise`);
    expect(contract).toMatchObject({
      ...{
        termsOfUse: 'Be kind',
        sla: { refreshFrequency: { interval: 1, unit: 'day' } },
        qualityExpectations: [{ name: 'right' }],
      },
    });
    expect(await got(`/lineage/table/name/${first.fullyQualifiedName}?downstreamDepth=1`)).toMatchObject({
      downstreamEdges: [{ lineageDetails: { sqlQuery: 'select 1', source: 'QueryLineage', columnsLineage: [{}] } }],
    });

    const before = (await got(`/tables/name/${first.fullyQualifiedName}`)).version;
    expect((await run()).code).toBe(0);
    expect((await got(`/tables/name/${first.fullyQualifiedName}`)).version).toBe(before);
  });

  it('that was ended goes on where it was', async () => {
    addTables('long', 5);
    source.broken = /tables\?.*after=2/;
    const ended = await run();
    expect([ended.code, existsSync(shell.path('migration-state.json'))]).toEqual([3, true]);
    expect(ended.err).toContain('Something broke');
    source.broken = undefined;
    source.asked = [];
    const { code, out } = await run();
    expect([code, existsSync(shell.path('migration-state.json'))]).toEqual([0, false]);
    expect(source.asked.filter((url) => url.includes('/databases?'))).toEqual([]);
    expect((JSON.parse(out) as Outcome).types.find(({ type }) => type === 'table')).toMatchObject({
      there: 5,
      taken: 5,
    });
    expect(await got('/tables?limit=0&database=long.db')).toMatchObject({ paging: { total: 5 } });
  });

  it('tells what was refused, and why', async () => {
    const [table] = addTables('odd', 2) as [Recorded];
    Object.assign(table, { columns: [{ name: 'id', dataType: 'NONSENSE' }] });
    const { code, out } = await run();
    const { refused, types } = JSON.parse(out) as Outcome;
    expect([code, refused]).toEqual([
      1,
      [{ what: 'table odd.db.public.t0', reason: expect.stringContaining('columns[0].dataType') as string }],
    ]);
    expect(types.find(({ type }) => type === 'table')).toMatchObject({ there: 2, taken: 1 });
  });

  it.each([
    [['--from', 'nonsense', '--from-token', 'x'], 'http:// or https://'],
    [['--from', 'http://127.0.0.1:1'], 'there is no token for'],
    [[], '--from <URL>'],
  ])('with %j is refused as a command line', async (args, told) => {
    const { code, err } = await shell.cli(['migrate', ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(told)]);
  });

  it('of a server that does not take the token ends, and says so', async () => {
    const { code, err } = await shell.cli(['migrate', '--from', source.url, '--from-token', 'wrong']);
    expect([code, err]).toEqual([3, expect.stringContaining('401')]);
  });

  it('goes on with no state of another migration', async () => {
    shell.write('state.json', { from: 'http://a', to: 'http://b' });
    const { code, err } = await shell.cli([
      'migrate',
      '--from',
      source.url,
      '--from-token',
      TOKEN,
      '--state',
      'state.json',
    ]);
    expect([code, err]).toEqual([2, expect.stringContaining('is of a migration from http://a')]);
  });
});
