import { ADMIN, newName, someone, SuggestionFixture, type Document } from './suggestion.fixture';

const DAY = 86_400_000;
const AT = Date.UTC(2026, 0, 30, 12);
const COLUMNS = [
  { name: 'id', dataType: 'BIGINT' },
  { name: 'e.mail', dataType: 'VARCHAR', dataLength: 320, tags: [{ tagFQN: 'PII.Sensitive' }] },
  { name: 'home', dataType: 'STRUCT', children: [{ name: 'zip', dataType: 'INT' }] },
];

describe('suggested contracts', () => {
  let world: SuggestionFixture;
  let table: Document;

  beforeAll(async () => {
    world = await SuggestionFixture.open();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    table = await world.table(COLUMNS);
  });

  /** A profile a day up to the last one. */
  async function profiles(n: number, columns: readonly object[], on = table): Promise<void> {
    for (let day = n - 1; day >= 0; day--) await world.profile(on, AT - day * DAY, 1_000, columns);
  }

  const key = { name: 'id', valuesCount: 1_000, nullCount: 0, uniqueCount: 1_000 };
  const mail = { name: 'e.mail', valuesCount: 1_000, nullCount: 0, min: 1, max: 9 };
  const zip = { name: 'home.zip', valuesCount: 900, nullCount: 100, min: 1_000, max: 9_000 };
  const pathsOf = async (more: object = {}) =>
    (await world.suggest(table, { at: AT, ...more })).lines.map(({ path }) => path);

  it('follow from profiles of columns whatever their names, without values that are hidden', async () => {
    await profiles(12, [key, mail, zip]);
    await world.refresh(
      table,
      Array.from({ length: 12 }, (_, at) => AT - at * DAY + 1),
    );
    const answer = await world.suggest(table, { at: AT + 1 });
    expect(answer.lines.map(({ path }) => path)).toEqual([
      ...['schema.id', 'schema."e.mail"', 'schema.home', 'schema.id.constraint', 'schema."e.mail".constraint'],
      ...[
        'tests.columnValuesToBeUnique.id',
        'tests.columnValuesToBeBetween.home.zip',
        'tests.tableRowCountToBeBetween',
      ],
      'sla.refreshFrequency',
    ]);
    expect(answer.tests[1]).toEqual({
      name: 'columnValuesToBeBetween',
      entityLink: `<#E::table::${table.fullyQualifiedName}::columns::home.zip>`,
      testDefinition: 'columnValuesToBeBetween',
      parameterValues: [
        { name: 'minValue', value: '200' },
        { name: 'maxValue', value: '9800' },
      ],
    });
    expect(await world.suggest(table, { at: AT + 1 })).toEqual(answer);
    expect(await world.faults(answer.document)).toEqual([]);
  });

  it('are made: the contract, and the tests', async () => {
    await profiles(12, [key, zip]);
    const { document, tests } = await world.suggest(table, { at: AT });
    const contract = await world.create('dataContract', document as never);
    for (const test of tests) {
      const made = await world.create('testCase', { ...test });
      await world.result(made, AT - DAY, 'Success');
    }
    const after = await world.suggest(table, { at: AT });
    expect(after.contract?.id).toBe(contract.id);
    // The tests that were made are not suggested under their names again.
    expect(after.lines.map(({ path }) => path.split('.')[0])).toEqual([
      ...Array.from({ length: 3 }, () => 'tests'),
      ...Array.from({ length: 3 }, () => 'qualityExpectations'),
    ]);
    expect(await world.faults(after.document)).toEqual([]);
    expect(after.tests.every(({ name }) => name.endsWith('_2'))).toBe(true);
  });

  it('see nothing after the instant, nor before the days', async () => {
    await profiles(6, [key]);
    expect(await pathsOf()).toContain('schema.id.constraint');
    expect(await pathsOf({ at: AT - 2 * DAY })).not.toContain('schema.id.constraint');
    expect(await pathsOf({ days: 5 })).toContain('schema.id.constraint');
    expect(await pathsOf({ days: 4 })).not.toContain('schema.id.constraint');
  });

  it('skip profiles of an empty table', async () => {
    await profiles(5, [key]);
    await world.profile(table, AT + 1, 0, [{ ...key, valuesCount: 0, uniqueCount: 0 }]);
    expect(
      (await world.suggest(table, { at: AT + 1 })).lines.find(({ path }) => path === 'schema.id.constraint'),
    ).toMatchObject({
      confidence: 0.8571,
    });
  });

  it('expect the live test cases whose last results passed', async () => {
    const made = async (statuses: readonly ('Success' | 'Failed')[]): Promise<Document> => {
      const one = await world.create('testCase', {
        ...{ name: newName('case'), entityLink: `<#E::table::${table.fullyQualifiedName}>` },
        ...{ testDefinition: 'tableRowCountToEqual', parameterValues: [{ name: 'value', value: '1' }] },
      });
      for (const [at, status] of statuses.entries()) await world.result(one, AT - at * DAY, status);
      return one;
    };
    const good = await made(['Success', 'Success']);
    await made(['Success', 'Failed']);
    await made(['Failed', 'Success']);
    await made([]);
    const old = await made([...Array.from({ length: 10 }, () => 'Success' as const), 'Failed']);
    const gone = await made(['Success']);
    await world.remove('testCase', gone.id);
    const { document } = await world.suggest(table, { at: AT });
    expect(new Set(document.qualityExpectations?.map((one) => (one as { id: string }).id))).toEqual(
      new Set([good.id, old.id]),
    );
    expect((await world.suggest(table, { at: AT - DAY / 2 })).document.qualityExpectations).toHaveLength(2);
  });

  it('keep all of the contract, and take a name that none had', async () => {
    const { document } = await world.suggest(table, { at: AT });
    const contract = await world.create('dataContract', {
      ...(document as never as object),
      description: 'Ours',
      entityStatus: 'Active',
    });
    expect((await world.suggest(table, { at: AT })).document).toMatchObject({
      name: contract.name,
      description: 'Ours',
      entityStatus: 'Active',
    });
    await world.remove('dataContract', contract.id);
    const next = await world.suggest(table, { at: AT });
    expect([next.contract, next.document.name]).toEqual([undefined, `${table.name}_contract_2`]);
  });

  it('tell nothing of what is hidden: the asset, its contract, a test case', async () => {
    const { document } = await world.suggest(table, { at: AT });
    const contract = await world.create('dataContract', {
      ...(document as never as object),
      tags: [{ tagFQN: 'PII.Sensitive' }],
    });
    const view = { operations: ['ViewAll' as const] };
    const denied = {
      resources: ['dataContract'],
      effect: 'deny' as const,
      operations: ['ViewAll' as const, 'ViewBasic' as const],
    };
    const seen = await world.suggest(table, { at: AT }, someone([view]));
    expect(seen.contract?.id).toBe(contract.id);
    const blind = await world.suggest(table, { at: AT }, someone([view, denied]));
    expect([blind.contract, blind.document.name, blind.lines.length]).toEqual([undefined, `${table.name}_contract`, 3]);
    const none = someone([{ operations: ['ViewAll'], resources: ['dataContract'] }]);
    await expect(world.suggest(table, { at: AT }, none)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await world.remove('dataContract', contract.id);
    await world.remove('table', table.id);
    await expect(world.suggest(table, { at: AT }, ADMIN)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
