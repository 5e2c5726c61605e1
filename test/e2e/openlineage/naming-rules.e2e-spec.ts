import { eventually } from '../../support/eventually';
import { RunningService } from '../../support/running-service';
import type { RestClient } from '../../support/rest-client';

type Json = Record<string, unknown>;
interface Rules {
  readonly mappings: readonly { readonly namespacePrefix: string; readonly service: { fullyQualifiedName: string } }[];
}

const PREFIX = 'postgres://db.example.org:5432';
const path = (prefix: string): string => `/openlineage/mappings/${encodeURIComponent(prefix)}`;

describe('rules of naming', () => {
  let service: RunningService;
  let admin: RestClient;

  beforeAll(async () => {
    service = await RunningService.start({ workers: 0 });
    admin = await service.client();
    for (const name of ['pg', 'other'])
      await admin.must('POST', '/services/databaseServices', { name, serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'shop', service: 'pg' });
    await admin.must('POST', '/databaseSchemas', { name: 'public', database: 'pg.shop' });
    for (const name of ['orders', 'revenue'])
      await admin.must('POST', '/tables', {
        ...{ name, databaseSchema: 'pg.shop.public', columns: [{ name: 'id', dataType: 'INT' }] },
      });
  });
  afterAll(() => service.stop());

  const prefixes = async () =>
    (await admin.must<Rules>('GET', '/openlineage/mappings')).mappings.map(({ namespacePrefix }) => namespacePrefix);
  const edges = async () =>
    ((await admin.get<Json>('/lineage/table/name/pg.shop.public.orders?downstreamDepth=1')).body
      .downstreamEdges as Json[]) ?? [];

  it('are resources by their prefix, each with its tag', async () => {
    const made = await admin.send<Json>('PUT', path(PREFIX), { body: { service: 'other' } });
    expect([made.status, made.body]).toEqual([
      201,
      {
        ...{ namespacePrefix: PREFIX, create: false },
        service: expect.objectContaining({ fullyQualifiedName: 'other' }) as object,
      },
    ]);
    const read = await admin.send<Json>('GET', path(PREFIX), {});
    const tag = read.headers.get('etag')!;
    expect([read.status, read.body, tag]).toEqual([200, made.body, made.headers.get('etag')]);
    const again = await admin.send('GET', path(PREFIX), { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
    const changed = await admin.send<Json>('PUT', path(PREFIX), {
      ...{ body: { service: { type: 'databaseService', fullyQualifiedName: 'pg' } }, headers: { 'if-match': tag } },
    });
    expect([changed.status, changed.body]).toMatchObject([200, { service: { fullyQualifiedName: 'pg' } }]);
    const late = await admin.send('PUT', path(PREFIX), { body: { service: 'other' }, headers: { 'if-match': tag } });
    expect(late.status).toBe(412);
    expect((await admin.send('DELETE', path(PREFIX), { headers: { 'if-match': tag } })).status).toBe(412);
  });

  it('do not change each other', async () => {
    await admin.must('PUT', path('hive://meta:9083'), { service: 'other' });
    expect(await prefixes()).toEqual(['hive://meta:9083', PREFIX]);
    expect((await admin.send('DELETE', path('hive://meta:9083'), {})).status).toBe(204);
    expect((await admin.send('DELETE', path('hive://meta:9083'), {})).status).toBe(404);
    expect((await admin.send('GET', path('hive://meta:9083'), {})).status).toBe(404);
    expect(await prefixes()).toEqual([PREFIX]);
    await admin.must('PUT', path('*'), { service: 'other' });
    expect(await prefixes()).toEqual(['', PREFIX]);
    expect((await admin.send('DELETE', path('*'), {})).status).toBe(204);
  });

  it('say how many edges would go with a list that lacks them', async () => {
    await admin.must('POST', '/openlineage/lineage', {
      ...{ eventType: 'COMPLETE', eventTime: '2026-11-20T06:00:12.345Z', producer: 'https://example.org/producer' },
      schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
      ...{ run: { runId: 'run-1' }, job: { namespace: 'airflow', name: 'shop.daily' } },
      inputs: [{ namespace: PREFIX, name: 'shop.public.orders' }],
      outputs: [{ namespace: PREFIX, name: 'shop.public.revenue' }],
    });
    expect(await edges()).toHaveLength(1);
    const others = { mappings: [{ namespacePrefix: 'hive://meta:9083', service: 'other' }] };
    const refused = await admin.put<Json>('/openlineage/mappings', others);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(/would remove 1 edges of lineage; send confirm=1/);
    expect((await admin.put('/openlineage/mappings?confirm=2', others)).status).toBe(409);
    expect([await edges(), await prefixes()]).toEqual([[expect.anything()], [PREFIX]]);
    expect((await admin.put('/openlineage/mappings?confirm=1', others)).status).toBe(200);
    expect([await edges(), await prefixes()]).toEqual([[], ['hive://meta:9083']]);
    await admin.must('PUT', path(PREFIX), { service: 'pg' });
    expect(await edges()).toHaveLength(1);
  });

  it('make the tables that events show, where they say so, and the edges between them', async () => {
    const namespace = 'postgres://made:5432';
    const facets = {
      schema: {
        ...{ _producer: 'p', _schemaURL: 's' },
        fields: [
          { name: 'id', type: 'bigint' },
          { name: 'city', type: 'varchar(20)', description: 'Where' },
          { type: 'x' },
        ],
      },
    };
    const event = (run: string, to: string, made: object) => ({
      ...{ eventType: 'COMPLETE', eventTime: '2026-11-20T06:00:12.345Z', producer: 'https://example.org/producer' },
      schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
      ...{ run: { runId: run }, job: { namespace: 'airflow', name: run } },
      ...{ inputs: [{ namespace, name: 'lake.raw.a', facets }], outputs: [{ namespace, name: to, ...made }] },
    });
    const sent = (run: string, to: string, made: object = { facets }) =>
      admin.must<{ unresolved: unknown[] }>('POST', '/openlineage/lineage', event(run, to, made));
    await admin.must('PUT', path('postgres://made'), { service: 'pg' });
    expect((await sent('before', 'lake.raw.b')).unresolved).toHaveLength(2);
    await admin.must('PUT', path('postgres://made'), { service: 'pg', create: true });
    expect((await sent('after', 'lake.raw.c')).unresolved).toEqual([]);
    const table = await admin.must<Json>('GET', '/tables/name/pg.lake.raw.c?fields=columns');
    expect([table.updatedBy, table.columns]).toMatchObject([
      'openlineage',
      [
        { name: 'id', dataType: 'BIGINT' },
        { name: 'city', dataType: 'VARCHAR', dataLength: 20, description: 'Where' },
      ],
    ]);
    const { downstreamEdges } = await admin.must<Json>('GET', '/lineage/table/name/pg.lake.raw.a?downstreamDepth=1');
    expect(downstreamEdges).toHaveLength(1);
    // Without columns nothing is made, nor of a name that has other levels.
    expect((await sent('plain', 'lake.raw.d', {})).unresolved).toEqual([{ namespace, name: 'lake.raw.d' }]);
    expect((await sent('deep', 'lake.raw.d.e')).unresolved).toEqual([{ namespace, name: 'lake.raw.d.e' }]);
    await eventually(
      () => admin.get('/tables/name/pg.lake.raw.b'),
      ({ status }) => status === 200,
    );
  });

  it('may name a schema, below which names lie', async () => {
    await admin.must('PUT', path('mysql://db:3306'), {
      service: { type: 'databaseSchema', fullyQualifiedName: 'pg.shop.public' },
    });
    const inputs = [{ namespace: 'mysql://db:3306', name: 'orders' }];
    const { unresolved } = await admin.must<{ unresolved: unknown[] }>('POST', '/openlineage/lineage', {
      ...{ eventType: 'COMPLETE', eventTime: '2026-11-20T06:00:12.345Z', producer: 'https://example.org/producer' },
      schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
      ...{ run: { runId: 'of-schema' }, job: { namespace: 'airflow', name: 'of-schema' }, inputs },
    });
    expect(unresolved).toEqual([]);
  });

  it('follow from services whose data may be read, and go with the access', async () => {
    const { id } = await admin.must<{ id: string }>('POST', '/services/databaseServices', {
      ...{ name: 'live', serviceType: 'Postgres' },
      connection: {
        config: { type: 'Postgres', username: 'ada', hostPort: 'live.example.org:5432', database: 'shop' },
      },
    });
    await admin.must('PUT', `/services/databaseServices/${id}/dataAccess`, { enabled: true });
    const derived = async () => {
      // A change of any rule brings them up to date at once, a round does so within half a minute.
      await admin.must('PUT', path('other'), { service: 'pg' });
      return (await admin.must<{ mappings: Json[] }>('GET', '/openlineage/mappings')).mappings.filter(
        (rule) => rule.derived,
      );
    };
    const [rule] = await derived();
    expect(rule).toMatchObject({
      ...{ namespacePrefix: 'postgres://live.example.org:5432', derived: true, database: 'shop' },
    });
    // A list that has it leaves it as it is, and one that lacks it too.
    await admin.must('PUT', '/openlineage/mappings', await admin.must('GET', '/openlineage/mappings'));
    expect(await derived()).toEqual([rule]);
    // So does a list of a client that knows no derived rules, beside a rule by hand that says the same.
    const prefix = 'postgres://live.example.org:5432';
    for (const _ of [1, 2]) {
      const { mappings } = await admin.must<{ mappings: { namespacePrefix: string; service: Json }[] }>(
        'GET',
        '/openlineage/mappings',
      );
      const bare = mappings.map(({ namespacePrefix, service }) => ({ namespacePrefix, service }));
      await admin.must('PUT', '/openlineage/mappings', { mappings: bare });
      expect(await derived()).toEqual([rule]);
      await admin.must('PUT', path(prefix), { service: 'live' });
    }
    await admin.must('DELETE', path(prefix), undefined);
    expect((await admin.send('DELETE', path('postgres://live.example.org:5432'), {})).status).toBe(404);
    await admin.must('DELETE', `/services/databaseServices/${id}/dataAccess`, undefined);
    expect(await derived()).toEqual([]);
  });

  it('are refused where two of a list lead one prefix to different services', async () => {
    const mappings = ['pg', 'other'].map((service) => ({ namespacePrefix: 'twice', service }));
    await admin.must('PUT', '/services/databaseServices', { name: 'other', serviceType: 'Postgres', connection: {} });
    const { status, body } = await admin.send<Json>('PUT', '/openlineage/mappings', { body: { mappings } });
    expect([status, body]).toMatchObject([400, { details: [{ field: 'mappings[1].namespacePrefix' }] }]);
  });

  it.each([
    ['PUT', { service: 'nobody' }, 404, 'nobody'],
    ['PUT', {}, 400, 'service'],
    ['PUT', { service: 'pg', namespacePrefix: 'x' }, 400, 'namespacePrefix'],
  ])('refuse %s with %j', async (method, body, status, word) => {
    const answer = await admin.send<Json>(method, path('x'), { body });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(word)]);
  });

  it('are for who may write the lineage of all', async () => {
    const consumer = await service.client('reader', 'DataConsumer');
    for (const method of ['GET', 'DELETE']) expect((await consumer.send(method, path(PREFIX), {})).status).toBe(403);
    expect((await consumer.send('PUT', path(PREFIX), { body: { service: 'pg' } })).status).toBe(403);
  });
});
