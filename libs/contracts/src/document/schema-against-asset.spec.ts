import type { ContractColumn, ContractDocument } from './contract-document';
import { type AgainstAsset, checkAgainstAsset, CONTRACT_SUBJECTS } from './schema-against-asset';

const col = (name: string, ...children: ContractColumn[]): ContractColumn => ({
  name,
  dataType: children.length ? 'STRUCT' : 'INT',
  ...(children.length ? { children } : {}),
});
const field = (name: string, dataType = 'INT', children?: object[]) => ({
  name,
  dataType,
  ...(children ? { children } : {}),
});

const table = { columns: [col('id'), col('address', col('street'), col('zip'))] };

function fields(schema: ContractColumn[], type: string, asset: Record<string, unknown>, more?: AgainstAsset): string[] {
  return checkAgainstAsset({ schema }, type, asset, more).map(({ field: at }) => at);
}

describe('columns that the asset lacks', () => {
  it.each<[string, ContractColumn[], string, Record<string, unknown>, string[]]>([
    ['all there', [col('id'), col('address', col('zip'))], 'table', table, []],
    ['one missing', [col('id'), col('nope')], 'table', table, ['schema[1].name']],
    ['a child missing', [col('address', col('street'), col('city'))], 'table', table, ['schema[0].children[1].name']],
    ['several, all named', [col('x'), col('id'), col('y')], 'table', table, ['schema[0].name', 'schema[2].name']],
    [
      'a parent, with all below it',
      [col('home', col('street', col('no')))],
      'table',
      table,
      ['schema[0].name', 'schema[0].children[0].name', 'schema[0].children[0].children[0].name'],
    ],
    [
      'nested ones, whatever the type of their parents',
      [{ name: 'id', dataType: 'DATE', constraint: 'UNIQUE' }, col('address', col('x')), col('t', col('x'))],
      'table',
      table,
      ['schema[1].children[0].name', 'schema[2].name', 'schema[2].children[0].name'],
    ],
    ['another case', [col('ID')], 'table', table, ['schema[0].name']],
    ['children of a column that has none', [col('id', col('x'))], 'table', table, ['schema[0].children[0].name']],
    ['a table without columns', [col('id')], 'table', {}, ['schema[0].name']],
    ['a name of Object.prototype', [col('constructor')], 'table', table, ['schema[0].name']],
    ['a topic', [col('a')], 'topic', { messageSchema: { schemaFields: [field('a'), field('b')] } }, []],
    [
      'a topic with one record: its fields',
      [col('a')],
      'topic',
      { messageSchema: { schemaType: 'Avro', schemaFields: [field('Order', 'RECORD', [field('a')])] } },
      [],
    ],
    [
      'a topic with one record: not the record',
      [col('Order')],
      'topic',
      { messageSchema: { schemaFields: [field('Order', 'RECORD', [field('a')])] } },
      ['schema[0].name'],
    ],
    [
      'a topic with two records: the records',
      [col('A', col('x')), col('B')],
      'topic',
      { messageSchema: { schemaFields: [field('A', 'RECORD', [field('x')]), field('B', 'RECORD')] } },
      [],
    ],
    ['a topic without schema', [col('a')], 'topic', { messageSchema: {} }, ['schema[0].name']],
    [
      'an endpoint: request and response',
      [col('in'), col('out')],
      'apiEndpoint',
      { requestSchema: { schemaFields: [field('in')] }, responseSchema: { schemaFields: [field('out')] } },
      [],
    ],
    [
      'an endpoint: the response counts where both have a name',
      [col('both', col('x'))],
      'apiEndpoint',
      {
        requestSchema: { schemaFields: [field('both', 'RECORD', [field('x')])] },
        responseSchema: { schemaFields: [field('both', 'RECORD', [field('y')])] },
      },
      ['schema[0].children[0].name'],
    ],
    ['a data model', [col('id'), col('no')], 'dashboardDataModel', { columns: [col('id')] }, ['schema[1].name']],
    ['a container', [col('id')], 'container', { dataModel: { columns: [col('id')] } }, []],
    ['a container without data model', [col('id')], 'container', {}, ['schema[0].name']],
    ['a search index', [col('id'), col('no')], 'searchIndex', { fields: [field('id', 'KEYWORD')] }, ['schema[1].name']],
    ['a dashboard has none', [col('id')], 'dashboard', {}, ['schema']],
    ['an empty schema is none', [], 'dashboard', {}, []],
    ['a data product has none', [col('id')], 'dataProduct', {}, ['schema']],
  ])('%s', (_, schema, type, asset, expected) => expect(fields(schema, type, asset)).toEqual(expected));

  it('are taken with allowDrift, which does not give a dashboard columns', () => {
    expect(fields([col('nope')], 'table', table, { allowDrift: true })).toEqual([]);
    expect(fields([col('nope')], 'dashboard', {}, { allowDrift: true })).toEqual(['schema']);
  });

  it('stay where the contract had them before', () => {
    const previous = [col('lost', col('inner'))];
    expect(fields([col('lost', col('inner'), col('new'))], 'table', table, { previous: { schema: previous } })).toEqual(
      ['schema[0].children[1].name'],
    );
  });
});

describe('messages', () => {
  const message = (schema: ContractColumn[], asset: Record<string, unknown>) =>
    checkAgainstAsset({ schema }, 'table', asset)[0]?.message;
  const wide = { columns: Array.from({ length: 500 }, (_, i) => col(`column_${i}`)) };

  it.each<[string, ContractColumn[], Record<string, unknown>, string]>([
    ['few: all', [col('x')], table, 'the table has no column x; allowed: id, address'],
    ['of the level', [col('address', col('zap'))], table, 'the table has no column address.zap; allowed: street, zip'],
    ['a dot is quoted', [col('a.b')], table, 'the table has no column "a.b"; allowed: id, address'],
    ['none', [col('x')], { columns: [] }, 'the table has no column x; allowed: none, it has no columns here'],
  ])('%s', (_, schema, asset, expected) => expect(message(schema, asset)).toBe(expected));

  it('of many columns name the near ones', () => {
    expect(message([col('Column_7')], wide)).toMatch(/near names of the 500 allowed: column_7,/);
    expect(message([col('zzzzzzzz')], wide)).toMatch(/one of 500 columns/);
  });

  it('stay cheap where thousands are wrong', () => {
    const schema = Array.from({ length: 5_000 }, (_, i) => col(`right_name_of_some_lenght_${i}`));
    const asset = { columns: Array.from({ length: 5_000 }, (_, i) => col(`right_name_of_some_length_${i}`)) };
    const messages = checkAgainstAsset({ schema }, 'table', asset).map(({ message: text }) => text);
    expect(messages).toHaveLength(5_000);
    expect(messages.filter((text) => text.includes('one of 5000 columns'))).toHaveLength(4_996);
  });
});

describe('columns that SLA and policies name', () => {
  const named = (columnName: string, rowFilter = 'id') => ({
    sla: { columnName },
    security: { policies: [{ rowFilters: [{ columnName: 'id' }] }, { rowFilters: [{ columnName: rowFilter }] }] },
  });
  const faults = (document: ContractDocument, asset: Record<string, unknown> = table, more: AgainstAsset = {}) =>
    checkAgainstAsset(document, 'table', asset, more).map(({ field: at, message }) => `${at}: ${message}`);

  it.each(['id', 'address', 'address.zip', 'zip'])('%s is one', (name) => {
    expect(faults(named(name, name))).toEqual([]);
  });

  it('are refused where the asset lacks them, and named with what is allowed', () => {
    expect(faults(named('nope', 'address.x'))).toEqual([
      'sla.columnName: the table has no column nope; allowed: id, address, address.street, address.zip',
      'security.policies[1].rowFilters[0].columnName: the table has no column address.x; allowed: id, address, address.street, address.zip',
    ]);
  });

  it('may drift, stay as they were, and be anything where the asset has no columns', () => {
    expect(faults(named('nope'), table, { allowDrift: true })).toEqual([]);
    expect(faults(named('lost', 'lost'), table, { previous: named('lost') })).toEqual([]);
    expect(faults(named('lost', 'new'), table, { previous: named('lost') })).toHaveLength(1);
    expect(faults(named('nope'), { columns: [] })).toEqual([]);
    expect(checkAgainstAsset(named('nope'), 'dashboard', {})).toEqual([]);
  });
});

describe('parts by type', () => {
  it.each(CONTRACT_SUBJECTS.map((type) => [type, type === 'table' ? [] : ['qualityExpectations']] as const))(
    '%s: test cases',
    (type, expected) => {
      const found = checkAgainstAsset({ qualityExpectations: [{ id: 'x' }] }, type, {});
      expect(found.map(({ field: at }) => at)).toEqual(expected);
    },
  );

  it.each(CONTRACT_SUBJECTS)('%s: the rest', (type) => {
    const rest = {
      semantics: [{ name: 'r' }],
      sla: { availability: 99 },
      termsOfUse: 't',
      security: {},
      extension: {},
    };
    expect(checkAgainstAsset(rest, type, {})).toEqual([]);
  });

  it.each(['user', 'glossaryTerm', 'database', 'databaseService', 'testCase', 'constructor'])(
    '%s: no contract',
    (type) => {
      const [fault] = checkAgainstAsset({}, type, {});
      expect(fault?.field).toBe('entity.type');
      expect(fault?.message).toContain('allowed: table, topic,');
    },
  );
});
