import { entityTypes } from '@app/catalog';
import { SampleData } from '@app/quality';
import { ADMIN, failure, newName, parsed, QualityFixture, someone, type Document } from './quality.fixture';

const HIDDEN = '*********';
const ROWS = { columns: ['id', 'made', 'home'], rows: [[1, null, { since: '2026-01-01' }]] };

describe('sample data that is kept', () => {
  let world: QualityFixture;
  let samples: SampleData;
  let table: Document;
  const tag = newName('K');

  beforeAll(async () => {
    world = await QualityFixture.open({ sampleData: 'on', sampleDataHiddenTags: [`${tag}.x`] });
    samples = world.service(SampleData);
    await world.create('classification', { name: tag, description: 'K' });
    await world.create('tag', { name: 'x', classification: tag, description: 'T' });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    table = await world.table();
  });

  const stored = async (): Promise<unknown> => {
    const text = `select s.body from sample_data s join entity e on e.node = s.asset where e.id = $1`;
    return (await world.database.query<{ body: unknown }>(text, [table.id]))[0]?.body;
  };
  const read = async (): Promise<unknown> => parsed(await samples.get(ADMIN, 'table', table.id)).sampleData;

  it('replaces what was there, is read apart from the table, and is removed', async () => {
    const answer = parsed(await samples.put(ADMIN, 'table', table.fullyQualifiedName, ROWS));
    expect(answer).toMatchObject({ id: table.id, version: table.version, sampleData: ROWS });
    const other = { columns: ['id'], rows: [[2]] };
    await samples.put(ADMIN, 'table', table.id, other);
    expect(await read()).toEqual(other);
    expect(await world.get('table', table.id, '*')).not.toHaveProperty('sampleData');
    expect(parsed(await samples.remove(ADMIN, 'table', table.id))).not.toHaveProperty('sampleData');
    expect([await read(), await stored()]).toEqual([undefined, undefined]);
    await samples.remove(ADMIN, 'table', table.id);
    const told = await world.database.query<{ event_type: string }>(
      `select event_type from change_event_pending where entity_id = $1 and event_type like 'sample%' order by event_type desc`,
      [table.id],
    );
    expect(told.map(({ event_type }) => event_type)).toEqual([
      'sampleDataStored',
      'sampleDataStored',
      'sampleDataRemoved',
    ]);
  });

  it('goes with its table', async () => {
    await samples.put(ADMIN, 'table', table.id, ROWS);
    await world.remover.remove(
      ADMIN,
      entityTypes.get('table'),
      { id: table.id },
      { recursive: true, hardDelete: true },
    );
    expect(await stored()).toBeUndefined();
  });

  it('has no values of columns with a hidden tag: those that came before it are kept, but not shown', async () => {
    await samples.put(ADMIN, 'table', table.id, ROWS);
    const patch = [{ op: 'add', path: '/columns/0/tags', value: [{ tagFQN: `${tag}.x` }] }];
    await world.patch('table', table.id, patch);
    const hidden = { ...ROWS, rows: [[HIDDEN, ...(ROWS.rows[0] as unknown[]).slice(1)]] };
    expect(await read()).toEqual(hidden);
    await samples.put(ADMIN, 'table', table.id, ROWS);
    expect(await stored()).toEqual(hidden);
  });

  it('is of columns that the table has', async () => {
    const unknown = { columns: ['id', 'nothing'], rows: [[1, 2]] };
    const error = await failure(samples.put(ADMIN, 'table', table.id, unknown));
    expect(error).toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'columns[1]' }] });
    expect(await read()).toBeUndefined();
  });

  it('is of topics too', async () => {
    const service = await world.create('messagingService', { name: newName('s'), serviceType: 'Kafka' });
    const topic = await world.create('topic', { name: 't', service: service.fullyQualifiedName, partitions: 1 });
    const sample = { messages: ['{"id": 1}'] };
    expect(parsed(await samples.put(ADMIN, 'topic', topic.id, sample)).sampleData).toEqual(sample);
    expect(parsed(await samples.get(ADMIN, 'topic', topic.fullyQualifiedName)).sampleData).toEqual(sample);
  });

  it('is for whoever is allowed to by name, and for owners', async () => {
    await samples.put(ADMIN, 'table', table.id, ROWS);
    const viewer = someone([{ operations: ['ViewAll', 'EditAll'] }]);
    expect(await failure(samples.get(viewer, 'table', table.id))).toMatchObject({ code: 'FORBIDDEN' });
    const allowed = someone([{ operations: ['ViewAll', 'ViewSampleData'] }]);
    expect(parsed(await samples.get(allowed, 'table', table.id)).sampleData).toEqual(ROWS);
    expect(await failure(samples.put(allowed, 'table', table.id, ROWS))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failure(samples.remove(allowed, 'table', table.id))).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('sample data where none is kept', () => {
  let world: QualityFixture;

  beforeAll(async () => {
    world = await QualityFixture.open();
  });
  afterAll(() => world.close());

  it('is checked, and gone', async () => {
    const table = await world.table();
    const samples = world.service(SampleData);
    const answer = parsed(await samples.put(ADMIN, 'table', table.id, ROWS));
    expect(answer).toMatchObject({ id: table.id, version: table.version });
    for (const shown of [answer, parsed(await samples.get(ADMIN, 'table', table.id))])
      expect(shown).not.toHaveProperty('sampleData');
    expect(await world.database.query('select 1 from sample_data')).toEqual([]);
    const unknown = { columns: ['nothing'], rows: [] };
    expect(await failure(samples.put(ADMIN, 'table', table.id, unknown))).toMatchObject({ code: 'BAD_REQUEST' });
  });
});
