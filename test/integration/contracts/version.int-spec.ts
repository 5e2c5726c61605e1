import { dataContractType } from '@app/contracts';
import { ADMIN, ContractFixture, newName, type Document, type Json } from './contract.fixture';

let contracts: ContractFixture;
let expected: Document;
let another: Document;
let table: Document;
beforeAll(async () => {
  contracts = await ContractFixture.open();
  table = await contracts.table({
    columns: [
      { name: 'id', dataType: 'BIGINT' },
      { name: 'code', dataType: 'VARCHAR', dataLength: 20 },
      { name: 'amount', dataType: 'DECIMAL', precision: 10, scale: 2 },
      { name: 'address', dataType: 'STRUCT', children: [{ name: 'zip', dataType: 'STRING' }] },
      { name: 'more', dataType: 'STRING' },
      { name: 'identifier', dataType: 'BIGINT' },
    ],
  });
  expected = await contracts.testCase(table);
  another = await contracts.testCase(table);
});
afterAll(() => contracts.close());

const id = { name: 'id', dataType: 'INT', constraint: 'NOT_NULL' };
const code = { name: 'code', dataType: 'VARCHAR', dataLength: 20 };
const amount = { name: 'amount', dataType: 'DECIMAL', precision: 10, scale: 2, constraint: 'UNIQUE' };
const address = { name: 'address', dataType: 'STRUCT', children: [{ name: 'zip', dataType: 'STRING' }] };
const schema = [id, code, amount, address];
const sla = {
  refreshFrequency: 'P1D',
  maxLatency: 'PT4H',
  availability: 99,
  availabilityTime: '09:00',
  retention: 'P1Y',
};
const policy = { accessPolicy: 'read', identities: ['sales', 'finance'] };
const security = { dataClassification: 'internal', policies: [policy] };
const owned = { name: 'owned', rule: { '!!': { var: 'owners' } } };
const tested = () => [{ id: expected.id, type: 'testCase' }];
const promised = () => ({
  schema,
  sla,
  security,
  semantics: [owned],
  qualityExpectations: tested(),
  termsOfUse: 'T',
  description: 'd',
});

/** With one column in the place of that of its name. */
const withColumn = (column: Json, name = column.name): Json => ({
  schema: schema.map((old) => (old.name === name ? column : old)),
});
const withoutMember = (object: Json, member: string): Json => ({ ...object, [member]: undefined });

/** Exactly what decides over versions: columns, constraints, SLA, policies. */
const BREAKING: [title: string, change: () => Json][] = [
  ['a column removed', () => ({ schema: [id, amount, address] })],
  ['a nested column removed', () => withColumn({ ...address, children: [] })],
  ['all columns removed', () => ({ schema: undefined })],
  ['a column renamed', () => withColumn({ ...id, name: 'identifier' }, 'id')],
  ['a type narrowed', () => withColumn({ ...id, dataType: 'SMALLINT' })],
  ['a type of another kind', () => withColumn({ ...id, dataType: 'STRING' })],
  ['a length shortened', () => withColumn({ ...code, dataLength: 10 })],
  ['fewer digits', () => withColumn({ ...amount, precision: 8 })],
  ['nullable made of NOT_NULL', () => withColumn({ ...id, constraint: 'NULL' })],
  ['a constraint dropped', () => withColumn(withoutMember(amount, 'constraint'))],
  ['a longer refresh frequency', () => ({ sla: { ...sla, refreshFrequency: { interval: 2, unit: 'day' } } })],
  ['a longer latency', () => ({ sla: { ...sla, maxLatency: 'PT5H' } })],
  ['a lower availability', () => ({ sla: { ...sla, availability: 98.9 } })],
  ['a later time', () => ({ sla: { ...sla, availabilityTime: '09:01' } })],
  ['a later time by its zone', () => ({ sla: { ...sla, timezone: 'America/New_York' } })],
  ['a shorter retention', () => ({ sla: { ...sla, retention: 'P11M' } })],
  ['a target dropped', () => ({ sla: withoutMember(sla, 'availability') })],
  ['the SLA dropped', () => ({ sla: undefined })],
  ['a policy for fewer', () => ({ security: { ...security, policies: [{ ...policy, identities: ['sales'] }] } })],
  [
    'a policy with a filter',
    () => ({ security: { ...security, policies: [{ ...policy, rowFilters: [{ columnName: 'id', values: ['1'] }] }] } }),
  ],
];

const HARMLESS: [title: string, change: () => Json][] = [
  ['a column added', () => ({ schema: [...schema, { name: 'more', dataType: 'STRING' }] })],
  ['columns in another order', () => ({ schema: [...schema].reverse() })],
  ['a type widened', () => withColumn({ ...id, dataType: 'BIGINT' })],
  ['a length longer', () => withColumn({ ...code, dataLength: 30 })],
  ['a constraint added', () => withColumn({ ...code, constraint: 'NOT_NULL' })],
  ['NOT_NULL to PRIMARY_KEY', () => withColumn({ ...id, constraint: 'PRIMARY_KEY' })],
  ['a description of a column', () => withColumn({ ...id, description: 'Key' })],
  [
    'a tighter SLA',
    () => ({
      sla: { ...sla, refreshFrequency: 'PT12H', availability: 99.9, availabilityTime: '08:00', retention: 'P2Y' },
    }),
  ],
  ['the same SLA in other words', () => ({ sla: { ...sla, refreshFrequency: { interval: 24, unit: 'hour' } } })],
  [
    'a policy for more',
    () => ({ security: { ...security, policies: [{ ...policy, identities: ['sales', 'finance', 'legal'] }] } }),
  ],
  ['a rule added', () => ({ semantics: [owned, { name: 'other', rule: true }] })],
  ['a test case added', () => ({ qualityExpectations: [...tested(), { id: another.id, type: 'testCase' }] })],
  ['a rule removed', () => ({ semantics: undefined })],
  ['a rule disabled', () => ({ semantics: [{ ...owned, enabled: false }] })],
  ['a test case removed', () => ({ qualityExpectations: [{ id: another.id, type: 'testCase' }] })],
  ['other terms', () => ({ termsOfUse: 'U' })],
  ['no terms', () => ({ termsOfUse: undefined })],
  ['another description', () => ({ description: 'e' })],
  ['another status', () => ({ entityStatus: 'Active' })],
  ['an extension', () => ({ extension: { a: 1 } })],
];

describe('the version of a contract', () => {
  /** The contract before and after a PUT with the change. */
  async function change(part: Json): Promise<{ before: Document; after: Document }> {
    const body = { name: newName('v'), entity: { id: table.id, type: 'table' }, ...promised() };
    const before = await contracts.put(body);
    const after = await contracts.put({ ...body, ...part });
    await contracts.remove('dataContract', after, true);
    return { before, after };
  }

  it.each(BREAKING)('rises by 1.0: %s', async (_title, part) => {
    const { before, after } = await change(part());
    expect([before.version, after.version]).toEqual([0.1, 1.1]);
    expect(after.changeDescription).toMatchObject({ previousVersion: 0.1 });
  });

  it.each(HARMLESS)('rises by 0.1: %s', async (_title, part) => {
    const { before, after } = await change(part());
    expect([before.version, after.version]).toEqual([0.1, 0.2]);
  });

  it('stays, with updatedAt and history, where nothing changes', async () => {
    const { before, after } = await change({});
    expect(after).toEqual({ ...before, created: false });
  });

  it('goes on in tenths: 0.9 + 0.1 = 1.0, and each one can be read', async () => {
    const made = await contracts.contract({ description: 'from 0.1' });
    for (let tenths = 2; tenths <= 11; tenths += 1) {
      const operations = [{ op: 'replace', path: '/description', value: `from ${tenths / 10}` }];
      expect((await contracts.patch(made, operations)).version).toBe(tenths / 10);
    }
    const listed = JSON.parse(await contracts.versions.list(ADMIN, dataContractType, made.id)) as { versions: Json[] };
    expect(listed.versions.map(({ version, description }) => [version, description])).toEqual(
      Array.from({ length: 11 }, (_, i) => (11 - i) / 10).map((version) => [version, `from ${version}`]),
    );
  });

  it('stays where a new result comes', async () => {
    const made = await contracts.contract();
    await contracts.result(made, 'Failed', 1e12);
    const { version, updatedAt, latestResult } = await contracts.get(made.id);
    expect([version, updatedAt]).toEqual([0.1, made.updatedAt]);
    expect(latestResult).toMatchObject({ status: 'Failed', timestamp: 1e12 });
  });
});
