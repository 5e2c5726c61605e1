import { TYPES_WITH_COLUMNS, assetColumns } from './asset-columns';

const a = { name: 'a', dataType: 'INT' };
const b = { name: 'b', dataType: 'STRING' };

function namesOf(assetType: string, asset: Record<string, unknown>): string[] | undefined {
  return assetColumns(assetType, asset)?.columns.map(({ name }) => name);
}

describe('assetColumns', () => {
  it.each([
    ['table', { columns: [a, b] }, ['a', 'b']],
    ['table', {}, []],
    ['table', { columns: 'none' }, []],
    ['table', { columns: [a, null, 'b', { dataType: 'INT' }] }, ['a']],
    ['topic', { messageSchema: { schemaFields: [a, b] } }, ['a', 'b']],
    ['topic', { messageSchema: { schemaFields: [{ name: 'R', dataType: 'RECORD', children: [a, b] }] } }, ['a', 'b']],
    ['topic', { messageSchema: { schemaFields: [{ name: 'R', dataType: 'record', children: [a] }] } }, ['a']],
    ['topic', { messageSchema: { schemaFields: [{ name: 'R', dataType: 'RECORD' }] } }, []],
    ['topic', { messageSchema: { schemaFields: [{ name: 'R', dataType: 'RECORD', children: [a] }, b] } }, ['R', 'b']],
    ['topic', { messageSchema: { schemaFields: [{ name: 'S', dataType: 'STRUCT', children: [a] }] } }, ['S']],
    ['topic', {}, []],
    ['apiEndpoint', { requestSchema: { schemaFields: [a] }, responseSchema: { schemaFields: [b] } }, ['a', 'b']],
    ['apiEndpoint', { responseSchema: { schemaFields: [b] } }, ['b']],
    ['dashboardDataModel', { columns: [a] }, ['a']],
    ['container', { dataModel: { columns: [a] } }, ['a']],
    ['container', { columns: [a] }, []],
    ['searchIndex', { fields: [a] }, ['a']],
    ['dashboard', { columns: [a] }, undefined],
    ['constructor', { columns: [a] }, undefined],
    ['toString', {}, undefined],
    ['topic', { messageSchema: { schemaFields: [null, 5, { dataType: 'INT' }, a] } }, ['a']],
  ])('%s %j has %j', (assetType, asset, names) => {
    expect(namesOf(assetType, asset)).toEqual(names);
  });

  it('compares a name that request and response share with the response, at its place in the request', () => {
    const inResponse = { name: 'a', dataType: 'STRING' };
    const asset = {
      requestSchema: { schemaFields: [a, b] },
      responseSchema: { schemaFields: [{ name: 'c' }, inResponse] },
    };
    expect(assetColumns('apiEndpoint', asset)?.columns).toEqual([inResponse, b, { name: 'c' }]);
  });

  it('takes table constraints from tables alone, and types from all but search indexes', () => {
    const tableConstraints = [{ constraintType: 'PRIMARY_KEY', columns: ['a'] }];
    expect(assetColumns('table', { columns: [a], tableConstraints })?.tableConstraints).toEqual(tableConstraints);
    expect(assetColumns('dashboardDataModel', { columns: [a], tableConstraints })?.tableConstraints).toEqual([]);
    const presenceOnly = TYPES_WITH_COLUMNS.filter((type) => assetColumns(type, {})?.presenceOnly);
    expect(presenceOnly).toEqual(['searchIndex']);
  });
});
