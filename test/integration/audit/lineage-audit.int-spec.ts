import { actorFrom } from '@app/common';
import { AuditLog, EventsModule } from '@app/events';
import { ADMIN, GraphFixture, type Document } from '../lineage/graph.fixture';

const ANN = actorFrom({ ...ADMIN, name: 'ann' }, { requestId: 'request-1', address: '192.0.2.7', route: 'PUT /test' });
const HASH = /^[0-9a-f]{64}$/;

describe('the audit of lineage', () => {
  let world: GraphFixture;
  let audit: AuditLog;
  let [from, to]: Document[] = [];

  beforeAll(async () => {
    world = await GraphFixture.open(EventsModule);
    audit = world.app.get(AuditLog);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    const schema = await world.schema();
    [from, to] = [await world.table(schema), await world.table(schema)];
  });

  const put = (details: object, actor = ANN) =>
    world.edges.put(actor, {
      edge: {
        fromEntity: { id: from!.id, type: 'table' },
        toEntity: { id: to!.id, type: 'table' },
        lineageDetails: details,
      },
    });
  const key = () => ({ from: { type: 'table', id: from!.id }, to: { type: 'table', id: to!.id } });
  const records = async () => {
    const { data } = await audit.page(ADMIN, { entity: to!.id, order: 'asc' });
    return data.filter(({ operation }) => operation.startsWith('lineage'));
  };
  const upstream = () => [{ id: from!.id, type: 'table', fullyQualifiedName: from!.fullyQualifiedName }];

  it('tells who created, changed and deleted an edge, from where, and what it said before and after', async () => {
    await put({ sqlQuery: 'select 1', columnsLineage: [{ fromColumns: ['id'], toColumn: 'id' }] });
    await put({ sqlQuery: 'select 1', columnsLineage: [{ fromColumns: ['id'], toColumn: 'id' }] });
    await put({ sqlQuery: 'select 2', description: 'by night' });
    await world.edges.patch(ANN, key(), [{ op: 'replace', path: '/sqlQuery', value: 'select 3' }]);
    await world.edges.remove(ANN, key());
    const found = await records();
    expect(found).toMatchObject([
      {
        operation: 'lineageCreated',
        userName: 'ann',
        requestId: 'request-1',
        address: '192.0.2.7',
        entityType: 'table',
        entityFullyQualifiedName: to!.fullyQualifiedName,
        change: {
          upstream: upstream(),
          fieldsAdded: [
            { name: 'columns', newValue: [{ fromColumn: 'id', toColumn: 'id' }] },
            { name: 'source', newValue: 'Manual' },
            { name: 'sqlQuery', newValue: 'select 1' },
          ],
          fieldsUpdated: [],
          fieldsDeleted: [],
        },
      },
      {
        operation: 'lineageUpdated',
        requestId: 'request-1',
        change: {
          fieldsAdded: [{ name: 'details' }],
          fieldsUpdated: [{ name: 'sqlQuery', oldValue: 'select 1', newValue: 'select 2' }],
          fieldsDeleted: [{ name: 'columns', oldValue: [{ fromColumn: 'id', toColumn: 'id' }] }],
        },
      },
      { operation: 'lineageUpdated', change: { fieldsUpdated: [{ oldValue: 'select 2', newValue: 'select 3' }] } },
      { operation: 'lineageDeleted', requestId: 'request-1', change: { upstream: upstream(), fieldsAdded: [] } },
    ]);
    const hashes = found.map(({ hashBefore, hashAfter }) => [hashBefore, hashAfter]);
    expect(hashes).toEqual([
      [undefined, expect.stringMatching(HASH)],
      [hashes[0]![1], expect.stringMatching(HASH)],
      [hashes[1]![1], expect.stringMatching(HASH)],
      [hashes[2]![1], undefined],
    ]);
  });

  it('names a long attribute without its values, and keeps the other asset', async () => {
    await put({ sqlQuery: `select '${'token '.repeat(2_000)}'` });
    const [record] = await records();
    expect(record).toMatchObject({
      change: { upstream: upstream(), fieldsAdded: [{ name: 'source' }, { name: 'sqlQuery' }] },
    });
    expect(JSON.stringify(record)).not.toContain('token');
  });

  it('has a record for each edge of a bulk, and of what is removed by source', async () => {
    const edge = { fromEntity: { id: from!.id, type: 'table' }, toEntity: { id: to!.id, type: 'table' } };
    const back = { fromEntity: edge.toEntity, toEntity: edge.fromEntity };
    const body = { edges: [edge, back, edge].map((ends) => ({ ...ends, lineageDetails: { source: 'QueryLineage' } })) };
    await world.bulk.put(ANN, body);
    await world.bySource.remove(ANN, { type: 'table', id: to!.id }, 'QueryLineage');
    const { data } = await audit.page(ADMIN, { entity: from!.id, operation: 'lineageCreated' });
    expect(data).toMatchObject([{ requestId: 'request-1', change: { upstream: [{ id: to!.id }] } }]);
    expect(await records()).toMatchObject([
      { operation: 'lineageCreated', requestId: 'request-1' },
      { operation: 'lineageDeleted', requestId: 'request-1', userName: 'ann' },
    ]);
  });

  it('has one chain of states, however many write one edge at once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => put({ sqlQuery: `select ${n}` })));
    const found = await records();
    expect(found.map(({ operation }) => operation)).toEqual([
      'lineageCreated',
      ...Array<string>(11).fill('lineageUpdated'),
    ]);
    for (const [at, record] of found.entries()) expect(record.hashBefore).toBe(found[at - 1]?.hashAfter);
  });

  it('has one chain of states where writers do not wait for each other in one process', async () => {
    const nodes = await world.database.query<{ node: string }>(
      'select node::text from entity where id = any($1) order by id = $2',
      [[from!.id, to!.id], to!.id],
    );
    const [fromNode, toNode] = nodes.map(({ node }) => node) as [string, string];
    const drafts = Array.from({ length: 8 }, (_, n) => ({
      fromNode,
      toNode,
      source: 'Manual' as const,
      sqlQuery: `select ${n}`,
      details: {},
      columns: [],
    }));
    await Promise.all(drafts.map((draft) => world.database.transaction((tx) => world.writer.put(tx, ANN, [draft]))));
    const found = await records();
    expect(found).toHaveLength(8);
    for (const [at, record] of found.entries()) expect(record.hashBefore).toBe(found[at - 1]?.hashAfter);
  });
});
