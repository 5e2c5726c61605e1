import { readFileSync } from 'node:fs';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { missingShared, sharedPath } from '../../support/shared-folder';
import { describeUnless } from '../../support/unless-refused';
import {
  encoded,
  makeSchema,
  makeTable,
  newName,
  type Asset,
  type ErrorBody,
  type Neighbourhood,
} from './lineage-world';

const DBT = 'data/lineage/dbt-healthcare.csv';
const UNKNOWN = '4d2f7c1a-0b3e-4c5d-8e9f-a1b2c3d4e5f6';

describe('edges over HTTP', () => {
  let service: RunningService;
  let admin: RestClient;
  let schema: string;
  let orders: Asset;
  let revenue: Asset;

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    schema = await makeSchema(admin);
  });
  beforeEach(async () => {
    [orders, revenue] = await Promise.all([
      makeTable(admin, schema, newName('orders of 1/2.5')),
      makeTable(admin, schema, newName('revenue')),
    ]);
  });

  const ref = ({ id }: Asset) => ({ id, type: 'table' });
  const between = (a: Asset, b: Asset): string => `/lineage/table/${a.id}/table/${b.id}`;

  it('live as a client of the reference lets them live', async () => {
    const lineageDetails = {
      sqlQuery: 'select 1',
      source: 'QueryLineage',
      columnsLineage: [
        { fromColumns: [`${orders.fullyQualifiedName}.total`], toColumn: `${revenue.fullyQualifiedName}.total` },
      ],
    };
    const noEdge = await admin.get<ErrorBody>(`/lineage/getLineageEdge/${orders.id}/${revenue.id}`);
    expect([noEdge.status, noEdge.body.code]).toEqual([404, 404]);
    const edge = { fromEntity: ref(orders), toEntity: ref(revenue), description: null, lineageDetails };
    const put = await admin.put('/lineage', { edge });
    expect([put.status, put.body]).toEqual([
      200,
      {
        fromEntity: expect.objectContaining(ref(orders)) as object,
        toEntity: expect.objectContaining(ref(revenue)) as object,
        lineageDetails: expect.objectContaining(lineageDetails) as object,
      },
    ]);
    const shown = await admin.must<Neighbourhood>(
      'GET',
      `/lineage/table/${orders.id}?upstreamDepth=1&downstreamDepth=1`,
    );
    expect(shown).toEqual({
      entity: expect.objectContaining(ref(orders)) as object,
      nodes: [expect.objectContaining(ref(revenue)) as object],
      upstreamEdges: [],
      downstreamEdges: [{ fromEntity: orders.id, toEntity: revenue.id, lineageDetails: put.body.lineageDetails }],
    });
    const read = await admin.must<{ edge: object }>('GET', `/lineage/getLineageEdge/${orders.id}/${revenue.id}`);
    expect(read.edge).toEqual(put.body.lineageDetails);
    const item = { fromColumns: [`${orders.fullyQualifiedName}.id`], toColumn: `${revenue.fullyQualifiedName}.id` };
    const patch = [{ op: 'add', path: '/columnsLineage/0', value: item }];
    const patched = await admin.must<{ lineageDetails: { columnsLineage: object[] } }>(
      'PATCH',
      between(orders, revenue),
      patch,
    );
    expect(patched.lineageDetails.columnsLineage).toEqual([item, ...lineageDetails.columnsLineage]);
    expect((await admin.delete(between(orders, revenue))).status).toBe(200);
    expect((await admin.delete(between(orders, revenue))).status).toBe(404);
  });

  it('are deleted by names and by source', async () => {
    const edge = { fromEntity: orders.fullyQualifiedName, toEntity: ref(revenue) };
    await admin.must('PUT', '/lineage', { edge });
    const [from, to] = [encoded(orders.fullyQualifiedName), encoded(revenue.fullyQualifiedName)];
    expect((await admin.delete(`/lineage/table/name/${from}/table/name/${to}`)).status).toBe(200);
    expect((await admin.delete(`/lineage/table/name/${from}/table/name/${to}`)).status).toBe(404);
    await admin.must('PUT', '/lineage', { edge });
    expect(await admin.must('DELETE', `/lineage/table/${revenue.id}/type/Manual`)).toEqual({ deleted: 1 });
  });

  it('in bulk answer 200, and 207 where they are mixed', async () => {
    const good = { fromEntity: ref(orders), toEntity: ref(revenue) };
    const all = await admin.put<{ results: object[] }>('/lineage/bulk', { edges: [good] });
    expect([all.status, all.body.results]).toEqual([
      200,
      [{ status: 200, edge: expect.objectContaining({ fromEntity: expect.anything() as object }) as object }],
    ]);
    const mixed = await admin.put<{ results: object[] }>('/lineage/bulk', {
      edges: [{ ...good, toEntity: { id: UNKNOWN, type: 'table' } }, good],
    });
    expect([mixed.status, mixed.body.results]).toMatchObject([
      207,
      [{ status: 404, error: { code: 404, errorType: 'NOT_FOUND' } }, { status: 200 }],
    ]);
  });

  it.each([
    ['PUT', '/lineage', {}, 400, 'edge'],
    ['PUT', '/lineage?x=1', { edge: {} }, 400, 'x'],
    ['PUT', '/lineage', { edge: { fromEntity: 'a.b.c.d', toEntity: 'a.b.c.d' } }, 404, 'a.b.c.d'],
    [
      'PUT',
      '/lineage',
      { edge: { fromEntity: { id: UNKNOWN, type: 'glossary' }, toEntity: 'x' } },
      400,
      'allowed: table',
    ],
    ['PUT', '/lineage/bulk', [], 400, 'edges'],
    ['GET', `/lineage/getLineageEdge/x/${UNKNOWN}`, undefined, 400, 'UUID'],
    ['GET', `/lineage/getLineageEdge/${UNKNOWN}/${UNKNOWN}`, undefined, 404, UNKNOWN],
    ['PATCH', `/lineage/table/${UNKNOWN}/table/${UNKNOWN}`, [], 404, UNKNOWN],
    ['DELETE', `/lineage/glossary/${UNKNOWN}/table/${UNKNOWN}`, undefined, 400, 'glossary'],
    ['DELETE', `/lineage/table/${UNKNOWN}/table/${UNKNOWN}`, undefined, 404, UNKNOWN],
    ['DELETE', `/lineage/table/${UNKNOWN}/type/Hearsay`, undefined, 400, 'Manual'],
    ['DELETE', '/lineage/table/name/a.b/table/name/c.d', undefined, 404, 'a.b'],
  ])('%s %s %j is %i', async (method, path, body, status, told) => {
    const headers: Record<string, string> = method === 'PATCH' ? { 'content-type': 'application/json-patch+json' } : {};
    const answer = await admin.send<ErrorBody>(method, path, { body, headers });
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(told)]);
  });

  it('are written by who may edit lineage, and seen by everybody', async () => {
    const [viewer, steward] = await Promise.all([
      service.client(newName('viewer'), 'DataConsumer'),
      service.client(newName('steward'), 'DataSteward'),
    ]);
    const edge = { fromEntity: ref(orders), toEntity: ref(revenue) };
    const refused = await viewer.put<ErrorBody>('/lineage', { edge });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toMatch(/is not allowed: operations \[EditLineage\] on lineage/);
    expect((await viewer.put('/lineage/bulk', { edges: [edge] })).status).toBe(403);
    expect((await steward.put('/lineage', { edge })).status).toBe(200);
    expect((await viewer.delete(between(orders, revenue))).status).toBe(403);
    expect((await viewer.patch(between(orders, revenue), [])).status).toBe(403);
    expect((await viewer.get(`/lineage/getLineageEdge/${orders.id}/${revenue.id}`)).status).toBe(200);
  });

  describeUnless(missingShared(DBT), 'of a real project', () => {
    it('go in by bulk and are found again', async () => {
      const pairs = readFileSync(sharedPath(DBT), 'utf8')
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(',') as [string, string]);
      const fqns = new Map<string, string>();
      const fqn = (model: string): string => fqns.get(model) as string;
      const models = [...new Set(pairs.flat())];
      for (let at = 0; at < models.length; at += 1_000) {
        const entities = models.slice(at, at + 1_000).map((name) => ({ name, databaseSchema: schema, columns: [] }));
        const { results } = await admin.must<{ results: { entity: Asset }[] }>('PUT', '/tables/bulk', { entities });
        for (const { entity } of results) fqns.set(entity.name, entity.fullyQualifiedName);
      }
      const edges = pairs.map(([from, to]) => ({ fromEntity: fqn(from), toEntity: fqn(to) }));
      const stored = await admin.put<{ results: { status: number }[] }>('/lineage/bulk', { edges });
      expect(stored.body.results.filter(({ status }) => status !== 200)).toEqual([]);
      expect([stored.status, stored.body.results.length]).toEqual([200, pairs.length]);
      const fanIn = new Map<string, number>();
      for (const [, to] of pairs) fanIn.set(to, (fanIn.get(to) ?? 0) + 1);
      const [hub, width] = [...fanIn].sort(([, a], [, b]) => b - a)[0] as [string, number];
      const shown = await admin.must<Neighbourhood>(
        'GET',
        `/lineage/table/name/${encoded(fqn(hub))}?upstreamDepth=1&downstreamDepth=0`,
      );
      expect([shown.upstreamEdges.length, shown.nodes.length, shown.downstreamEdges]).toEqual([width, width, []]);
    });
  });
});
