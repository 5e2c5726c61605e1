import { assetColumns } from '@app/contracts';
import { changesColumns } from './schema-drift';

const table = (columns: object[], more: object = {}) => assetColumns('table', { columns, ...more });
const ID = { name: 'id', dataType: 'BIGINT', constraint: 'NOT_NULL' };

describe('a change of columns', () => {
  it.each<[string, object[], object]>([
    ['a description', [{ ...ID, description: 'new' }], {}],
    ['a tag', [{ ...ID, tags: [{ tagFQN: 'PII.Sensitive' }] }], {}],
    ['the order of members', [{ constraint: 'NOT_NULL', dataType: 'BIGINT', name: 'id' }], {}],
  ])('is none: %s', (_, columns, more) => {
    expect(changesColumns(table([ID]), table(columns, more))).toBe(false);
  });

  it.each<[string, object[], object]>([
    ['a column more', [ID, { name: 'total', dataType: 'INT' }], {}],
    ['a column less', [], {}],
    ['another type', [{ ...ID, dataType: 'STRING' }], {}],
    ['a constraint less', [{ name: 'id', dataType: 'BIGINT' }], {}],
    ['a nested column', [{ ...ID, children: [{ name: 'x', dataType: 'INT' }] }], {}],
    ['a table constraint', [ID], { tableConstraints: [{ constraintType: 'PRIMARY_KEY', columns: ['id'] }] }],
  ])('is one: %s', (_, columns, more) => {
    expect(changesColumns(table([ID]), table(columns, more))).toBe(true);
  });

  it('is none where a type has no columns', () => {
    expect(changesColumns(assetColumns('pipeline', { name: 'a' }), assetColumns('pipeline', { name: 'b' }))).toBe(
      false,
    );
  });
});
