import { detailed, exportOf, textOf } from '../export-case.fixture';
import { openLineageName, openLineageText } from './openlineage-text';

interface Event {
  readonly eventType?: string;
  readonly run?: { runId: string };
  readonly job: { namespace: string; name: string; facets?: { sql: { query: string } } };
  readonly inputs: readonly object[];
  readonly outputs: readonly { facets?: { columnLineage: { fields: Record<string, unknown> } } }[];
}

describe('the name of a dataset', () => {
  it.each([
    ['table', 'svc.db.public.orders', 'svc', 'db.public.orders'],
    ['table', 'svc.db.public."or.ders"', 'svc', 'db.public."or.ders"'],
    ['table', '"s.v.c".db.public.orders', 's.v.c', 'db.public.orders'],
    ['storedProcedure', 'svc.db.public.load', 'svc', 'db.public.load'],
    ['topic', 'kafka.orders', 'kafka', 'orders'],
    ['topic', 'kafka."shop.orders"', 'kafka', 'shop.orders'],
    ['topic', '"k.1"."shop.orders"', 'k.1', 'shop.orders'],
    ['dashboardDataModel', 'bi.model.sales', 'bi', 'model.sales'],
    ['container', 's3.bucket.folder', 's3', 'bucket.folder'],
  ])('of a %s %s is its service and the rest', (type, fqn, namespace, name) => {
    expect(openLineageName(type, fqn)).toEqual({ namespace, name });
  });
});

describe('OpenLineage out', () => {
  const events = async (...edges: Parameters<typeof exportOf>[0]): Promise<Event[]> =>
    JSON.parse(await textOf(openLineageText(exportOf(edges)))) as Event[];

  it('is a list of one event an edge, one a line, empty where there is none', async () => {
    expect(await events()).toEqual([]);
    const text = await textOf(
      openLineageText(exportOf([detailed('s.d.p.a', 's.d.p.b'), detailed('s.d.p.b', 's.d.p.c')])),
    );
    expect(text.split('\n').filter((line) => line.startsWith('{'))).toHaveLength(2);
  });

  it('is a job of its own for an edge that no pipeline makes', async () => {
    const [event] = await events(detailed('s.d.p.a', 's.d.p.b', { sqlQuery: 'select 1' }));
    expect(event).toMatchObject({
      job: { namespace: 'metadata-catalog', facets: { sql: { query: 'select 1' } } },
      inputs: [{ namespace: 's', name: 'd.p.a' }],
      outputs: [{ namespace: 's', name: 'd.p.b' }],
    });
    expect(event).not.toHaveProperty('run');
  });

  it('is a run of the pipeline where there is one, always the same, which never ended', async () => {
    const pipeline = {
      id: 'p',
      type: 'pipeline',
      name: 'x',
      fullyQualifiedName: 'airflow."a.b"',
      deleted: false,
      ownerIds: [],
    };
    const edge = detailed('s.d.p.a', 's.d.p.b', { pipeline });
    const [[one], [again]] = [await events(edge), await events(edge)];
    expect(one).toMatchObject({ eventType: 'OTHER', job: { namespace: 'airflow', name: 'a.b' } });
    expect(one!.run!.runId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(again!.run).toEqual(one!.run);
  });

  it('says how columns are made, in its own words where they are those', async () => {
    const columns = [
      { fromColumns: ['a', 'b'], toColumn: 'c', function: 'DIRECT/IDENTITY, INDIRECT/FILTER' },
      { fromColumns: ['d'], toColumn: 'c', function: 'concat(d, 1)' },
      { fromColumns: ['e'], toColumn: 'f' },
    ];
    const [event] = await events(detailed('s.d.p.a', 's.d.p.b', { columns }));
    const input = { namespace: 's', name: 'd.p.a' };
    const steps = [
      { type: 'DIRECT', subtype: 'IDENTITY' },
      { type: 'INDIRECT', subtype: 'FILTER' },
    ];
    expect(event!.outputs[0]!.facets!.columnLineage.fields).toEqual({
      c: {
        inputFields: [
          { ...input, field: 'a', transformations: steps },
          { ...input, field: 'b', transformations: steps },
          { ...input, field: 'd', transformations: [{ type: 'concat(d, 1)' }] },
        ],
      },
      f: { inputFields: [{ ...input, field: 'e' }] },
    });
  });
});
