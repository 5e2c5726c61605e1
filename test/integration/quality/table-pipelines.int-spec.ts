import { BulkWriter, EntityReader, entityTypes, MOST_PIPELINES } from '@app/catalog';
import { TablePipelines, type SentTablePipeline } from '@app/quality';
import { ADMIN, failure, parsed, QualityFixture, someone, type Document } from './quality.fixture';

interface Told {
  readonly version: number;
  readonly pipelineObservability: readonly (SentTablePipeline & { readonly pipeline: Document })[];
}

const WRITES = [{ operations: ['ViewAll', 'EditTests'] }] as const;
const RUN = { lastRunStatus: 'Successful', lastRunTime: 1_763_612_345_678, scheduleInterval: '0 2 * * *' } as const;

describe('the pipelines of a table', () => {
  let world: QualityFixture;
  let pipelines: TablePipelines;
  let table: Document;
  let [first, second] = [{} as Document, {} as Document];

  beforeAll(async () => {
    world = await QualityFixture.open();
    pipelines = world.service(TablePipelines);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    table = await world.table();
    [first, second] = [await world.pipeline(), await world.pipeline()];
  });

  const to = ({ id }: Document) => ({ id, type: 'pipeline' });
  const put = async (pipeline: Document, more: object = RUN, only?: string) =>
    parsed<Told>(await pipelines.put(ADMIN, table.id, [{ pipeline: to(pipeline), ...more }], only));
  const namesIn = (entries: readonly object[]) =>
    (entries as Told['pipelineObservability']).map(({ pipeline }) => pipeline.fullyQualifiedName);
  const told = async (actor = ADMIN) => namesIn(await pipelines.list(actor, table.id));
  const both = () => [first, second].map((one) => one.fullyQualifiedName);
  const hiding = () =>
    someone([
      ...WRITES,
      { effect: 'deny', resources: ['pipeline'], operations: ['ViewBasic'], condition: 'noOwner()' },
    ]);

  it('show on it by request, each in the place of what was told of it before, and leave its version', async () => {
    const shown = await put(first);
    expect(shown).toMatchObject({
      version: table.version,
      pipelineObservability: [{ ...RUN, pipeline: { ...to(first), name: first.name, deleted: false } }],
    });
    await put(second);
    expect(await put(first, { lastRunStatus: 'Failed' })).toMatchObject({ version: table.version });
    const read = (await world.get('table', table.id, 'pipelineObservability')) as unknown as Told;
    expect([...namesIn(read.pipelineObservability)].sort()).toEqual(both().sort());
    expect(read.pipelineObservability.find(({ pipeline }) => pipeline.id === first.id)).not.toHaveProperty(
      'lastRunTime',
    );
    expect(await world.get('table', table.id, '')).not.toHaveProperty('pipelineObservability');
  });

  it('stand once in the text of a table, whether there are any or none', async () => {
    const reader = world.service(EntityReader);
    const type = entityTypes.get('table');
    const times = (text: string) => text.split('"pipelineObservability"').length - 1;
    for (const fields of ['pipelineObservability', '*']) {
      const { json } = await reader.get(ADMIN, type, { id: table.id }, fields, 'all');
      expect([fields, times(json)]).toEqual([fields, 1]);
    }
    await put(first);
    const { json } = await reader.get(ADMIN, type, { id: table.id }, 'pipelineObservability', 'all');
    expect(times(json)).toBe(1);
  });

  it('are named by FQN, too, of the table and of the pipeline', async () => {
    const { fullyQualifiedName } = first;
    await pipelines.put(ADMIN, table.fullyQualifiedName, [{ pipeline: { fullyQualifiedName, type: 'pipeline' } }]);
    expect(namesIn(await pipelines.list(ADMIN, table.fullyQualifiedName))).toEqual([fullyQualifiedName]);
    await pipelines.remove(ADMIN, table.fullyQualifiedName, fullyQualifiedName);
    expect(await told()).toEqual([]);
  });

  it('show the newest of several runs that are told at once, whatever their order', async () => {
    const runs = [2, undefined, 3, 1].map((day) => ({
      pipeline: day === 1 ? first.fullyQualifiedName : to(first),
      ...(day && { lastRunTime: RUN.lastRunTime + day }),
      scheduleInterval: String(day),
    }));
    const shown = parsed<Told>(await pipelines.put(ADMIN, table.id, [...runs, { pipeline: to(second) }]));
    const ofFirst = shown.pipelineObservability.filter(({ pipeline }) => pipeline.id === first.id);
    expect(ofFirst).toMatchObject([{ scheduleInterval: '3' }]);
    expect(shown.pipelineObservability).toHaveLength(2);
    const timeless = ['a', 'b'].map((scheduleInterval) => ({ pipeline: to(second), scheduleInterval }));
    await pipelines.put(ADMIN, table.id, timeless);
    expect(await pipelines.list(ADMIN, table.id)).toContainEqual(expect.objectContaining({ scheduleInterval: 'b' }));
  });

  it('are removed, one or all of them', async () => {
    await put(first);
    await put(second);
    const left = parsed<Told>(await pipelines.remove(ADMIN, table.id, first.fullyQualifiedName));
    expect(namesIn(left.pipelineObservability)).toEqual([second.fullyQualifiedName]);
    expect(await failure(pipelines.remove(ADMIN, table.id, first.fullyQualifiedName))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(parsed<Told>(await pipelines.remove(ADMIN, table.id))).toMatchObject({ pipelineObservability: [] });
    await pipelines.remove(ADMIN, table.id);
  });

  it('have their names of today, and go and come with them', async () => {
    await put(first);
    const renamed = await world.patch('pipeline', first.id, [{ op: 'replace', path: '/name', value: 'other' }]);
    expect(await told()).toEqual([renamed.fullyQualifiedName]);
    const remove = (hardDelete: boolean) =>
      world.remover.remove(
        ADMIN,
        entityTypes.get('pipeline'),
        { id: first.id },
        { hardDelete, recursive: false, precondition: undefined },
      );
    await remove(false);
    expect(await told()).toEqual([]);
    await world.remover.restore(ADMIN, entityTypes.get('pipeline'), first.id);
    expect(await told()).toEqual([renamed.fullyQualifiedName]);
    await remove(true);
    expect(await told()).toEqual([]);
    const left =
      'select count(*)::int as count from pipeline_observability o join entity e on e.node = o.asset where e.id = $1';
    expect(await world.database.query(left, [table.id])).toEqual([{ count: 0 }]);
  });

  it('are refused where they are another one, are gone, or are too many; nothing is stored then', async () => {
    const one = { pipeline: to(first) };
    const refusals = [
      [pipelines.put(ADMIN, table.id, [one], second.fullyQualifiedName), 'BAD_REQUEST', 'not the pipeline of the path'],
      [
        pipelines.put(ADMIN, table.id, [one, { pipeline: to(table) }]),
        'NOT_FOUND',
        `pipeline instance for ${table.id} not found`,
      ],
      [pipelines.put(ADMIN, first.id, [one]), 'NOT_FOUND', `table instance for ${first.id} not found`],
    ] as const;
    for (const [refused, code, message] of refusals)
      expect(await failure(refused)).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(await told()).toEqual([]);
    const { fullyQualifiedName: service } = first.service as Document;
    const bodies = Array.from({ length: MOST_PIPELINES }, (_, i) => ({ name: `p${i}`, service }));
    await world.service(BulkWriter).put(ADMIN, entityTypes.get('pipeline'), bodies);
    const many = bodies.map(({ name }) => ({ pipeline: `${service}.${name}` }));
    await pipelines.put(ADMIN, table.id, many);
    await pipelines.put(ADMIN, table.id, many.slice(0, 1));
    expect((await failure(pipelines.put(ADMIN, table.id, [one]))).message).toContain('with these it has 1001');
    expect(await told()).toHaveLength(MOST_PIPELINES);
  });

  it('are for who may edit tests, and of hidden ones nothing is told', async () => {
    const viewer = someone([{ operations: ['ViewAll'] }]);
    const one = { pipeline: to(first) };
    for (const refused of [pipelines.put(viewer, table.id, [one]), pipelines.remove(viewer, table.id)])
      expect(await failure(refused)).toMatchObject({ code: 'FORBIDDEN' });
    const user = await world.create('user', { name: 'owner', email: 'owner@example.org' });
    await world.patch('pipeline', second.id, [{ op: 'add', path: '/owners', value: [{ id: user.id, type: 'user' }] }]);
    await put(first);
    await put(second);
    expect((await told(viewer)).sort()).toEqual(both().sort());
    expect(await told(hiding())).toEqual([second.fullyQualifiedName]);
    expect(await failure(pipelines.put(hiding(), table.id, [one]))).toMatchObject({
      code: 'NOT_FOUND',
      message: `pipeline instance for ${first.id} not found`,
    });
    expect(await failure(pipelines.remove(hiding(), table.id, first.fullyQualifiedName))).toMatchObject({
      code: 'NOT_FOUND',
    });
    await pipelines.remove(hiding(), table.id);
    expect(await told()).toEqual([first.fullyQualifiedName]);
  });

  it('come all where they come at once', async () => {
    await Promise.all([put(first), put(second), put(first), put(second)]);
    expect((await told()).sort()).toEqual(both().sort());
  });
});
