import type { ProfileKind } from '@app/quality';
import { ADMIN, failure, newName, QualityFixture, someone, timesOf, type Document, type Page } from './quality.fixture';

const T0 = Date.UTC(2026, 0, 10, 12);
const HOUR = 3_600_000;

describe('the history of profiles', () => {
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
    world.profiles.push(ADMIN, table.fullyQualifiedName, { tableProfile: { timestamp, ...{ rowCount } }, ...more });
  const column = (name: string, max: unknown, timestamp = T0) => ({ name, timestamp, max });
  const write = (operation: 'INSERT' | 'DELETE', timestamp: number, rowsAffected = 1) => ({
    operation,
    timestamp,
    rowsAffected,
  });
  const fqnOf = (name: string) => `${table.fullyQualifiedName}.${name}`;
  const list = async (kind: ProfileKind, key: string, query: object = {}) =>
    JSON.parse(await world.profileHistory.list(ADMIN, kind, key, query)) as Page;
  const remove = (kind: ProfileKind, key: string, timestamp: number) =>
    world.profileHistory.remove(ADMIN, kind, key, timestamp);

  it('lists those of the table newest first, within a window', async () => {
    for (const i of [2, 0, 1]) await push(T0 + i, {}, i);
    expect((await list('table', table.id)).data).toEqual([2, 1, 0].map((i) => ({ timestamp: T0 + i, rowCount: i })));
    expect(await list('table', table.id, { startTs: T0 + 1, endTs: T0 + 1 })).toEqual({
      data: [{ timestamp: T0 + 1, rowCount: 1 }],
      paging: { total: 1 },
    });
  });

  it('lists those of each column, nested ones too, page by page', async () => {
    for (const i of [0, 1, 2])
      await push(T0 + i, { columnProfile: [column('id', i, T0 + i), column('home.since', `${i}`, T0 + i)] });
    const ofId = (i: number) => column('id', i, T0 + i);
    expect(await list('column', fqnOf('id'))).toEqual({ data: [2, 1, 0].map(ofId), paging: { total: 3 } });
    expect((await list('column', fqnOf('home.since'))).data).toMatchObject([{ max: '2' }, { max: '1' }, { max: '0' }]);
    expect(await list('column', fqnOf('made'))).toEqual({ data: [], paging: { total: 0 } });
    const first = await list('column', fqnOf('id'), { limit: 2 });
    expect([first.data, first.paging.total]).toEqual([[ofId(2), ofId(1)], 3]);
    const second = await list('column', fqnOf('id'), { limit: 2, after: first.paging.after });
    expect([second.data, second.paging.total, second.paging.after]).toEqual([[ofId(0)], 3, undefined]);
    const back = await list('column', fqnOf('id'), { limit: 2, before: second.paging.before });
    expect(back.data).toEqual(first.data);
    expect(await list('column', fqnOf('id'), { startTs: T0 + 1, endTs: T0 + 1 })).toMatchObject({
      data: [ofId(1)],
      paging: { total: 1 },
    });
    expect((await list('column', fqnOf('id'), { limit: 0 })).paging).toEqual({ total: 3 });
    const { message } = await failure(list('column', fqnOf('made'), { after: first.paging.after }));
    expect(message).toContain('cursor');
  });

  it('tells a column whose name has a dot from one within another', async () => {
    const columns = [
      { name: 'home.since', dataType: 'DATE' },
      {
        name: 'home',
        dataType: 'STRUCT',
        children: [
          { name: 'since', dataType: 'DATE' },
          { name: 'zip.code', dataType: 'INT' },
        ],
      },
    ];
    table = await world.table({ columns });
    await push(T0, { columnProfile: [column('home.since', 'dotted'), column('home."zip.code"', 7)] });
    expect((await list('column', fqnOf('"home.since"'))).data).toMatchObject([{ max: 'dotted' }]);
    expect((await list('column', fqnOf('home.since'))).data).toEqual([]);
    expect((await list('column', fqnOf('home."zip.code"'))).data).toMatchObject([{ max: 7 }]);
  });

  it('lists each write once, however often it is told, and walks through those of one moment', async () => {
    await push(T0, { systemProfile: [write('INSERT', T0 - HOUR), write('DELETE', T0 - HOUR, 2)] });
    await push(T0 + 1, { systemProfile: [write('INSERT', T0 - HOUR, 5), write('INSERT', T0)] });
    const all = [write('INSERT', T0), write('INSERT', T0 - HOUR, 5), write('DELETE', T0 - HOUR, 2)];
    expect(await list('system', table.fullyQualifiedName)).toEqual({ data: all, paging: { total: 3 } });
    const walked: unknown[] = [];
    let page = await list('system', table.id, { limit: 1 });
    for (; page.paging.after; page = await list('system', table.id, { limit: 1, after: page.paging.after }))
      walked.push(...page.data);
    expect([...walked, ...page.data]).toEqual(all);
    const before = await list('system', table.id, { limit: 1, before: page.paging.before });
    expect(before.data).toEqual([all[1]]);
  });

  it('forgets what came with a profile that is replaced', async () => {
    await push(T0, { columnProfile: [column('id', 1)], systemProfile: [write('INSERT', T0 - HOUR)] });
    await push(T0, { columnProfile: [column('made', null)] });
    expect((await list('column', fqnOf('id'))).data).toEqual([]);
    expect((await list('column', fqnOf('made'))).data).toHaveLength(1);
    expect((await list('system', table.id)).data).toEqual([]);
  });

  it("loses a table's profile with what it told, and the table shows the one before, or none", async () => {
    await push(T0, {}, 1);
    await push(T0 + 1, { columnProfile: [column('made', '2026-01-10 11:00:00')] }, 2);
    expect(await remove('table', table.id, T0 + 1)).toEqual([{ timestamp: T0 + 1, rowCount: 2 }]);
    expect((await world.get('table', table.id, 'profile')).profile).toEqual({ timestamp: T0, rowCount: 1 });
    const { refreshes, arrivals } = await world.evidenceOf(table);
    expect([timesOf(refreshes), arrivals]).toEqual([[T0], []]);
    await remove('table', table.fullyQualifiedName, T0);
    expect(await world.get('table', table.id, 'profile')).not.toHaveProperty('profile');
    expect(await failure(remove('table', table.id, T0))).toMatchObject({
      code: 'NOT_FOUND',
      message: `tableProfile instance for ${table.fullyQualifiedName} at ${T0} not found`,
    });
    expect((await list('column', fqnOf('made'))).data).toHaveLength(1);
  });

  it("loses a column's profile, and the newest data is that of the other columns", async () => {
    const columnProfile = [column('made', '2026-01-10 11:00:00'), column('home.since', '2026-01-09')];
    await push(T0, { columnProfile });
    expect(await remove('column', fqnOf('made'), T0)).toEqual([columnProfile[0]]);
    const [arrival] = (await world.evidenceOf(table)).arrivals;
    expect(arrival).toMatchObject({ timestamp: T0, dataTimestamp: Date.UTC(2026, 0, 9) });
    await remove('column', fqnOf('home.since'), T0);
    expect((await world.evidenceOf(table)).arrivals).toEqual([]);
    expect(timesOf((await world.evidenceOf(table)).refreshes)).toEqual([T0]);
  });

  it('loses the writes of one moment, whichever profiles told of them', async () => {
    await push(T0, { systemProfile: [write('INSERT', T0 - HOUR), write('INSERT', T0)] });
    await push(T0 + 1, { systemProfile: [write('INSERT', T0 - HOUR), write('DELETE', T0 - HOUR)] });
    expect(await remove('system', table.id, T0 - HOUR)).toHaveLength(2);
    await remove('system', table.id, T0);
    expect(timesOf((await world.evidenceOf(table)).refreshes)).toEqual([T0 + 1, T0]);
    expect((await list('system', table.id)).data).toEqual([]);
  });

  it.each(['', '.x', 'nowhere', 'a.b.c.d', '"a.b.c.d.e'])('refuses %j, which is no FQN of a column', async (fqn) => {
    const { code, message } = await failure(list('column', fqn));
    expect([code, message]).toEqual(['BAD_REQUEST', expect.stringContaining('must be the FQN of a column')]);
  });

  it('knows no column that is not there, and shows nobody what is hidden', async () => {
    expect(await failure(list('column', fqnOf('nope')))).toMatchObject({
      code: 'NOT_FOUND',
      message: `column instance for ${fqnOf('nope')} not found`,
    });
    expect(await failure(list('column', `${newName('a')}.b.c.d.e`))).toMatchObject({ code: 'NOT_FOUND' });
    const blind = someone([
      { operations: ['ViewAll'] },
      { effect: 'deny', resources: ['table'], operations: ['ViewBasic'] },
    ]);
    for (const [kind, key] of [
      ['table', table.id],
      ['column', fqnOf('id')],
      ['system', table.id],
    ] as const) {
      expect((await failure(world.profileHistory.list(blind, kind, key, {}))).code).toMatch(/FORBIDDEN|NOT_FOUND/);
      const viewer = someone([{ operations: ['ViewAll'] }]);
      expect(await failure(world.profileHistory.remove(viewer, kind, key, T0))).toMatchObject({ code: 'FORBIDDEN' });
    }
  });
});
