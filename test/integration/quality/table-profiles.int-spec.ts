import { entityTypes } from '@app/catalog';
import { ADMIN, failure, parsed, QualityFixture, someone, timesOf, type Document } from './quality.fixture';

const T0 = Date.UTC(2026, 0, 10, 12);
const HOUR = 3_600_000;

describe('profiles of tables', () => {
  let world: QualityFixture;
  let table: Document;

  beforeAll(async () => {
    world = await QualityFixture.open();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    table = await world.table();
  });

  const push = (timestamp: number, more: object = {}, rowCount = 1) =>
    world.profiles.push(ADMIN, table.fullyQualifiedName, {
      tableProfile: { timestamp, ...{ rowCount } },
      ...more,
    });
  const column = (name: string, max: unknown, timestamp = T0) => ({ name, timestamp, max });
  const profiled = async () =>
    parsed<{ columns: { name: string; profile?: object; children?: { profile?: object }[] }[] }>(
      await world.profiles.latest(ADMIN, table.id),
    ).columns;

  it('answer with the table, its profile and those of its columns; its version stays', async () => {
    const columnProfile = [column('id', 7), column('home.since', '2026-01-09')];
    const answer = parsed(await push(T0, { columnProfile }, 3));
    expect(answer).toMatchObject({
      id: table.id,
      version: table.version,
      updatedAt: table.updatedAt,
      profile: { timestamp: T0, rowCount: 3 },
    });
    const [id, made, home] = answer.columns as Awaited<ReturnType<typeof profiled>>;
    expect([id!.profile, made!.profile, home!.children![0]!.profile]).toEqual([
      columnProfile[0],
      undefined,
      columnProfile[1],
    ]);
    expect(await profiled()).toEqual(answer.columns);
  });

  it('show the newest by timestamp under fields=profile, and survive a change of the table', async () => {
    await push(T0, { columnProfile: [column('id', 1)] }, 10);
    await push(T0 - HOUR, { columnProfile: [column('id', 0, T0 - HOUR)] }, 5);
    const shown = async () => (await world.get('table', table.id, 'profile')).profile;
    expect(await shown()).toEqual({ timestamp: T0, rowCount: 10 });
    expect((await world.get('table', table.id, '')).profile).toBeUndefined();
    const patch = [{ op: 'add', path: '/description', value: 'changed' }];
    await world.writer.patch(ADMIN, entityTypes.get('table'), { id: table.id }, patch);
    expect(await shown()).toEqual({ timestamp: T0, rowCount: 10 });
    expect((await profiled())[0]!.profile).toMatchObject({ max: 1 });
    const unchanged = {
      name: table.name,
      databaseSchema: (table.databaseSchema as Document).fullyQualifiedName,
      columns: table.columns,
    };
    const { json } = await world.writer.put(ADMIN, entityTypes.get('table'), { ...unchanged, description: 'changed' });
    expect(JSON.parse(json)).toMatchObject({ version: 0.2, profile: { rowCount: 10 } });
  });

  it('tell of refreshes and of the newest data, and take it back when they are replaced', async () => {
    await world.observations.push(ADMIN, 'table', table.id, [{ timestamp: T0, kind: 'refresh', source: 'mine' }]);
    const systemProfile = [
      { timestamp: T0 - HOUR, operation: 'INSERT', rowsAffected: 3 },
      { timestamp: T0 - 2 * HOUR, operation: 'DELETE' },
    ];
    await push(T0 + 1, { systemProfile, columnProfile: [column('made', '2026-01-10 11:00:00')] });
    const first = await world.evidenceOf(table);
    expect(timesOf(first.refreshes)).toEqual([T0 + 1, T0, T0 - HOUR]);
    expect(first.refreshes[1]).toEqual({ timestamp: T0, source: 'mine' });
    expect(first.arrivals).toMatchObject([{ timestamp: T0 + 1, dataTimestamp: T0 - HOUR }]);
    await push(T0 + 1, {});
    const second = await world.evidenceOf(table);
    expect(timesOf(second.refreshes)).toEqual([T0 + 1, T0]);
    expect(second.arrivals).toEqual([]);
  });

  it('name the columns that the table does not have, and what it has; nothing is stored', async () => {
    const { code, message } = await failure(push(T0, { columnProfile: [column('id', 1), column('nope', 1)] }));
    expect(code).toBe('BAD_REQUEST');
    expect(message).toContain('columnProfile[1].name: the table');
    expect(message).toContain('has no column "nope"; it has id, made, home, home.since');
    expect((await world.evidenceOf(table)).refreshes).toEqual([]);
  });

  it('show the newest also when many come at once', async () => {
    await Promise.all([3, 7, 1, 5].map((i) => push(T0 + i, {}, i)));
    expect((await world.get('table', table.id, 'profile')).profile).toEqual({ timestamp: T0 + 7, rowCount: 7 });
  });

  it('are for who may edit tests', async () => {
    const viewer = someone([{ operations: ['ViewAll'] }]);
    const body = { tableProfile: { timestamp: T0 } };
    expect(await failure(world.profiles.push(viewer, table.id, body))).toMatchObject({ code: 'FORBIDDEN' });
    expect(parsed(await world.profiles.latest(viewer, table.id)).id).toBe(table.id);
  });
});
