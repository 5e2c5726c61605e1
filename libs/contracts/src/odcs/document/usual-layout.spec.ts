import { hasColumnsBelow, usualLayout } from './usual-layout';

const id = { name: 'id', logicalType: 'integer', primaryKey: true };
const note = { name: 'note' };
const home = { name: 'home', logicalType: 'object', properties: [{ name: 'city', logicalType: 'string' }] };

describe('columns right below schema', () => {
  it.each([
    [[id]],
    [[id, note]],
    [[note, id, home]],
    [[{ name: 'id', required: true }]],
    [[{ name: 'at', logicalType: 'Timestamp', physicalType: 'timestamptz' }]],
  ])('are %j', (schema) => {
    expect(hasColumnsBelow({ schema })).toBe(true);
    expect(usualLayout({ name: 'orders', schema })).toEqual({
      name: 'orders',
      schema: [{ name: 'orders', logicalType: 'object', properties: schema }],
    });
  });

  it.each([
    [[]],
    [[note]],
    [[home]],
    [[{ name: 'orders', physicalType: 'table' }]],
    [[{ name: 'orders', properties: [id] }]],
    [[{ name: 'orders', properties: [id] }, id]],
    [[id, 'id']],
    [undefined],
  ])('are not %j', (schema) => {
    expect(hasColumnsBelow({ schema })).toBe(false);
    expect(usualLayout({ schema })).toEqual({ schema });
  });

  it('of a document without a name are those of an object of a name of ours', () => {
    expect(usualLayout({ schema: [id] }).schema).toEqual([
      { name: 'columns', logicalType: 'object', properties: [id] },
    ]);
  });
});
