import { parse } from 'yaml';
import type { Column } from '../../ui/text/column-type';
import {
  addFilter,
  addPolicy,
  policiesOf,
  removeFilter,
  removePolicy,
  writeAccess,
  writeFilterColumn,
  writeFilterValues,
  writeIdentities,
} from './draft-access';
import { constrain, draftColumns, promise, promiseAll, type Constraint } from './draft-columns';
import { forbidOthers, forbidsOthers, ownFaults, termsPath, unshownOf, writeText } from './draft-reading';
import { edited, type Edit, type Members } from './draft-text';
import { expectTest, isExpected } from './draft-tests';
import { spanOf, writeSpan } from './spans';

const read = (text: string) => parse(text) as Members;
const after = (text: string, edit: Edit) => read(edited(text, edit));

const COLUMNS: Column[] = [
  { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
  { name: 'mail', dataType: 'VARCHAR', dataLength: 80 },
  { name: 'at', dataType: 'TIMESTAMP' },
];
const SCHEMA = `schema:
  - name: id
    dataType: BIGINT
    description: The key # of the shop
    extension: { enum: [1, 2] }
  - { name: gone, dataType: INT, constraints: [unique, NOT_NULL] }
`;

describe('columns of a draft', () => {
  const columns = draftColumns(read(SCHEMA), COLUMNS);

  it('are those of the asset, then those that it does not have', () => {
    expect(columns.map(({ name, at, constraint }) => ({ name, at, constraint }))).toEqual([
      { name: 'id', at: 0, constraint: 'none' },
      { name: 'mail', at: undefined, constraint: 'none' },
      { name: 'at', at: undefined, constraint: 'none' },
      { name: 'gone', at: 1, constraint: 'requiredUnique' },
    ]);
  });

  it('are promised in the order of the asset, and the others stay to the letter', () => {
    const text = edited(SCHEMA, promise(columns, columns[2]!, true));
    expect(draftColumns(read(text), COLUMNS).find(({ name }) => name === 'at')?.at).toBe(1);
    expect(text).toContain('description: The key # of the shop');
    expect(read(text)).toMatchObject({
      schema: [{ name: 'id' }, { name: 'at', dataType: 'TIMESTAMP' }, { name: 'gone' }],
    });
  });

  it('are promised no more, the last one with its section', () => {
    expect(after(SCHEMA, promise(columns, columns[3]!, false))).toMatchObject({ schema: [{ name: 'id' }] });
    expect(edited(`name: a\n${SCHEMA}`, promiseAll(columns, false))).toBe('name: a\n');
    const all = after(SCHEMA, promiseAll(columns, true)) as { schema: { name: string }[] };
    expect(all.schema.map(({ name }) => name).toSorted()).toEqual(['at', 'gone', 'id', 'mail']);
  });

  it.each<[Constraint, object]>([
    ['none', {}],
    ['required', { constraint: 'NOT_NULL' }],
    ['requiredUnique', { constraint: 'UNIQUE', constraints: ['UNIQUE', 'NOT_NULL'] }],
    ['uniqueKey', { constraint: 'PRIMARY_KEY', constraints: ['PRIMARY_KEY', 'UNIQUE'] }],
  ])('are constrained: %s', (choice, stated) => {
    const text = edited(SCHEMA, constrain(1, choice));
    expect(read(text)).toMatchObject({ schema: [{ name: 'id' }, { name: 'gone', dataType: 'INT', ...stated }] });
    expect(draftColumns(read(text), COLUMNS)[3]?.constraint).toBe(choice);
  });

  it('are all that there may be, or not', () => {
    const forbidding = edited('extension: { own: 1 }\n', forbidOthers(true));
    expect(forbidsOthers(read(forbidding))).toBe(true);
    expect(after(forbidding, forbidOthers(false))).toEqual({ extension: { own: 1 } });
  });
});

describe('service levels of a draft', () => {
  it.each([
    ['sla: { refreshFrequency: P2W }', 'refresh', { amount: '2', unit: 'week' }],
    ['sla: { maxLatency: PT30M }', 'latency', { amount: '30', unit: 'minute' }],
    ['sla: { latency: { value: 4, unit: hour } }', 'latency', { amount: '4', unit: 'hour' }],
    ['sla: { retention: P3M }', 'retention', { amount: '3', unit: 'month' }],
    ['name: a', 'retention', { amount: '', unit: 'month' }],
    ['sla: { retention: P1DT2H }', 'retention', undefined],
  ] as const)('reads %s', (text, level, span) => expect(spanOf(read(text), level)).toEqual(span));

  it.each([
    ['name: a', 'refresh', { sla: { refreshFrequency: { interval: 5, unit: 'day' } } }],
    ['sla: { latency: PT4H }', 'latency', { sla: { latency: { value: 5, unit: 'day' } } }],
    ['sla: { retention: { value: 1, unit: year } }', 'retention', { sla: { retention: { value: 5, unit: 'day' } } }],
  ] as const)('writes into %s', (text, level, expected) =>
    expect(after(text, writeSpan(read(text), level, { amount: '5', unit: 'day' }))).toMatchObject(expected),
  );

  it('goes without an amount, and keeps one that is no number until it is mended', () => {
    const text = 'name: a\nsla: { retention: P1D }\n';
    expect(after(text, writeSpan(read(text), 'retention', { amount: '', unit: 'day' }))).toEqual({ name: 'a' });
    const typed = after(text, writeSpan(read(text), 'retention', { amount: 'ever', unit: 'day' }));
    expect(spanOf(typed, 'retention')).toEqual({ amount: 'ever', unit: 'day' });
    expect(ownFaults(typed)).toEqual([expect.objectContaining({ field: 'sla.retention', place: 'Retention' })]);
  });
});

describe('who may read', () => {
  it('is written part by part, and values stay of their kind', () => {
    let text = 'name: a\n';
    const edit = (one: Edit) => (text = edited(text, one));
    edit(addPolicy);
    expect(ownFaults(read(text))).toEqual([expect.objectContaining({ place: 'Policy 1' })]);
    edit(writeAccess(0, 'read'));
    edit(writeIdentities(0, ['analysts']));
    edit(addFilter(0));
    edit(writeFilterColumn(0, 0, 'id'));
    edit((document) => document.setIn(['security', 'policies', 0, 'rowFilters', 0, 'values'], [7]));
    edit(writeFilterValues(read(text), 0, 0, ['7', 'x']));
    expect(read(text).security).toEqual({
      policies: [
        { accessPolicy: 'read', identities: ['analysts'], rowFilters: [{ columnName: 'id', values: [7, 'x'] }] },
      ],
    });
    edit(writeAccess(0, ''));
    edit(writeIdentities(0, []));
    edit(removeFilter(0, 0));
    expect(policiesOf(read(text))).toEqual([{ at: 0, access: '', identities: [], filters: [] }]);
    edit(removePolicy(0));
    expect(read(text)).toEqual({ name: 'a' });
  });
});

describe('other parts of a draft', () => {
  it('expects test cases by name or id', () => {
    const text = 'qualityExpectations: [{ type: testCase, id: "1" }, t.b]\n';
    expect(isExpected(read(text), { id: '1', fullyQualifiedName: 't.a' })).toBe(true);
    const without = edited(text, expectTest(read(text), { id: '1', fullyQualifiedName: 't.a' }, false));
    expect(read(without)).toEqual({ qualityExpectations: ['t.b'] });
    const more = after(without, expectTest(read(without), { fullyQualifiedName: 't.c' }, true));
    expect(more).toEqual({ qualityExpectations: ['t.b', { type: 'testCase', fullyQualifiedName: 't.c' }] });
    expect(after(without, expectTest(read(without), { fullyQualifiedName: 't.b' }, true))).toEqual(read(without));
  });

  it('writes terms where they stand', () => {
    const text = 'termsOfUse: { content: Ask. }\n';
    expect(after(text, writeText(termsPath(read(text)), 'Ask first.'))).toEqual({
      termsOfUse: { content: 'Ask first.' },
    });
    expect(after('name: a\n', writeText(termsPath({}), 'Ask.'))).toEqual({ name: 'a', termsOfUse: 'Ask.' });
  });

  it('names what the form has no fields for', () => {
    const members = read(`${SCHEMA}name: a
owners: [b]
sla: { learned: [volume], retention: P1DT2H }
extension: { schemaPolicy: { extraColumns: forbid, order: same }, own: 1 }
semantics: [{ name: ok }, text]
odcsQualityRules: [{ type: text }]
`);
    expect(unshownOf(members)).toEqual([
      '2 rules',
      'more about 1 column',
      'Retention',
      'sla.learned',
      'extension.schemaPolicy.order',
      'extension.own',
      'owners',
    ]);
  });
});
