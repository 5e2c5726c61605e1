import { handedOn } from './table-models';

const label = (tagFQN: string) => ({ tagFQN });
const add = (path: string, value: unknown) => ({ op: 'add', path, value });

describe('what a model hands on to its table', () => {
  const table = { tags: [label('a.b')], columns: [{ name: 'id' }, { name: 'at', tags: [label('a.c')] }] };

  it('is tags that the table or a column of it lacks', () => {
    const columns = [
      { name: 'at', tags: [label('a.c'), label('a.d')] },
      { name: 'id', tags: [] },
      { name: 'gone', tags: [label('a.b')] },
    ];
    expect(handedOn(table, { tags: [label('a.b'), label('a.x')], columns })).toEqual([
      add('/tags/-', label('a.x')),
      { op: 'test', path: '/columns/1/name', value: 'at' },
      add('/columns/1/tags/-', label('a.d')),
    ]);
  });

  it('is its owners, where the table has none of its own', () => {
    const model = { owners: [{ id: '1', type: 'user' }] };
    expect(handedOn({ owners: [{ inherited: true }] }, model)).toEqual([add('/owners', model.owners)]);
    expect(handedOn({ owners: [{}] }, model)).toEqual([]);
    expect(handedOn({}, { owners: [] })).toEqual([]);
  });

  it('is nothing where it says nothing', () => {
    expect(handedOn(table, {})).toEqual([]);
  });
});
