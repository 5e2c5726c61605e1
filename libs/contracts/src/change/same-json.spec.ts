import fc from 'fast-check';
import { sameJson } from './same-json';

describe('sameJson', () => {
  it.each<[unknown, unknown, boolean]>([
    [1, 1, true],
    [0, -0, true],
    [1, '1', false],
    [null, undefined, false],
    [null, {}, false],
    [[], {}, false],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: undefined }, {}, true],
    [{ a: undefined }, { b: 1 }, false],
    [{ a: 1 }, { a: 1, b: 1 }, false],
    [{ toString: undefined }, {}, true],
    [{ constructor: 1 }, {}, false],
    [Object.assign(Object.create(null) as object, { a: [1] }), { a: [1] }, true],
    [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }, false],
  ])('%j and %j: %s', (a, b, same) => {
    expect(sameJson(a, b)).toBe(same);
    expect(sameJson(b, a)).toBe(same);
  });

  it('a value is the same as its copy, and not as another', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(sameJson(a, JSON.parse(JSON.stringify(a)))).toBe(true);
        expect(sameJson(a, [a, b])).toBe(false);
      }),
    );
  });
});
