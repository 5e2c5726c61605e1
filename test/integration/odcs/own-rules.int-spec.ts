import { OdcsFixture, type Entity, type Imported, type Json } from './odcs.fixture';

/** Of every type; some say what the standard has no place for. */
const OWN_RULES: readonly Json[] = [
  { type: 'library', name: 'rows', metric: 'rowCount', mustBeGreaterThan: 0 },
  { type: 'library', metric: 'nullValues', column: 'id', mustBe: 0, tags: ['a'] },
  { type: 'library', metric: 'freshness', column: 'note', mustBeLessThan: 3, unit: 'h' },
  { type: 'library', name: 'words', metric: 'invalidValues', validValues: ['a', 1], mustBe: 0, column: 'note' },
  { type: 'sql', name: 'sum', query: 'select 1', mustBe: 1 },
  { type: 'sql', query: 'select 2' },
  { type: 'custom', name: 'soda', engine: 'soda', implementation: 'checks: []' },
  {
    type: 'custom',
    engine: 'json-logic',
    implementation: { '!!': 1 },
    customProperties: [{ property: 'a', value: 1 }],
  },
  { type: 'text', name: 'polite', description: 'Loaded with care' },
  { metric: 'rowCount', dimension: 'Beauty', mustBe: 'x', customProperties: { a: 1 } },
  { type: 'library', name: 'rows', metric: 'rowCount', mustBeGreaterThan: 0 },
];

describe('quality rules that a contract has of itself', () => {
  let fixture: OdcsFixture;

  beforeAll(async () => {
    fixture = await OdcsFixture.open();
  });
  afterAll(() => fixture?.close());

  const SCHEMA = [
    { name: 'id', dataType: 'BIGINT' },
    { name: 'note', dataType: 'VARCHAR', dataLength: 18 },
  ];

  /** A contract of its own table, with these rules and as many test cases. */
  async function contract(rules: readonly Json[], cases: number): Promise<[Entity, Imported]> {
    const table = await fixture.plainTable();
    const qualityExpectations = [];
    for (let at = 0; at < cases; at++)
      qualityExpectations.push({ id: await testCase(table, `case ${at}`), type: 'testCase' });
    const entity = { id: table.id, type: 'table' };
    const body = { name: 'own', entity, schema: SCHEMA, odcsQualityRules: rules, qualityExpectations };
    return [table, (await fixture.make('dataContract', body)) as Imported];
  }

  async function testCase(table: Entity, name: string): Promise<string> {
    const testDefinition = 'agreed_count';
    await fixture
      .make('testDefinition', { name: testDefinition, entityType: 'TABLE', testPlatforms: ['Other'] })
      .catch(() => undefined);
    const entityLink = `<#E::table::${table.fullyQualifiedName}>`;
    return (await fixture.make('testCase', { name, entityLink, testDefinition })).id;
  }

  const promised = ({ odcsQualityRules, qualityExpectations, semantics, schema }: Json): Json => ({
    ...{ odcsQualityRules, semantics, schema },
    expected: (qualityExpectations as Json[] | undefined)?.map(({ id }) => id),
  });

  describe.each([0, 2])('beside %i test cases', (cases) => {
    it.each(['merge', 'replace'] as const)('stay what they are when the export comes back: %s', async (mode) => {
      const [table, made] = await contract(OWN_RULES, cases);
      const once = await fixture.put(table, await fixture.out(made), mode);
      expect([once.version, promised(once)]).toEqual([made.version, promised(made)]);
      const twice = await fixture.put(table, await fixture.out(made), mode);
      expect([twice.version, promised(twice)]).toEqual([made.version, promised(made)]);
    });

    it('are those of a contract that is made anew from the export', async () => {
      const [table, made] = await contract(OWN_RULES, cases);
      const out = await fixture.out(made);
      await fixture.remove(made, true);
      const again = await fixture.create(table, out);
      expect(promised(again)).toMatchObject(promised(made));
      expect(await fixture.out(again)).toEqual(out);
    });
  });

  it('go and change in a document that came in with them', async () => {
    const [table, made] = await contract(OWN_RULES, 0);
    await fixture.put(table, await fixture.out(made), 'replace');
    const [first, ...rest] = OWN_RULES;
    const changed = [...rest.slice(1), { ...first, mustBeGreaterThan: 7 }];
    const patched = await fixture.patch(made, [{ op: 'replace', path: '/odcsQualityRules', value: changed }]);
    const out = await fixture.out(made);
    const merged = await fixture.put(table, out, 'merge');
    expect([merged.version, promised(merged)]).toEqual([patched.version, promised(patched)]);
    await fixture.remove(made, true);
    expect(promised(await fixture.create(table, out))).toMatchObject(promised(patched));
  });

  it('are known to a merge in an export that has lost its custom properties', async () => {
    const [table, made] = await contract(OWN_RULES.slice(0, 2), 0);
    const out = await fixture.out(made);
    const [object] = out.schema as Json[];
    const quality = (object!.quality as Json[]).map(({ customProperties: _lost, ...rule }) => rule);
    const stripped = { ...out, schema: [{ ...object, quality }] };
    const merged = await fixture.put(table, stripped, 'merge');
    expect([merged.version, promised(merged)]).toEqual([made.version, promised(made)]);
  });

  it('are beside those of a foreign document, which become test cases', async () => {
    const [table, made] = await contract(OWN_RULES, 0);
    const rule = { type: 'library', metric: 'rowCount', name: 'foreign', mustBeLessThan: 9 };
    const foreign = {
      ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id: 'x', version: '1', status: 'active' },
      schema: [{ name: table.name, quality: [rule] }],
    };
    const merged = await fixture.put(table, foreign, 'merge');
    expect(merged.odcsQualityRules).toEqual(made.odcsQualityRules);
    expect(merged.qualityExpectations).toMatchObject([{ name: 'foreign' }]);
    const again = await fixture.put(table, await fixture.out(made), 'replace');
    expect([again.version, promised(again)]).toEqual([merged.version, promised(merged)]);
  });
});
