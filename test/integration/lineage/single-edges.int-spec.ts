import type { DetailsAnswer, EdgeAnswer } from '@app/lineage';
import { statementsOf, tripsOf, type SentStatement } from '../../support/recording-client';
import { ADMIN, failure, GraphFixture, newName, someone, type Document } from './graph.fixture';

interface Told {
  readonly event_type: string;
  readonly actor: string;
  readonly fqn: string;
  readonly change: Record<string, unknown>;
  readonly hash_before: string | null;
  readonly hash_after: string | null;
}

const TOLD = `
  select event_type, actor, fqn, change, encode(hash_before, 'hex') as hash_before, encode(hash_after, 'hex') as hash_after
    from change_event_pending where entity_id = $1 and event_type like 'lineage%' order by seq`;

describe('a PUT of one edge between two ids', () => {
  let world: GraphFixture;
  let schema: Document;
  let [from, alone, amongMany]: Document[] = [];
  let others: Document[];

  beforeAll(async () => {
    world = await GraphFixture.open();
    schema = await world.schema();
    others = await Promise.all(Array.from({ length: 8 }, () => world.table(schema)));
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    [from, alone, amongMany] = await Promise.all(Array.from({ length: 3 }, () => world.table(schema)));
  });

  const edgeTo = (to: Document | undefined, details?: object, more: object = {}): Record<string, unknown> => ({
    fromEntity: { id: from!.id, type: 'table' },
    toEntity: { id: to!.id, type: 'table' },
    ...(details && { lineageDetails: details }),
    ...more,
  });
  const put = (to: Document | undefined, details?: object, more?: object): Promise<EdgeAnswer> =>
    world.edges.put(ADMIN, { edge: edgeTo(to, details, more) });
  const told = (to: Document | undefined): Promise<Told[]> => world.database.query<Told & object>(TOLD, [to!.id]);
  /** Without times, and without the name of the end. */
  const said = ({ createdAt, updatedAt, ...details }: DetailsAnswer, to: Document | undefined): unknown => {
    expect(updatedAt).toBeGreaterThanOrEqual(createdAt);
    return JSON.parse(JSON.stringify(details).replaceAll(to!.fullyQualifiedName, 'to'));
  };
  const detailsOf = async (to: Document | undefined): Promise<unknown> =>
    said(await world.edges.details(ADMIN, { from: { id: from!.id }, to: { id: to!.id } }), to);
  const names = (sent: readonly SentStatement[]): (string | undefined)[] => sent.flatMap(({ name }) => name ?? []);

  it('takes one round trip', async () => {
    const sent = await statementsOf(() => put(alone));
    expect(names(sent)).toEqual(['lineage-put-edges-commit']);
    expect(tripsOf(sent)).toBe(1);
  });

  it('is stored, answered and recorded as in bulk: made, changed, the same again, after one with columns and a pipeline', async () => {
    const service = await world.create('pipelineService', { name: newName('s'), serviceType: 'Airflow' });
    const { id } = await world.create('pipeline', { name: newName('p'), service: service.fullyQualifiedName });
    const columnsLineage = [{ fromColumns: ['id'], toColumn: 'id', function: 'f' }];
    const says: [object | undefined, object][] = [
      [undefined, {}],
      [undefined, {}],
      [{ sqlQuery: 'select 1', source: 'ViewLineage', description: 'd', assetEdges: 3 }, { description: 'e' }],
      [{ sqlQuery: `select '${'x'.repeat(5_000)}'` }, {}],
      [{ columnsLineage, pipeline: { id, type: 'pipeline' } }, {}],
      [{ description: 'without columns again' }, {}],
      [{ source: 'Manual' }, {}],
    ];
    for (const [details, more] of says) {
      const { lineageDetails } = await put(alone, details, more);
      await world.bulk.put(ADMIN, { edges: [...others.map((to) => edgeTo(to)), edgeTo(amongMany, details, more)] });
      const [ofOne, ofMany] = await Promise.all([alone, amongMany].map(detailsOf));
      expect(ofOne).toEqual(said(lineageDetails, alone));
      expect(ofOne).toEqual(ofMany);
    }
    const [ofOne, ofMany] = await Promise.all([alone, amongMany].map(told));
    expect(ofMany).toHaveLength(6);
    expect(ofOne).toEqual(ofMany!.map((one) => ({ ...one, fqn: alone!.fullyQualifiedName })));
  });

  it('keeps the time of its last change where it says the same again', async () => {
    const first = await put(alone, { sqlQuery: 'one' });
    await world.database.query(`update lineage_edge set created_at = created_at - 9, updated_at = updated_at - 7`);
    const { lineageDetails } = await put(alone, { sqlQuery: 'one' });
    const { createdAt, updatedAt } = first.lineageDetails;
    expect(lineageDetails).toEqual({ ...first.lineageDetails, createdAt: createdAt - 9, updatedAt: updatedAt - 7 });
  });

  it('shows its ends as they are', async () => {
    await world.patch('table', from!.id, [{ op: 'add', path: '/displayName', value: 'Shown' }]);
    const { fromEntity, toEntity } = await put(alone);
    const { id, name, fullyQualifiedName } = from!;
    expect(fromEntity).toEqual({ id, type: 'table', name, fullyQualifiedName, displayName: 'Shown', deleted: false });
    expect(toEntity).not.toHaveProperty('displayName');
  });

  it('is refused as in bulk, and leaves nothing, where an end is gone, hidden or of another type', async () => {
    const hides = {
      effect: 'deny' as const,
      operations: ['ViewAll' as const],
      resources: ['table'],
      condition: 'noOwner()',
    };
    const writer = someone([{ operations: ['All'] }, hides]);
    expect(await failure(world.edges.put(writer, { edge: edgeTo(alone) }))).toMatchObject({ code: 'NOT_FOUND' });
    const toEntity = { id: alone!.id, type: 'topic' };
    expect(await failure(put(alone, undefined, { toEntity }))).toMatchObject({
      code: 'NOT_FOUND',
      message: `topic instance for ${alone!.id} not found`,
      details: [{ field: 'edge.toEntity' }],
    });
    await world.remove('table', alone!.id);
    expect(await failure(put(alone))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await told(alone)).toEqual([]);
    expect(await failure(world.edges.put(someone([]), { edge: edgeTo(amongMany) }))).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('is recorded in order where many write the edge at once, alone and in bulk', async () => {
    const texts = Array.from({ length: 24 }, (_, n) => `as of ${n % 6}`);
    const by = (n: number): Promise<unknown> => {
      const edge = edgeTo(alone, { sqlQuery: texts[n] });
      if (n % 3 === 0) return world.edges.put(ADMIN, { edge });
      const more = (n % 3 === 1 ? others : others.slice(0, 3)).map((to) => edgeTo(to, { sqlQuery: texts[n] }));
      return world.bulk.put(ADMIN, { edges: [...more, edge] });
    };
    await Promise.all(texts.map((_, n) => by(n)));
    const events = await told(alone);
    expect(events[0]).toMatchObject({ event_type: 'lineageCreated', hash_before: null });
    const befores = events.slice(1).map(({ hash_before }) => hash_before);
    expect(befores).toEqual(events.slice(0, -1).map(({ hash_after }) => hash_after));
  });
});
