import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import {
  encoded,
  link,
  makeSchema,
  makeTable,
  newName,
  type Asset,
  type ErrorBody,
  type Neighbourhood,
} from './lineage-world';

const UNKNOWN = '4d2f7c1a-0b3e-4c5d-8e9f-a1b2c3d4e5f6';

interface Graph {
  readonly nodes: readonly Asset[];
  readonly edges: readonly object[];
  readonly hops: readonly object[];
  readonly paging: { readonly after?: string };
}

describe('graphs over HTTP', () => {
  let service: RunningService;
  let admin: RestClient;
  let chain: [Asset, Asset, Asset, Asset];

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    const schema = await makeSchema(admin);
    const tables: Asset[] = [];
    for (let i = 0; i < 4; i++) tables.push(await makeTable(admin, schema, newName(`t${i} 1/2.5`)));
    chain = tables as typeof chain;
    for (let i = 0; i < 3; i++) await link(admin, tables[i] as Asset, tables[i + 1] as Asset);
  });

  it('are read near an asset, under every path alike', async () => {
    const [first, second, third] = chain;
    const fqn = encoded(second.fullyQualifiedName);
    const depth = 'upstreamDepth=1&downstreamDepth=1';
    const byId = await admin.must<Neighbourhood>('GET', `/lineage/table/${second.id}?${depth}`);
    expect(byId.upstreamEdges).toMatchObject([{ fromEntity: first.id, toEntity: second.id }]);
    expect(byId.downstreamEdges).toMatchObject([{ fromEntity: second.id, toEntity: third.id }]);
    expect(byId.nodes.map(({ id }) => id).sort()).toEqual([first.id, third.id].sort());
    for (const path of [
      `/lineage/table/${second.id}`,
      `/lineage/table/name/${fqn}?${depth}`,
      `/lineage/getLineage?type=table&fqn=${fqn}`,
    ])
      expect(await admin.must('GET', path)).toEqual(byId);
  });

  it('go on in pages', async () => {
    const [first, , , last] = chain;
    const seen: string[] = [];
    let path = `/lineage/graph?type=table&id=${first.id}&depth=100&nodes=1`;
    for (let page = await admin.must<Graph>('GET', path); ; page = await admin.must<Graph>('GET', path)) {
      seen.push(...page.nodes.map(({ id }) => id));
      expect(page.hops).toHaveLength(3);
      if (page.paging.after === undefined) break;
      path = `/lineage/graph?type=table&id=${first.id}&depth=100&nodes=1&after=${page.paging.after}`;
    }
    expect(seen).toEqual(chain.slice(1).map(({ id }) => id));
    const fqn = encoded(last.fullyQualifiedName);
    const up = await admin.must<Graph>('GET', `/lineage/graph?type=table&fqn=${fqn}&direction=upstream&depth=2`);
    expect([up.nodes.length, up.edges.length]).toEqual([2, 2]);
  });

  it('know the way from one asset to another', async () => {
    const [first, , , last] = chain;
    const path = `/lineage/path?from=${first.id}&to=${encoded(last.fullyQualifiedName)}`;
    expect(await admin.must('GET', path)).toMatchObject({
      found: true,
      direction: 'downstream',
      length: 3,
      nodes: chain.map(({ id }) => ({ id })),
    });
    expect(await admin.must('GET', `${path}&direction=upstream`)).toEqual({ found: false, nodes: [], edges: [] });
  });

  it('tell what a contract reaches', async () => {
    const [first, second] = chain;
    const contract = await admin.must<Asset>('POST', '/dataContracts', {
      name: newName('c'),
      entity: { id: first.id, type: 'table' },
    });
    const reached = await admin.must<{ hops: { assets: Asset[] }[] }>(
      'GET',
      `/dataContracts/${contract.id}/impact?depth=1`,
    );
    expect(reached.hops).toEqual([{ hop: 1, assets: [expect.objectContaining({ id: second.id }) as object] }]);
    const narrowed = await admin.must<{ hops: object[] }>(
      'GET',
      `/dataContracts/${contract.id}/impact?columns=total,id`,
    );
    expect(narrowed.hops).toHaveLength(3);
    for (const [query, told] of [
      ['depth=0', 'depth'],
      ['depth=101', 'depth'],
      ['limit=x', 'limit'],
      ['columns=', 'columns'],
      ['columns=nope', '"nope"'],
      ['direction=up', 'direction'],
    ] as const) {
      const answer = await admin.get<ErrorBody>(`/dataContracts/${contract.id}/impact?${query}`);
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(told)]);
    }
    expect((await admin.get(`/dataContracts/${UNKNOWN}/impact`)).status).toBe(404);
  });

  it.each([
    ['/lineage/table/nope', 400, 'UUID'],
    [`/lineage/table/${UNKNOWN}`, 404, UNKNOWN],
    [`/lineage/glossary/${UNKNOWN}`, 400, 'allowed are table'],
    [`/lineage/table/${UNKNOWN}?upstreamDepth=4`, 400, '0 to 3'],
    [`/lineage/table/${UNKNOWN}?upstreamDepth=`, 400, 'upstreamDepth'],
    [`/lineage/table/${UNKNOWN}?downstreamDepth=1&downstreamDepth=2`, 400, '2 times'],
    [`/lineage/table/${UNKNOWN}?depth=1`, 400, 'depth'],
    ['/lineage/table/name/no.such.table.here', 404, 'no.such.table.here'],
    ['/lineage/getLineage?fqn=a.b', 400, 'type'],
    ['/lineage/getLineage?type=table', 400, 'fqn'],
    ['/lineage/getLineage?type=user&fqn=ada', 400, 'user'],
    ['/lineage/graph?type=table', 400, 'fqn'],
    [`/lineage/graph?type=table&fqn=a.b&id=${UNKNOWN}`, 400, 'together'],
    ['/lineage/graph?type=table&id=x', 400, 'UUID'],
    ['/lineage/graph?type=table&fqn=a.b.c.d&depth=101', 400, 'depth'],
    ['/lineage/graph?type=table&fqn=a.b.c.d&nodes=0', 400, 'nodes'],
    ['/lineage/graph?type=table&fqn=a.b.c.d&direction=sideways', 400, 'direction'],
    ['/lineage/graph?type=table&fqn=a.b.c.d&entityType=table,user', 400, 'entityType'],
    ['/lineage/graph?type=table&fqn=a.b.c.d', 404, 'a.b.c.d'],
    ['/lineage/path?from=a.b', 400, 'to'],
    ['/lineage/path?from=a.b.c.d&to=e.f', 404, 'a.b.c.d'],
    [`/lineage/path?from=a.b.c.d&to=${UNKNOWN}&toType=user`, 400, 'user'],
  ])('GET %s is %i', async (path, status, told) => {
    const answer = await admin.get<ErrorBody>(path);
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(told)]);
  });

  it('refuse a cursor that somebody made', async () => {
    const path = `/lineage/graph?type=table&id=${chain[0].id}&after=AAAA`;
    expect((await admin.get(path)).status).toBe(400);
  });
});
