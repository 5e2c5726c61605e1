import type { Actor } from '@app/common';
import { Neighbourhood, type EdgeAnswer } from '@app/lineage';
import { ADMIN, GraphFixture, newName, someone, type Document } from './graph.fixture';

/** All that JSON escapes, and some that it does not. */
const ODD = 'a "b" \\ c\n\t\r\b\f\u0001\u001f\u007f / é 漢 😀 \u2028 $& $1';

/** The text that the database writes is the one that the process would write of the same edges. */
describe('the text of a neighbourhood', () => {
  let world: GraphFixture;
  const tables: Document[] = [];
  const pipelines: Document[] = [];

  beforeAll(async () => {
    world = await GraphFixture.open();
    const schema = await world.schema();
    for (const name of ['far', 'near.x y', 'root', 'after'])
      tables.push(await world.table(schema, newName(name), { displayName: `${name} ${ODD}` }));
    const service = await world.create('pipelineService', { name: newName('s'), serviceType: 'Airflow' });
    const ann = await world.create('user', { name: newName('u'), email: `${newName('u')}@example.com` });
    const owned = { owners: [{ id: ann.id, type: 'user' }] };
    const body = { displayName: ODD, service: service.fullyQualifiedName };
    pipelines.push(await world.create('pipeline', { name: 'owned', ...body, ...owned }));
    pipelines.push(await world.create('pipeline', { name: 'alone', ...body }));
  });
  afterAll(() => world.close());

  async function put(from: number, to: number, details: object, more: object = {}): Promise<EdgeAnswer> {
    const end = (at: number): object => ({ id: tables[at]!.id, type: 'table' });
    return world.edges.put(ADMIN, {
      edge: { fromEntity: end(from), toEntity: end(to), lineageDetails: details, ...more },
    });
  }

  async function near(actor: Actor): Promise<string> {
    const request = { upstreamDepth: 2, downstreamDepth: 2, includeDeleted: false };
    const answer = await world.app.get(Neighbourhood).read(actor, 'table', { id: tables[2]!.id }, request);
    if (typeof answer !== 'string') throw new Error('it came in pieces');
    return answer;
  }

  function textOf(upstream: readonly EdgeAnswer[], downstream: readonly EdgeAnswer[]): string {
    const byIds = ({ fromEntity, toEntity, ...more }: EdgeAnswer): object => ({
      fromEntity: fromEntity.id,
      toEntity: toEntity.id,
      ...more,
    });
    const [nearest] = upstream as [EdgeAnswer];
    const nodes = [...upstream.map(({ fromEntity }) => fromEntity), ...downstream.map(({ toEntity }) => toEntity)];
    return JSON.stringify({
      entity: nearest.toEntity,
      upstreamEdges: upstream.map(byIds),
      downstreamEdges: downstream.map(byIds),
      nodes,
    });
  }

  it('is that of the edges as their writes answered, with columns, details, pipelines and texts of any kind', async () => {
    const pipeline = { id: pipelines[0]!.id, type: 'pipeline' };
    const columns = [
      { fromColumns: ['id', 'a.b'], toColumn: 'home.since', function: ODD },
      { fromColumns: ['home.since'], toColumn: 'id' },
    ];
    const upstream = [
      await put(1, 2, { sqlQuery: ODD, columnsLineage: columns, pipeline, description: ODD, assetEdges: 7 }),
      await put(0, 1, { description: 'of a hop further' }, { description: ODD }),
    ];
    const downstream = [await put(2, 3, { source: 'DbtLineage', columnsLineage: columns.slice(1), assetEdges: 0 })];
    expect(upstream[0]!.lineageDetails.columnsLineage).toHaveLength(2);
    expect(await near(ADMIN)).toBe(textOf(upstream, downstream));
  });

  it('has no pipelines that are hidden from the caller', async () => {
    const [owned, alone] = pipelines.map(({ id }) => ({ pipeline: { id, type: 'pipeline' } })) as [object, object];
    const [nearest, further] = [await put(1, 2, alone), await put(0, 1, owned)];
    const downstream = [await put(2, 3, {})];
    expect(await near(ADMIN)).toBe(textOf([nearest, further], downstream));
    const denied = { effect: 'deny' as const, operations: ['ViewAll' as const], resources: ['pipeline'] };
    const all = { operations: ['ViewAll' as const] };
    const some = someone([all, { ...denied, condition: 'noOwner()' }]);
    expect(await near(some)).toBe(textOf([bare(nearest), further], downstream));
    expect(await near(someone([all, denied]))).toBe(textOf([bare(nearest), bare(further)], downstream));
  });
});

function bare({ lineageDetails: { pipeline: _pipeline, ...details }, ...edge }: EdgeAnswer): EdgeAnswer {
  return { ...edge, lineageDetails: details };
}
