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

describe('edges between two ids that name nothing else', () => {
  let world: GraphFixture;
  let schema: Document;
  let [from, plainly, amongFew, amongMany]: Document[] = [];
  /** With one more, so many that they are written as many. */
  let others: Document[];

  beforeAll(async () => {
    world = await GraphFixture.open();
    schema = await world.schema();
    others = await Promise.all(Array.from({ length: 8 }, () => world.table(schema)));
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    [from, plainly, amongFew, amongMany] = await Promise.all(Array.from({ length: 4 }, () => world.table(schema)));
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

  it('take one round trip', async () => {
    const sent = await statementsOf(() => put(plainly));
    expect(names(sent)).toEqual(['lineage-put-plain']);
    expect(tripsOf(sent)).toBe(1);
  });

  it('are stored, answered and told of as in bulk: made, changed, the same again, after one with columns and a pipeline', async () => {
    const service = await world.create('pipelineService', { name: newName('s'), serviceType: 'Airflow' });
    const { id } = await world.create('pipeline', { name: newName('p'), service: service.fullyQualifiedName });
    const columnsLineage = [{ fromColumns: ['id'], toColumn: 'id', function: 'f' }];
    const says: [object | undefined, object][] = [
      [undefined, {}],
      [undefined, {}],
      [{ sqlQuery: 'select 1', source: 'ViewLineage', description: 'd', assetEdges: 3 }, { description: 'e' }],
      [{ sqlQuery: `select '${'x'.repeat(5_000)}'` }, {}],
      [{ columnsLineage, pipeline: { id, type: 'pipeline' } }, {}],
      [{ description: 'plain again' }, {}],
      [{ source: 'Manual' }, {}],
    ];
    for (const [details, more] of says) {
      const { lineageDetails } = await put(plainly, details, more);
      await world.bulk.put(ADMIN, { edges: [edgeTo(amongFew, details, more)] });
      await world.bulk.put(ADMIN, { edges: [...others.map((to) => edgeTo(to)), edgeTo(amongMany, details, more)] });
      const [ofPlain, ofFew, ofMany] = await Promise.all([plainly, amongFew, amongMany].map(detailsOf));
      expect(ofPlain).toEqual(said(lineageDetails, plainly));
      expect([ofPlain, ofFew]).toEqual([ofMany, ofMany]);
    }
    const [ofPlain, ofFew, ofMany] = await Promise.all([plainly, amongFew, amongMany].map(told));
    expect(ofMany).toHaveLength(6);
    const named = (to: Document | undefined) => ofMany!.map((one) => ({ ...one, fqn: to!.fullyQualifiedName }));
    expect([ofPlain, ofFew]).toEqual([named(plainly), named(amongFew)]);
  });

  it('keep the time of their last change where they say the same again', async () => {
    const first = await put(plainly, { sqlQuery: 'one' });
    await world.database.query(`update lineage_edge set created_at = created_at - 9, updated_at = updated_at - 7`);
    const { lineageDetails } = await put(plainly, { sqlQuery: 'one' });
    const { createdAt, updatedAt } = first.lineageDetails;
    expect(lineageDetails).toEqual({ ...first.lineageDetails, createdAt: createdAt - 9, updatedAt: updatedAt - 7 });
  });

  it('show their ends as they are', async () => {
    await world.patch('table', from!.id, [{ op: 'add', path: '/displayName', value: 'Shown' }]);
    const { fromEntity, toEntity } = await put(plainly);
    const { id, name, fullyQualifiedName } = from!;
    expect(fromEntity).toEqual({ id, type: 'table', name, fullyQualifiedName, displayName: 'Shown', deleted: false });
    expect(toEntity).not.toHaveProperty('displayName');
  });

  it('are refused as others are, and leave nothing, where an end is gone, hidden or of another type', async () => {
    const hides = {
      effect: 'deny' as const,
      operations: ['ViewAll' as const],
      resources: ['table'],
      condition: 'noOwner()',
    };
    const writer = someone([{ operations: ['All'] }, hides]);
    expect(await failure(world.edges.put(writer, { edge: edgeTo(plainly) }))).toMatchObject({ code: 'NOT_FOUND' });
    const toEntity = { id: plainly!.id, type: 'topic' };
    expect(await failure(put(plainly, undefined, { toEntity }))).toMatchObject({
      code: 'NOT_FOUND',
      message: `topic instance for ${plainly!.id} not found`,
      details: [{ field: 'edge.toEntity' }],
    });
    await world.remove('table', plainly!.id);
    expect(await failure(put(plainly))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await told(plainly)).toEqual([]);
    expect(await failure(world.edges.put(someone([]), { edge: edgeTo(amongFew) }))).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('come from many writers at once: each is told of what it changed, in order', async () => {
    const texts = Array.from({ length: 24 }, (_, n) => `as of ${n % 6}`);
    const by = (n: number): Promise<unknown> => {
      const edge = edgeTo(plainly, { sqlQuery: texts[n] });
      if (n % 3 === 0) return world.edges.put(ADMIN, { edge });
      const more = (n % 3 === 1 ? others : others.slice(0, 3)).map((to) => edgeTo(to, { sqlQuery: texts[n] }));
      return world.bulk.put(ADMIN, { edges: [...more, edge] });
    };
    await Promise.all(texts.map((_, n) => by(n)));
    const events = await told(plainly);
    expect(events[0]).toMatchObject({ event_type: 'lineageCreated', hash_before: null });
    const befores = events.slice(1).map(({ hash_before }) => hash_before);
    expect(befores).toEqual(events.slice(0, -1).map(({ hash_after }) => hash_after));
  });
});
