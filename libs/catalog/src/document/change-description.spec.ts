import type { Operation } from '@app/common';
import { entityTypes } from '../types/entity-types';
import { changedMembers, describeChange, operationsFor } from './change-description';

const table = entityTypes.get('table');
type Document = Record<string, unknown>;

const user = (id: string, more: object = {}): object => ({ id, type: 'user', ...more });
const column = (more: object = {}): object => ({
  name: 'id',
  dataType: 'INT',
  fullyQualifiedName: 't.id',
  tags: [],
  ...more,
});

const changed = (before: object, after: object): string[] =>
  changedMembers(table, before as Document, after as Document);

describe('changedMembers', () => {
  it.each<[string, object, object, string[]]>([
    ['nothing', { name: 't', description: 'x' }, { description: 'x', name: 't' }, []],
    ['absent and empty are the same', { owners: [], tags: [] }, {}, []],
    ['a reference is its id', { owners: [user('1', { displayName: 'a' })] }, { owners: [user('1')] }, []],
    [
      'the order of references says nothing',
      { owners: [user('1'), user('2')] },
      { owners: [user('2'), user('1')] },
      [],
    ],
    ['the order of keys says nothing', { extension: { a: 1, b: 2 } }, { extension: { b: 2, a: 1 } }, []],
    [
      'read-only members are not compared',
      { usageSummary: { a: 1 }, followers: [user('1')], version: 1 },
      { version: 2 },
      [],
    ],
    [
      'the order of columns does',
      { columns: [column(), column({ name: 'b' })] },
      { columns: [column({ name: 'b' }), column()] },
      ['columns'],
    ],
    [
      'members of every kind',
      { name: 'a' },
      { name: 'b', description: 'd', owners: [user('1')], databaseSchema: user('2') },
      ['name', 'databaseSchema', 'description', 'owners'],
    ],
    ['an emptied list', { owners: [user('1')] }, { owners: [] }, ['owners']],
  ])('%s', (_, before, after, expected) => {
    expect(changed(before, after).sort()).toEqual([...expected].sort());
  });
});

describe('describeChange', () => {
  const described = (before: object, after: object): object =>
    describeChange(table, { version: 0.3, ...before }, after as Document, changed(before, after));

  it.each<[string, object, object, object]>([
    ['adds', {}, { description: 'x' }, { fieldsAdded: [{ name: 'description', newValue: 'x' }] }],
    [
      'updates',
      { description: 'x' },
      { description: 'y' },
      { fieldsUpdated: [{ name: 'description', oldValue: 'x', newValue: 'y' }] },
    ],
    ['deletes', { description: 'x' }, {}, { fieldsDeleted: [{ name: 'description', oldValue: 'x' }] }],
    [
      'adds to an empty list',
      { owners: [] },
      { owners: [user('1')] },
      { fieldsAdded: [{ name: 'owners', newValue: [user('1')] }] },
    ],
    [
      'adds a column',
      { columns: [] },
      { columns: [column()] },
      { fieldsAdded: [{ name: 'columns', newValue: [column()] }] },
    ],
    [
      'deletes a column',
      { columns: [column()] },
      { columns: [] },
      { fieldsDeleted: [{ name: 'columns', oldValue: [column()] }] },
    ],
    [
      'describes a column',
      { columns: [column()] },
      { columns: [column({ description: 'key' })] },
      { fieldsAdded: [{ name: 'columns.id.description', newValue: 'key' }] },
    ],
    [
      'changes a nested column',
      { columns: [column({ children: [column({ name: 'b' })] })] },
      { columns: [column({ children: [column({ name: 'b', dataType: 'TEXT' })] })] },
      { fieldsUpdated: [{ name: 'columns.id.children.b.dataType', oldValue: 'INT', newValue: 'TEXT' }] },
    ],
    [
      'says nothing of FQNs that follow',
      { columns: [column()] },
      { columns: [column({ fullyQualifiedName: 'u.id' })] },
      {},
    ],
  ])('%s', (_, before, after, expected) => {
    const nothing = { fieldsAdded: [], fieldsUpdated: [], fieldsDeleted: [], previousVersion: 0.3 };
    expect(described(before, after)).toEqual({ ...nothing, ...expected });
  });

  it('takes time in proportion to the number of columns', () => {
    const columns = (description: string) =>
      Array.from({ length: 50_000 }, (_, at) => column({ name: `c${at}`, description }));
    const start = process.cpuUsage();
    described({ columns: columns('a') }, { columns: columns('b') });
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5);
  });
});

describe('operationsFor', () => {
  const asked = (before: object, after: object): Operation[] =>
    operationsFor(table, before as Document, after as Document, changed(before, after)).sort();

  it.each<[string, object, object, Operation[]]>([
    ['a description', {}, { description: 'x' }, ['EditDescription']],
    ['tags', {}, { tags: [{ tagFQN: 'A' }] }, ['EditTags']],
    ['owners', {}, { owners: [user('1')] }, ['EditOwners']],
    ['anything else', {}, { displayName: 'x' }, ['EditAll']],
    [
      'the description of a column',
      { columns: [column()] },
      { columns: [column({ description: 'x' })] },
      ['EditDescription'],
    ],
    [
      'the tags of a nested column',
      { columns: [column({ children: [column()] })] },
      { columns: [column({ children: [column({ tags: [{}] })] })] },
      ['EditTags'],
    ],
    [
      'both of a column',
      { columns: [column()] },
      { columns: [column({ description: 'x', tags: [{}] })] },
      ['EditDescription', 'EditTags'],
    ],
    [
      'the type of a column',
      { columns: [column()] },
      { columns: [column({ dataType: 'TEXT', description: 'x' })] },
      ['EditAll'],
    ],
    ['several', {}, { description: 'x', tags: [{}], displayName: 'y' }, ['EditAll', 'EditDescription', 'EditTags']],
    ['nothing', {}, {}, []],
  ])('%s', (_, before, after, expected) => {
    expect(asked(before, after)).toEqual(expected);
  });
});
