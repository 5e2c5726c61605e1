import { gzipSync } from 'node:zlib';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { eventually } from '../../support/eventually';

type Json = Record<string, unknown>;

interface Receipt extends Json {
  readonly duplicate: boolean;
  readonly notes: readonly string[];
  readonly unresolved: readonly Json[];
}

interface Page {
  readonly data: readonly Json[];
  readonly paging: { readonly total: number; readonly after?: string; readonly before?: string };
}

const NAMESPACE = 'postgres://db.example.org:5432';

function event(runId: string, more: Json = {}): Json {
  return {
    eventType: 'COMPLETE',
    eventTime: '2026-11-20T06:00:12.345Z',
    producer: 'https://example.org/producer',
    schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
    run: { runId },
    job: { namespace: 'airflow', name: 'shop.daily' },
    inputs: [{ namespace: NAMESPACE, name: 'shop.public.orders' }],
    outputs: [{ namespace: NAMESPACE, name: 'shop.public.revenue' }],
    ...more,
  };
}

describe('lineage events over HTTP', () => {
  let service: RunningService;
  let admin: RestClient;

  async function table(name: string): Promise<void> {
    const columns = [{ name: 'id', dataType: 'INT' }];
    await admin.must('POST', '/tables', { name, databaseSchema: 'pg.shop.public', columns });
  }

  async function downstream(fqn: string): Promise<readonly Json[]> {
    const answer = await admin.get<Json>(`/lineage/table/name/${fqn}?downstreamDepth=1`);
    return (answer.body.downstreamEdges ?? []) as Json[];
  }

  beforeAll(async () => {
    service = await RunningService.start({ workers: 0 });
    admin = await service.client();
    await admin.must('POST', '/services/databaseServices', { name: 'pg', serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'shop', service: 'pg' });
    await admin.must('POST', '/databaseSchemas', { name: 'public', database: 'pg.shop' });
    await admin.must('PUT', '/openlineage/mappings', { mappings: [{ namespacePrefix: 'postgres://', service: 'pg' }] });
    await table('orders');
  });

  afterAll(() => service.stop());

  it('come in, wait for their asset, and have their edge when it is made', async () => {
    const taken = await admin.post<Receipt>('/openlineage/lineage', event('run-1'));
    expect(taken.status).toBe(201);
    expect(taken.body).toEqual({
      duplicate: false,
      notes: [],
      unresolved: [{ namespace: NAMESPACE, name: 'shop.public.revenue' }],
    });
    const listed = await admin.must<Page>('GET', '/openlineage/unresolved');
    expect(listed.data).toContainEqual(expect.objectContaining({ name: 'shop.public.revenue', events: 1 }));
    await table('revenue');
    const edges = await eventually(
      () => downstream('pg.shop.public.orders'),
      ({ length }) => length > 0,
    );
    expect(edges).toEqual([
      expect.objectContaining({ lineageDetails: expect.objectContaining({ source: 'OpenLineage' }) }),
    ]);
    const again = await admin.post<Receipt>('/openlineage/lineage', event('run-1'));
    expect([again.status, again.body.duplicate]).toEqual([201, true]);
    // As the clients of OpenLineage pack it.
    const packed = await fetch(`${admin.baseUrl}/api/v1/openlineage/lineage`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${admin.token}`,
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      },
      body: gzipSync(JSON.stringify(event('run-1'))),
    });
    expect([packed.status, ((await packed.json()) as Receipt).duplicate]).toEqual([201, true]);
  });

  it("come in by the path of OpenLineage's own client, and are listed as they came", async () => {
    const sent = event('run-client');
    const answer = await admin.post<Receipt>('/lineage', sent);
    expect(answer.status).toBe(201);
    const { data } = await admin.must<Page>('GET', '/openlineage/events?runId=run-client');
    expect(data).toEqual([
      expect.objectContaining({ kind: 'run', eventType: 'COMPLETE', sender: 'admin', reduced: false, event: sent }),
    ]);
  });

  it('come in batches with an outcome each, page by page', async () => {
    const batch = [event('b-1'), { ...event('b-2'), eventTime: 'soon' }, event('b-3'), 7];
    const answer = await admin.post<{ results: Json[] }>('/openlineage/lineage/batch', batch);
    expect(answer.status).toBe(207);
    expect(answer.body.results.map(({ status }) => status)).toEqual([201, 400, 201, 400]);
    expect(answer.body.results[1]).toMatchObject({ error: { details: [{ field: 'eventTime' }] } });
    const all = await admin.post<{ results: Json[] }>('/openlineage/lineage/batch', [event('b-4')]);
    expect(all.status).toBe(200);
    const names: unknown[] = [];
    let after = '';
    do {
      const page: Page = await admin.must<Page>('GET', `/openlineage/events?limit=2${after && `&after=${after}`}`);
      names.push(...page.data.map(({ runId }) => runId));
      after = page.paging.after ?? '';
    } while (after);
    expect(new Set(names)).toEqual(new Set(['run-1', 'run-client', 'b-1', 'b-3', 'b-4']));
    expect(names).toHaveLength(5);
  });

  it.each<[string, string, unknown, number, string]>([
    ['POST', '/openlineage/lineage', [], 400, 'object'],
    ['POST', '/openlineage/lineage', {}, 400, 'run'],
    ['POST', '/openlineage/lineage', event('x', { outputs: [{ name: 'a' }] }), 400, 'outputs[0].namespace'],
    ['POST', '/openlineage/lineage', event('x', { eventType: 'DONE' }), 400, 'eventType'],
    ['POST', '/openlineage/lineage', event('x', { job: null }), 400, 'job'],
    ['POST', '/openlineage/lineage/batch', {}, 400, 'list'],
    ['POST', '/openlineage/lineage/batch', Array.from({ length: 1_001 }, () => 1), 400, '1000'],
    ['PUT', '/openlineage/mappings', { mappings: [{ namespacePrefix: 'a', service: 'nobody' }] }, 404, 'nobody'],
    ['PUT', '/openlineage/mappings', { mappings: [{ namespacePrefix: 'a' }] }, 400, 'mappings[0].service'],
    ['PUT', '/openlineage/mappings', { rules: [] }, 400, 'rules'],
    ['GET', '/openlineage/unresolved?limit=1001', undefined, 400, 'limit'],
    ['GET', '/openlineage/unresolved?page=1', undefined, 400, 'page'],
    ['GET', '/openlineage/events?after=abc', undefined, 400, 'cursor'],
    ['GET', '/openlineage/events?eventType=done', undefined, 400, 'eventType'],
  ])('%s %s of %j is %i and names %s', async (method, path, body, status, named) => {
    const answer = await admin.send<{ message: string }>(method, path, { body });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(named);
  });

  it('of our own export come in again without a rule, and make the same edges', async () => {
    await admin.must('POST', '/services/databaseServices', { name: 'dw.1', serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'd', service: '"dw.1"' });
    await admin.must('POST', '/databaseSchemas', { name: 's', database: '"dw.1".d' });
    const columns = [{ name: 'id', dataType: 'INT' }];
    for (const name of ['a', 'b.c'])
      await admin.must('POST', '/tables', { name, databaseSchema: '"dw.1".d.s', columns });
    await admin.must('POST', '/services/messagingServices', { name: 'bus', serviceType: 'Kafka' });
    await admin.must('POST', '/topics', { name: 'shop.orders', service: 'bus', partitions: 1 });
    await admin.must('POST', '/services/pipelineServices', { name: 'flows', serviceType: 'Airflow' });
    const { id } = await admin.must('POST', '/pipelines', { name: 'load.daily', service: 'flows' });
    const [topic, from, to] = ['bus."shop.orders"', '"dw.1".d.s.a', '"dw.1".d.s."b.c"'] as const;
    const end = (type: string, fullyQualifiedName: string): Json => ({ type, fullyQualifiedName });
    const mapping = { fromColumns: [`${from}.id`], toColumn: `${to}.id`, function: 'DIRECT/IDENTITY' };
    const details = { pipeline: { id, type: 'pipeline' }, sqlQuery: 'select id from a', columnsLineage: [mapping] };
    await admin.must('PUT', '/lineage', { edge: { fromEntity: end('topic', topic), toEntity: end('table', from) } });
    await admin.must('PUT', '/lineage', {
      edge: { fromEntity: end('table', from), toEntity: end('table', to), lineageDetails: details },
    });
    const exported = `/lineage/export?type=table&fqn=${encodeURIComponent(from)}&upstreamDepth=1&downstreamDepth=1`;
    const rows = () => admin.must<string>('GET', `${exported}&columnLineage=true`);
    const before = await rows();
    const events = await admin.must<Json[]>('GET', `${exported}&format=openlineage`);
    const path = (type: string, fqn: string): string => `${type}/name/${encodeURIComponent(fqn)}`;
    await admin.must('DELETE', `/lineage/${path('topic', topic)}/${path('table', from)}`);
    await admin.must('DELETE', `/lineage/${path('table', from)}/${path('table', to)}`);
    expect(await rows()).not.toEqual(before);
    const taken = await admin.must<{ results: Json[] }>('POST', '/openlineage/lineage/batch', events);
    expect(taken.results).toHaveLength(2);
    expect(await rows()).toEqual(before);
    const [edge] = (await downstream(encodeURIComponent(from))) as { lineageDetails: Json }[];
    expect(edge!.lineageDetails).toMatchObject({
      sqlQuery: 'select id from a',
      pipeline: { fullyQualifiedName: 'flows."load.daily"' },
    });
    await admin.must('PUT', '/openlineage/mappings', await admin.must('GET', '/openlineage/mappings'));
    expect(await rows()).toEqual(before);
  });

  it('are for those who may edit lineage', async () => {
    const consumer = await service.client('reader', 'DataConsumer');
    const bot = await service.client('robot', 'Bot');
    expect((await consumer.post('/openlineage/lineage', event('c-1'))).status).toBe(403);
    expect((await consumer.get('/openlineage/events')).status).toBe(403);
    expect((await consumer.get('/openlineage/unresolved')).status).toBe(403);
    expect((await consumer.put('/openlineage/mappings', { mappings: [] })).status).toBe(403);
    expect((await bot.post('/openlineage/lineage', event('c-2'))).status).toBe(201);
  });
});
