import type { RestClient } from '../../../support/rest-client';
import { CatalogWorld, part, unique, type Entity, type Page } from '../../entities/catalog-world';

const CSV = { 'content-type': 'text/csv' };

interface Report {
  readonly errors: readonly { line: number; entity?: string; field: string; message: string }[];
  readonly message?: string;
  readonly [count: string]: unknown;
}

describe('entities as a file with one row each', () => {
  let world: CatalogWorld;

  beforeAll(async () => {
    world = await CatalogWorld.shared();
  });

  const exported = async (path: string, client: RestClient = world.client): Promise<string> => {
    const { status, body } = await client.get<string>(path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const imported = (path: string, csv: unknown, client: RestClient = world.client) =>
    client.put<Report>(path, csv, CSV);
  const file = (...rows: string[]): string => [...rows, ''].join('\r\n');

  describe('the terms of a glossary', () => {
    let glossary: string;
    let terms: string;

    beforeEach(async () => {
      glossary = unique('glossary');
      await world.client.must('POST', '/glossaries', { name: glossary, description: 'Words' });
      terms = `/glossaries/name/${glossary}`;
    });

    it('come in whatever order their rows have, and go out as they came', async () => {
      const rows = file(
        'name,parent,description,synonyms,relatedTerms',
        `refund,${glossary}.order,Money given back,,${glossary}.sale`,
        `order,,What is bought at once,"purchase;""a;b""",`,
        `sale,,=1+1,,${glossary}.order.refund`,
      );
      const first = await imported(`${terms}/import`, rows);
      expect(first).toMatchObject({
        status: 200,
        body: { rows: 3, created: 3, updated: 0, failed: 0, errors: [], status: 'success', numberOfRowsPassed: 3 },
      });
      const whole = await exported(`${terms}/export`);
      expect(whole.split('\r\n')[0]).toBe(
        'name,parent,displayName,description,synonyms,relatedTerms,entityStatus,owners,reviewers,tags,domains,more',
      );
      expect(whole).toContain(`\r\nrefund,${glossary}.order,,Money given back,,${glossary}.sale,`);
      expect(whole).toContain(`\r\norder,,,What is bought at once,"purchase;""a;b""",,`);
      expect(whole).toContain("\r\nsale,,,'=1+1,,");
      expect(await exported(`${terms}/export?raw=true`)).toContain('\r\nsale,,,=1+1,,');
      expect((await imported(`${terms}/import`, whole)).body).toMatchObject({ rows: 3, unchanged: 3, errors: [] });
    });

    it('come as bytes as well, as generated clients send a file', async () => {
      const rows = file('name,description', 'order,What is bought at once');
      const bytes = { 'content-type': 'application/octet-stream' };
      const { status, body } = await world.client.put<Report>(`${terms}/import`, rows, bytes);
      expect([status, body]).toEqual([200, expect.objectContaining({ created: 1 })]);
      const tables = await world.client.put<Report>('/tables/import', rows, bytes);
      expect(tables.status).toBe(415);
    });

    it('are as they were after a dry run', async () => {
      const rows = file('name,description', 'order,What is bought at once');
      const { body } = await imported(`${terms}/import?dryRun=true`, rows);
      expect(body).toMatchObject({ dryRun: true, created: 1 });
      expect((await exported(`${terms}/export`)).split('\r\n')).toHaveLength(2);
    });

    it('fail alone where they are wrong, lie elsewhere or stand twice', async () => {
      const rows = file(
        'name,parent,description,entityStatus',
        'good,,Fine,Approved',
        'wrong,,Not fine,Done',
        'astray,elsewhere.order,Of another glossary,',
        'good,,Again,',
        'short,',
      );
      const { status, body } = await imported(`${terms}/import`, rows);
      expect(status).toBe(207);
      expect(body).toMatchObject({ rows: 5, created: 1, failed: 4, status: 'partialSuccess', numberOfRowsFailed: 4 });
      expect(body.errors.map(({ line, field }) => [line, field])).toEqual(
        expect.arrayContaining([
          [3, 'entityStatus'],
          [4, 'parent'],
          [5, 'name'],
          [6, 'name'],
        ]),
      );
      expect(body.errors.find(({ line }) => line === 4)).toMatchObject({
        entity: 'elsewhere.order.astray',
        message: `elsewhere.order does not lie in the glossary ${glossary}`,
      });
    });

    it('are refused as a whole where the file is none, or is of nothing', async () => {
      expect(await imported(`${terms}/import`, file('name,colour', 'a,b'))).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('"colour" is no header; known: name, parent') as string },
      });
      expect(await world.client.put(`${terms}/import`, { name: 'a' })).toMatchObject({
        status: 415,
        body: {
          message: expect.stringContaining('accepted: text/csv, text/plain, application/octet-stream') as string,
        },
      });
      expect((await world.client.get('/glossaries/name/nowhere/export')).status).toBe(404);
      expect((await imported('/glossaries/name/nowhere/import', file('name', 'a'))).status).toBe(404);
    });

    it('are changed by those alone who may', async () => {
      const consumer = await world.service.client(unique('reader'), 'DataConsumer');
      const rows = file('name,description', 'order,What is bought at once');
      expect((await imported(`${terms}/import`, rows, consumer)).status).toBe(403);
      expect(await exported(`${terms}/export`, consumer)).toBe(await exported(`${terms}/export`));
    });
  });

  it('teams and their users: members stay where a file of teams comes in', async () => {
    const [root, a, b, user] = [unique('root'), unique('a'), unique('b'), unique('user')];
    await world.client.must('POST', '/teams', { name: root, teamType: 'Division' });
    const teams = file('name,teamType,parents,isJoinable', `${b},Group,${a},true`, `${a},Department,,false`);
    expect((await imported(`/teams/name/${root}/import`, teams)).body).toMatchObject({ created: 2, errors: [] });
    const users = file('name,email,displayName,teams,roles', `${user},${user}@example.com,Dana,${a};${b},DataConsumer`);
    expect((await imported(`/users/import?team=${a}`, users)).body).toMatchObject({ created: 1, errors: [] });

    const whole = await exported(`/teams/name/${root}/export`);
    expect(whole).toContain(`\r\n${a},,,Department,${root},,false,`);
    expect(whole).toContain(`\r\n${b},,,Group,${a},,true,`);
    expect((await imported(`/teams/name/${root}/import`, whole)).body).toMatchObject({ unchanged: 2, errors: [] });
    const changed = whole.replace(',Group,', ',Department,');
    expect((await imported(`/teams/name/${root}/import`, changed)).body).toMatchObject({ updated: 1, errors: [] });

    for (const team of [a, b]) {
      const members = await exported(`/users/export?team=${team}`);
      expect(members).toContain(`\r\n${user},${user}@example.com,Dana,,,,,`);
      expect((await imported(`/users/import?team=${team}`, members)).body).toMatchObject({ unchanged: 1, errors: [] });
    }
    expect((await exported(`/users/export?team=${root}`)).split('\r\n')).toHaveLength(2);
    const strangers = file('name,email,teams', `${user},${user}@example.com,${a}`);
    expect((await imported(`/users/import?team=${b}`, strangers)).body).toMatchObject({
      failed: 1,
      errors: [{ line: 2, entity: user, field: 'teams', message: `does not name ${b}` }],
    });
    const outside = file('name,teamType,parents', `${unique('c')},Group,${root}`);
    expect((await imported(`/teams/name/${a}/import`, outside)).body).toMatchObject({
      errors: [{ field: 'parents', message: `${root} does not lie in the team ${a}` }],
    });
  });

  it('users: nobody gains a right by a file', async () => {
    const team = unique('team');
    await world.client.must('POST', '/teams', { name: team, teamType: 'Group' });
    const steward = await world.service.client(unique('reader'), 'DataSteward');
    const name = unique('user');
    const rows = file('name,email,isAdmin', `${name},${name}@example.com,true`);
    const { status } = await imported(`/users/import?team=${team}`, rows, steward);
    expect([207, 403]).toContain(status);
    expect((await world.client.get(`/users/name/${name}`)).status).toBe(404);
  });

  it('test cases of a table, with their parameters', async () => {
    const schema = await world.schema();
    const table = await world.table(schema, 'orders');
    const path = `/dataQuality/testCases/name/${part(table.fullyQualifiedName)}`;
    const rows = file(
      'name,entityLink,testDefinition,parameterValues',
      `has_rows,<#E::table::${table.fullyQualifiedName}>,tableRowCountToBeBetween,minValue=1;maxValue=10`,
      `unique,<#E::table::${table.fullyQualifiedName}::columns::id>,columnValuesToBeUnique,`,
      `elsewhere,<#E::table::${schema}.other>,tableRowCountToBeBetween,minValue=1`,
      `wrong,<#E::table::${table.fullyQualifiedName}>,tableRowCountToBeBetween,1`,
    );
    const { body } = await imported(`${path}/import`, rows);
    expect(body).toMatchObject({ rows: 4, created: 2, failed: 2 });
    expect(body.errors.map(({ line, field }) => [line, field])).toEqual(
      expect.arrayContaining([
        [4, 'entityLink'],
        [5, 'parameterValues'],
      ]),
    );
    const whole = await exported(`${path}/export`);
    expect(whole).toContain(`,tableRowCountToBeBetween,minValue=1;maxValue=10,`);
    expect((await imported(`${path}/import`, whole)).body).toMatchObject({ rows: 2, unchanged: 2, errors: [] });
    const { data } = await world.client.must<Page>(
      'GET',
      `/dataQuality/testCases?entityLink=${part(`<#E::table::${table.fullyQualifiedName}>`)}`,
    );
    expect(data.map(({ name }: Entity) => name).sort()).toEqual(['has_rows', 'unique']);
  });
});
