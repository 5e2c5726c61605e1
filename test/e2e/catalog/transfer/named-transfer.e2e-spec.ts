import { CatalogWorld, part } from '../../entities/catalog-world';

/** As OpenMetadata's SDK sends a CSV. */
const PLAIN = { 'content-type': 'text/plain' };

interface Report {
  readonly errors: readonly { line: number; table?: string; field: string; message: string }[];
  readonly message?: string;
  readonly [count: string]: unknown;
}

describe('tables as a file under a name', () => {
  let world: CatalogWorld;
  let schema: string;
  let places: Record<'tables' | 'databaseSchemas' | 'databases' | 'services/databaseServices', string>;

  beforeAll(async () => {
    world = await CatalogWorld.shared();
  });
  beforeEach(async () => {
    schema = await world.schema();
    await world.table(schema, 'a', { description: '=1' });
    const [service, database] = [schema.split('.')[0]!, schema.split('.').slice(0, 2).join('.')];
    places = {
      tables: `${schema}.a`,
      databaseSchemas: schema,
      databases: database,
      'services/databaseServices': service,
    };
  });

  const exported = (collection: string, fqn: string, query = '') =>
    world.client.get<string>(`/${collection}/name/${part(fqn)}/export${query}`);
  const imported = (
    collection: string,
    fqn: string,
    body: unknown,
    query = '',
    headers: Record<string, string> = PLAIN,
  ) => world.client.put<Report>(`/${collection}/name/${part(fqn)}/import${query}`, body, headers);

  it('go out and come in again, from every place', async () => {
    const whole = (await world.client.get<string>(`/tables/export?databaseSchema=${part(schema)}`)).body;
    for (const [collection, fqn] of Object.entries(places)) {
      const { status, headers, body } = await exported(collection, fqn);
      expect([collection, status, body]).toEqual([collection, 200, whole]);
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      expect(headers.get('content-disposition')).toBe(`attachment; filename="tables-${fqn}.csv"`);
      expect((await exported(collection, fqn, '?raw=true')).body).toContain(',=1,');
      const same = await imported(collection, fqn, body);
      expect(same).toMatchObject({
        status: 200,
        body: {
          ...{ rows: 1, unchanged: 1, errors: [] },
          status: 'success',
          numberOfRowsProcessed: 1,
          numberOfRowsPassed: 1,
          numberOfRowsFailed: 0,
        },
      });
      const changed = body.replace(`,a,,`, `,a,${collection.at(-2)},`);
      expect((await imported(collection, fqn, changed, '?dryRun=true')).body).toMatchObject({
        dryRun: true,
        updated: 1,
      });
      expect((await exported(collection, fqn)).body).toBe(whole);
      expect((await imported(collection, fqn, changed, '', { 'content-type': 'text/csv' })).body).toMatchObject({
        updated: 1,
      });
      expect((await exported(collection, fqn)).body).toBe(changed);
      await imported(collection, fqn, whole);
    }
  });

  it('that lie elsewhere fail alone; tables of a schema need not name it', async () => {
    const other = await world.schema();
    const rows = [
      'databaseSchema,table,column,column.dataType',
      `${schema},b,id,INT`,
      `${other},c,id,INT`,
      `${other},c,x,INT`,
      '',
    ];
    for (const collection of ['databases', 'services/databaseServices', 'databaseSchemas'] as const) {
      const { status, body } = await imported(collection, places[collection], rows.join('\r\n'));
      expect([status, body.status]).toEqual([207, 'partialSuccess']);
      expect(body).toMatchObject({ failed: 1, numberOfRowsProcessed: 3, numberOfRowsPassed: 1, numberOfRowsFailed: 2 });
      expect(body.errors).toMatchObject([{ line: 3, table: `${other}.c`, field: 'table' }]);
      expect(body.errors[0]!.message).toContain(`does not lie in the database`);
      expect((await exported('tables', `${other}.c`)).status).toBe(404);
    }
    const single = await imported('tables', places.tables, rows.join('\r\n'));
    expect([single.status, single.body.status, single.body.failed]).toEqual([207, 'failure', 2]);
    expect(single.body.errors[0]!.message).toBe(`is not ${places.tables}`);
    const plain = ['table,column,column.dataType', 'b,id,INT', 'c,id,INT', ''];
    const unnamed = await imported('databaseSchemas', schema, plain.join('\r\n'));
    expect(unnamed.body).toMatchObject({ status: 'success', created: 1, unchanged: 1 });
    expect((await exported('tables', `${schema}.c`)).status).toBe(200);
  });

  it.each([
    ['', 'body'],
    ['colour\r\n1', 'is no header'],
    ['table,"x', 'line 1'],
  ])('are refused where the file is %j', async (file, message) => {
    const { status, body } = await imported('databases', places.databases, file);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('are refused for unknown places, wrong words, other media types and strangers', async () => {
    const file = (await exported('tables', places.tables)).body;
    const unknown = {
      tables: 'table',
      databaseSchemas: 'databaseSchema',
      databases: 'database',
      'services/databaseServices': 'databaseService',
    };
    for (const [collection, type] of Object.entries(unknown)) {
      for (const answer of [await exported(collection, 'no.where'), await imported(collection, 'no.where', file)])
        expect(answer).toMatchObject({ status: 404, body: { message: `${type} instance for no.where not found` } });
      expect((await exported(collection, 'no.where', '?raw=1')).status).toBe(400);
      expect((await imported(collection, 'no.where', file, '?dryRun=1')).status).toBe(400);
      const path = `/api/v1/${collection}/name/a/import`;
      expect((await fetch(`${world.client.baseUrl}${path}`, { method: 'PUT' })).status).toBe(401);
    }
    const xml = await imported('databases', places.databases, '<a/>', '', { 'content-type': 'text/xml' });
    expect([xml.status, xml.body.message]).toEqual([415, expect.stringContaining('text/csv, text/plain')]);
  });
});
