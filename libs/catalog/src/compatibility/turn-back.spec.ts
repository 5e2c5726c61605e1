import { turnBack } from './turn-back';

describe('turnBack', () => {
  const original = { a: 'P1D', hidden: 1, list: [{ name: 'x', rule: { a: 1 } }, { name: 'y' }] };
  const shown = {
    a: { n: 1 },
    list: [
      { name: 'x', rule: '{"a":1}' },
      { name: 'y', rule: '' },
    ],
  };

  it.each<[string, unknown, unknown]>([
    ['nothing', shown, original],
    ['a member that is shown as it is', { ...shown, b: 2 }, { ...original, b: 2 }],
    ['a member that is shown differently', { ...shown, a: { n: 2 } }, { ...original, a: { n: 2 } }],
    ['a member that is not shown', { ...shown, hidden: 2 }, { ...original, hidden: 2 }],
    ['a member that is taken out', { list: shown.list }, { hidden: 1, list: original.list }],
    [
      'a member of an item',
      { ...shown, list: [{ name: 'x', rule: '{"a":1}', more: 1 }, shown.list[1]] },
      { ...original, list: [{ name: 'x', rule: { a: 1 }, more: 1 }, { name: 'y' }] },
    ],
    [
      'the order of the items',
      { ...shown, list: [...shown.list].reverse() },
      { ...original, list: [...original.list].reverse() },
    ],
    ['an item that is taken out', { ...shown, list: [shown.list[1]] }, { ...original, list: [{ name: 'y' }] }],
    [
      'an item that is added',
      { ...shown, list: [{ name: 'z', rule: 'r' }, ...shown.list] },
      { ...original, list: [{ name: 'z', rule: 'r' }, ...original.list] },
    ],
    [
      'the name of an item',
      { ...shown, list: [shown.list[0], { name: 'z', rule: '' }] },
      {
        ...original,
        list: [
          { name: 'x', rule: { a: 1 } },
          { name: 'z', rule: '' },
        ],
      },
    ],
  ])('carries over %s', (_, changed, expected) => {
    expect(turnBack(original, shown, changed)).toEqual(expected);
  });

  it('keeps items that are not shown', () => {
    expect(turnBack(['A', 'own', 'B'], ['A', 'B'], ['A', 'C'])).toEqual(['A', 'C', 'own']);
    expect(turnBack(['A', 'own', 'B'], ['A', 'B'], ['A', 'B'])).toEqual(['A', 'own', 'B']);
  });

  it('gives no member that was only shown', () => {
    expect(Object.keys(turnBack({ a: 1 }, { a: 1, made: '' }, { a: 2, made: '' }) as object)).toEqual(['a']);
  });

  it('takes items without a name by their place', () => {
    expect(turnBack([{ a: 'P1D' }], [{ a: 1 }], [{ a: 1, b: 2 }])).toEqual([{ a: 'P1D', b: 2 }]);
    expect(turnBack([{ a: 'P1D' }], [{ a: 1 }], [{ a: 1, b: 2 }, { a: 3 }])).toEqual([{ a: 1, b: 2 }, { a: 3 }]);
  });
});
