import type { ContractDocument } from './contract-document';
import { typeWarnings } from './type-warnings';

const asset = {
  columns: [
    { name: 'id', dataType: 'BIGINT' },
    { name: 'code', dataType: 'VARCHAR', dataLength: 5 },
    { name: 'home', dataType: 'STRUCT', children: [{ name: 'zip', dataType: 'INT' }] },
  ],
};
const fieldsOf = (schema: ContractDocument['schema'], more: object = {}) =>
  typeWarnings({ schema, ...more }, 'table', asset).map(({ field }) => field);

describe('a valid contract is warned of types', () => {
  it.each<[string, ContractDocument['schema'], string[]]>([
    ['that the asset has', [{ name: 'id', dataType: 'BIGINT' }], []],
    ['of another kind', [{ name: 'id', dataType: 'BOOLEAN' }], ['schema[0].dataType']],
    ['that are wider in the asset', [{ name: 'id', dataType: 'INT' }], []],
    ['that are shorter in the asset', [{ name: 'code', dataType: 'VARCHAR', dataLength: 9 }], ['schema[0].dataType']],
    [
      'of fields',
      [{ name: 'home', dataType: 'STRUCT', children: [{ name: 'zip', dataType: 'DATE' }] }],
      ['schema[0].children[0].dataType'],
    ],
    ['but not of missing columns', [{ name: 'x', dataType: 'INT' }], []],
    ['but not without a type', [{ name: 'id' }], []],
  ])('%s', (_, schema, fields) => expect(fieldsOf(schema)).toEqual(fields));

  it('by families where the contract says so', () => {
    const family = { extension: { schemaPolicy: { types: 'family' } } };
    expect(fieldsOf([{ name: 'id', dataType: 'INT' }], family)).toEqual([]);
    expect(fieldsOf([{ name: 'id', dataType: 'DATE' }], family)).toEqual(['schema[0].dataType']);
  });

  it('in words', () => {
    const [warning] = typeWarnings({ schema: [{ name: 'id', dataType: 'BOOLEAN' }] }, 'table', asset);
    expect(warning?.message).toMatch(/^id .*BOOLEAN.*BIGINT/);
  });
});
