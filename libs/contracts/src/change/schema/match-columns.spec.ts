import type { ContractColumn } from '../../document/contract-document';
import { matchColumns } from './match-columns';

/** `p` is an INT called p, `p:TEXT` a TEXT. */
const columns = (names: string): ContractColumn[] =>
  names
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [name = '', dataType = 'INT'] = word.split(':');
      return { name, dataType };
    });

const matched = (before: readonly ContractColumn[], after: readonly ContractColumn[]) => {
  const { removed, added, kept } = matchColumns(before, after);
  return {
    removed: removed.map(({ name }) => name).join(' '),
    kept: kept.map(([old, now]) => (old.name === now.name ? old.name : `${old.name}>${now.name}`)).join(' '),
    added: added.map(({ name }) => name).join(' '),
  };
};

describe('matchColumns', () => {
  it.each([
    ['', '', '', '', ''],
    ['a b', 'b a', '', 'b a', ''],
    ['a', 'b', '', 'a>b', ''],
    // A column that stays is no rename of another, whatever its position.
    ['a', 'b a', '', 'a', 'b'],
    ['k a', 'k b a', '', 'k a', 'b'],
    // The index before the neighbour.
    ['k p q', 'n k z', 'p', 'k q>z', 'n'],
    // The first match is used.
    ['k p', 'n z k y', '', 'p>z k', 'n y'],
    // By the neighbour, with how many stand between.
    ['x k p q', 'k p2 q2', 'x', 'k p>p2 q>q2', ''],
    ['x y:TEXT k p', 'k p2 l:TEXT', 'x y', 'k p>p2', 'l'],
    ['k p m', 'k m q', 'p', 'k m', 'q'],
    ['p:INT q:TEXT r:INT k', 'a:DATE b:INT c:DATE k', 'p q r', 'k', 'a b c'],
    // A column of another type is another column.
    ['k p:TEXT', 'k q:INT', 'p', 'k', 'q'],
  ])('%s → %s', (before, after, removed, kept, added) => {
    expect(matched(columns(before), columns(after))).toEqual({ removed, kept, added });
  });

  it.each<[string, Omit<ContractColumn, 'name'>, Omit<ContractColumn, 'name'>]>([
    ['length', { dataType: 'CHAR', dataLength: 1 }, { dataType: 'CHAR', dataLength: 2 }],
    ['precision', { dataType: 'DECIMAL', precision: 1 }, { dataType: 'DECIMAL', precision: 2 }],
    ['scale', { dataType: 'DECIMAL', scale: 1 }, { dataType: 'DECIMAL', scale: 2 }],
    ['elements', { dataType: 'ARRAY', arrayDataType: 'INT' }, { dataType: 'ARRAY', arrayDataType: 'TEXT' }],
    ['parts', { dataType: 'STRUCT', children: columns('x') }, { dataType: 'STRUCT', children: columns('y') }],
    [
      'types of its parts',
      { dataType: 'STRUCT', children: columns('x') },
      { dataType: 'STRUCT', children: columns('x:TEXT') },
    ],
    ['having parts', { dataType: 'STRUCT', children: columns('x') }, { dataType: 'STRUCT' }],
  ])('of another %s it is another column', (_what, before, after) => {
    const renamed = (a: object, b: object) =>
      matched([{ name: 'a', ...a } as ContractColumn], [{ name: 'b', ...b } as ContractColumn]);
    expect(renamed(before, after)).toEqual({ removed: 'a', kept: '', added: 'b' });
    expect(renamed(before, structuredClone(before))).toEqual({ removed: '', kept: 'a>b', added: '' });
  });

  it('what is said beside the type makes no other column', () => {
    const before = { name: 'a', dataType: 'INT', description: 'x', constraint: 'UNIQUE' };
    expect(matched([before], [{ name: 'b', dataType: 'INT' }])).toEqual({ removed: '', kept: 'a>b', added: '' });
  });
});
