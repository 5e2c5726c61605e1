import { entityTypes } from '@app/catalog';
import { CustomMetrics } from '@app/quality';
import { ADMIN, failure, newName, parsed, QualityFixture, someone, type Document } from './quality.fixture';

interface Metric {
  readonly id: string;
  readonly name: string;
  readonly expression: string;
}

interface Owned {
  readonly owners: readonly { readonly id: string }[];
}

interface Measured {
  readonly version: number;
  readonly customMetrics?: readonly Metric[];
  readonly columns: readonly {
    name: string;
    customMetrics?: readonly Metric[];
    children?: { customMetrics?: readonly Metric[] }[];
  }[];
}

describe('custom metrics', () => {
  let world: QualityFixture;
  let metrics: CustomMetrics;
  let table: Document;

  beforeAll(async () => {
    world = await QualityFixture.open();
    metrics = world.service(CustomMetrics);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    table = await world.table();
  });

  const metric = (name: string, more: object = {}) => ({ name, expression: `count(${name})`, ...more });
  const put = async (name: string, more: object = {}) =>
    parsed<Measured>(await metrics.put(ADMIN, table.id, metric(name, more)));
  const read = async () => (await world.get('table', table.id, 'customMetrics,columns')) as unknown as Measured;

  it('stand on the table and on its columns, nested ones too, and leave its version', async () => {
    await put('a');
    await put('b', { columnName: 'id', description: 'why' });
    const shown = await put('c', { columnName: 'home.since' });
    const told = { owners: [], id: expect.any(String), updatedAt: expect.any(Number), updatedBy: 'admin' };
    expect(shown).toMatchObject({
      version: table.version,
      customMetrics: [{ ...metric('a'), ...told }],
      columns: [
        { customMetrics: [{ ...metric('b', { columnName: 'id', description: 'why' }), ...told }] },
        {},
        { children: [{ customMetrics: [metric('c', { columnName: 'home.since' })] }] },
      ],
    });
    expect((await read()).columns).toEqual(shown.columns);
    expect((await world.get('table', table.id, '')).customMetrics).toBeUndefined();
  });

  it('are replaced by name under the same id, in their place', async () => {
    const [before] = (await put('a')).customMetrics!;
    await put('b');
    const after = (await put('a', { expression: '1' })).customMetrics!;
    expect(after.map(({ name, expression }) => [name, expression])).toEqual([
      ['a', '1'],
      ['b', 'count(b)'],
    ]);
    expect(after[0]!.id).toBe(before!.id);
  });

  it('stay where the table is ingested again, which then changes nothing', async () => {
    await put('a');
    await put('b', { columnName: 'id' });
    await put('c', { columnName: 'home.since' });
    const before = await read();
    const again = {
      name: table.name,
      databaseSchema: (table.databaseSchema as Document).fullyQualifiedName,
      columns: [
        { name: 'id', dataType: 'BIGINT' },
        { name: 'made', dataType: 'TIMESTAMP' },
        { name: 'home', dataType: 'STRUCT', children: [{ name: 'since', dataType: 'DATE' }] },
      ],
    };
    await world.writer.put(ADMIN, entityTypes.get('table'), again);
    expect(await read()).toEqual(before);
    await world.writer.put(ADMIN, entityTypes.get('table'), { ...again, description: 'new' });
    expect(await read()).toMatchObject({ version: 0.2, customMetrics: before.customMetrics, columns: before.columns });
  });

  it('are removed; without any there is no list', async () => {
    await put('a');
    await put('a', { columnName: 'made' });
    await metrics.remove(ADMIN, table.id, 'a', 'made');
    const left = await read();
    expect(left.columns[1]).not.toHaveProperty('customMetrics');
    expect(left.customMetrics).toHaveLength(1);
    expect(parsed(await metrics.remove(ADMIN, table.id, 'a'))).toMatchObject({ customMetrics: [] });
    expect(await failure(metrics.remove(ADMIN, table.id, 'a'))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'customMetric instance for a not found',
    });
    expect((await failure(metrics.remove(ADMIN, table.id, 'a', 'id'))).message).toBe(
      'customMetric instance for a of the column id not found',
    );
  });

  it('name owners that are there and seen', async () => {
    const owner = await world.create('user', { name: newName('u'), email: `${newName('u')}@example.org` });
    const owners = [{ id: owner.id, type: 'user' }];
    expect((await put('a', { owners })).customMetrics).toMatchObject([{ owners }]);
    const teams = [{ id: owner.id, type: 'team' }];
    expect(await failure(put('a', { owners: teams }))).toMatchObject({
      code: 'NOT_FOUND',
      message: `team instance for ${owner.id} not found`,
    });
    const tables = [{ id: table.id, type: 'table' }];
    expect((await failure(put('a', { owners: tables }))).message).toContain(
      'owners[0].type: must be one of user, team',
    );
    const blind = someone([
      { operations: ['ViewAll', 'EditTests'] },
      { effect: 'deny', resources: ['user'], operations: ['ViewBasic'] },
    ]);
    expect(await failure(metrics.put(blind, table.id, metric('b', { owners })))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keep owners that are not shown to who replaces them, each behind the one that it followed', async () => {
    const user = await world.create('user', { name: newName('u'), email: `${newName('u')}@example.org` });
    const keeper = [{ id: user.id, type: 'user' }];
    const team = async (more: object = {}) =>
      (await world.create('team', { name: newName('t'), teamType: 'Group', ...more })).id;
    const [first, hidden, last] = [await team(), await team({ owners: keeper }), await team()];
    const all = [first, hidden, last].map((id) => ({ id, type: 'team' }));
    const view = { operations: ['ViewAll' as const, 'EditTests' as const] };
    const seesOwn = {
      effect: 'deny' as const,
      operations: ['ViewAll' as const],
      condition: '!isOwner() && !noOwner()',
    };
    const closed = { effect: 'deny' as const, operations: ['ViewBasic' as const], resources: ['team'] };
    const ownersAfter = async (rule: object, owners?: object[]): Promise<unknown> => {
      for (const place of [{}, { columnName: 'id' }]) {
        await put('a', { owners: all, ...place });
        await metrics.put(someone([view, rule]), table.id, metric('a', { ...(owners && { owners }), ...place }));
      }
      const { customMetrics, columns } = (await read()) as unknown as {
        customMetrics: Owned[];
        columns: { customMetrics: Owned[] }[];
      };
      const [ofTable, ofColumn] = [customMetrics[0]!.owners, columns[0]!.customMetrics[0]!.owners];
      expect(ofColumn).toEqual(ofTable);
      return ofTable.map(({ id }) => id);
    };
    expect(await ownersAfter(seesOwn, [all[0]!, all[2]!])).toEqual([first, hidden, last]);
    expect(await ownersAfter(seesOwn, [all[2]!])).toEqual([hidden, last]);
    expect(await ownersAfter(seesOwn)).toEqual([hidden]);
    expect(await ownersAfter(closed)).toEqual([first, hidden, last]);
  });

  it('are refused for columns that are not there, beyond a hundred, and where the table grows too large', async () => {
    for (const change of [put('a', { columnName: 'nope' }), metrics.remove(ADMIN, table.id, 'a', 'nope')]) {
      const { code, message } = await failure(change);
      expect([code, message]).toEqual(['BAD_REQUEST', expect.stringContaining('has no column "nope"')]);
    }
    const large = { expression: 'x'.repeat(1024 * 1024) };
    let refused: { code: string; message: string } | undefined;
    for (let i = 0; i < 20 && !refused; i++)
      refused = await put(`m${i}`, large).then(
        () => undefined,
        (error: unknown) => failure(Promise.reject(error as Error)),
      );
    expect(refused).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('too many bytes') });
    const { length } = (await read()).customMetrics!;
    for (let i = 0; i < length; i++) await put(`m${i}`);
    for (let i = length; i < 100; i++) await put(`m${i}`);
    expect((await failure(put('one more'))).message).toContain('100 custom metrics there already');
    expect((await put('m0', { expression: '0' })).customMetrics![0]!.expression).toBe('0');
  });

  it('come all where they come at once', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => put(name)));
    expect((await read()).customMetrics!.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are for who may edit tests', async () => {
    const viewer = someone([{ operations: ['ViewAll'] }]);
    expect(await failure(metrics.put(viewer, table.id, metric('a')))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failure(metrics.remove(viewer, table.id, 'a'))).toMatchObject({ code: 'FORBIDDEN' });
  });
});
