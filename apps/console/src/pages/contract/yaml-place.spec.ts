import { kindAt, type ContractMembers } from './yaml-place';

const KINDS: ContractMembers = {
  '': { name: {}, sla: { kind: 'sla' }, schema: { kind: 'column' } },
  sla: { retention: { kind: 'span' }, columnName: {} },
  span: { unit: { values: ['day'] } },
  column: { name: {}, dataType: {}, children: { kind: 'column' } },
};
const at = (text: string, column: number) => Object.keys(kindAt(KINDS, text.split('\n'), column) ?? {});

it.each([
  ['', 0, ['name', 'sla', 'schema']],
  ['name: orders\nsla:\n  retention:\n    unit: day', 0, ['name', 'sla', 'schema']],
  ['sla:', 2, ['retention', 'columnName']],
  ['name: a\nsla:\n  retention:\n    unit: day', 2, ['retention', 'columnName']],
  ['sla:\n  retention:', 4, ['unit']],
  ['schema:', 2, ['name', 'dataType', 'children']],
  ['schema:\n  - name: id', 4, ['name', 'dataType', 'children']],
  ['schema:\n- name: id', 2, ['name', 'dataType', 'children']],
  ['schema:\n  - name: delivery\n    children:\n      - name: city\n\n', 8, ['name', 'dataType', 'children']],
  ['schema:\n  - "name": id\n# why\n  -', 4, ['name', 'dataType', 'children']],
])('below %j, in column %i, there can be %j', (text, column, expected) => {
  expect(at(text, column)).toEqual(expected);
});

it('knows nothing of what no contract has, nor below a value', () => {
  expect(at('nonsense:', 2)).toEqual([]);
  expect(at('sla:\n  columnName:', 4)).toEqual([]);
  expect(at('', 2)).toEqual([]);
});
