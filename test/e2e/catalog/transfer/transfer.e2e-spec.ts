import { CatalogWorld, part } from '../../entities/catalog-world';

const CSV = { 'content-type': 'text/csv' };

interface Report {
  readonly rows: number;
  readonly errors: readonly { line: number; table?: string; field: string; message: string }[];
  readonly [count: string]: unknown;
}

describe('tables as a file', () => {
  let world: CatalogWorld;

  beforeAll(async () => {
    world = await CatalogWorld.shared();
  });

  const exported = (query: string) => world.client.get<string>(`/tables/export?${query}`);
  const imported = (query: string, body: unknown, headers: Record<string, string> = CSV) =>
    world.client.put<Report>(`/tables/import?${query}`, body, headers);

  it('go out as CSV that no spreadsheet runs, and come back', async () => {
    const schema = await world.schema();
    await world.table(schema, 'a', { description: '=HYPERLINK("x")', displayName: 'two\nlines' });
    const { status, headers, body } = await exported(`databaseSchema=${part(schema)}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="tables-${schema}.csv"`);
    expect(body).toContain(`${schema},a,"two\nlines","'=HYPERLINK(""x"")",`);
    expect(body.endsWith('\r\n')).toBe(true);
    const other = await world.schema();
    const report = await imported(`databaseSchema=${part(other)}`, body);
    expect(report).toMatchObject({
      status: 200,
      body: { dryRun: false, rows: 1, created: 1, updated: 0, unchanged: 0, failed: 0, errors: [] },
    });
    const again = await exported(`databaseSchema=${part(other)}`);
    expect(again.body.replaceAll(other, schema)).toBe(body);
    expect((await exported(`databaseSchema=${part(schema)}&raw=true`)).body).toContain(',"=HYPERLINK(""x"")",');
  });

  it('go out as JSON by service and by database, and come back', async () => {
    const schema = await world.schema();
    await world.table(schema, 'a');
    const [service, database] = [schema.split('.')[0], schema.split('.').slice(0, 2).join('.')] as [string, string];
    const { body, headers } = await exported(`service=${part(service)}&format=json`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="tables-${service}.json"`);
    expect(body).toMatchObject({ tables: [{ name: 'a', databaseSchema: schema }] });
    expect((await exported(`database=${part(database)}&format=json`)).body).toEqual(body);
    const report = await imported('dryRun=true', body, {});
    expect(report).toMatchObject({ status: 200, body: { dryRun: true, rows: 1, unchanged: 1 } });
  });

  it('that are wrong are told row by row beside those that passed', async () => {
    const schema = await world.schema();
    const lines = ['table,column,column.dataType', 'good,id,INT', 'bad,id,INTEGRAL', ''].join('\r\n');
    const { status, body } = await imported(`databaseSchema=${part(schema)}`, lines);
    expect(status).toBe(207);
    expect(body).toMatchObject({ rows: 2, created: 1, failed: 1 });
    expect(body.errors).toEqual([
      {
        line: 3,
        table: `${schema}.bad`,
        field: 'column.dataType',
        message: expect.stringContaining('BIGINT') as string,
      },
    ]);
  });

  it.each([
    ['', 'databaseSchema: is missing; give the FQN of one of service, database, databaseSchema'],
    ['service=a&database=b', 'stands beside another container'],
    ['service=a&format=xml', 'must be one of csv, json; got "xml"'],
    ['service=a&raw=1', 'must be one of true, false'],
  ])('are not exported for the query %j', async (query, message) => {
    const { status, body } = await world.client.get<{ message: string }>(`/tables/export?${query}`);
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  });

  it('are not exported from nowhere', async () => {
    const { status, body } = await world.client.get<{ message: string }>('/tables/export?service=nowhere');
    expect(status).toBe(404);
    expect(body.message).toBe('databaseService instance for nowhere not found');
  });

  it('are taken as CSV on this route alone', async () => {
    const bulk = await world.client.put<{ message: string }>('/tables/bulk', 'table', CSV);
    expect(bulk.status).toBe(415);
    expect(bulk.body.message).not.toContain('text/csv; ');
    const xml = await world.client.put<{ message: string }>('/tables/import', '<a/>', { 'content-type': 'text/xml' });
    expect(xml.status).toBe(415);
    expect(xml.body.message).toContain('accepted: application/json, text/csv');
  });

  it('are not imported where the file is none', async () => {
    for (const [body, message] of [
      ['table,"x', 'line 1'],
      ['colour', 'is no header; known: '],
    ] as const) {
      const answer = await imported('', body);
      expect(answer.status).toBe(400);
      expect((answer.body as unknown as { message: string }).message).toContain(message);
    }
    expect((await imported('', undefined, {})).status).toBe(400);
  });

  it('are refused to whom the token does not name', async () => {
    for (const [method, path] of [
      ['GET', 'export?service=a'],
      ['PUT', 'import'],
    ] as const) {
      const answer = await fetch(`${world.client.baseUrl}/api/v1/tables/${path}`, { method });
      expect(answer.status).toBe(401);
    }
  });
});
