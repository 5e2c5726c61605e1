import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { copyOfJson } from './json-value';
import { sameJson } from './same-json';

/** Few values, so that many pairs are the same. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, false, 0, 1, '', 'a', [], {}),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'constructor', 'length', '0'), tie('value'), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  ),
})).value;

describe('sameJson', () => {
  it('says of JSON what the comparison of Node says', () => {
    const says = (one: unknown, other: unknown): void =>
      expect(sameJson(one, other)).toBe(isDeepStrictEqual(one, other));
    fc.assert(fc.property(json, json, says), { numRuns: 2_000 });
  });

  it('takes a copy for the same, in whatever order its members are', () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .map(([name, member]) => [name, reversed(member)] as const)
                .reverse(),
            )
          : value;
    fc.assert(fc.property(json, (value) => sameJson(value, copyOfJson(value)) && sameJson(reversed(value), value)));
  });

  it.each([
    ['a member and what objects inherit', { constructor: 1 }, {}],
    ['a list and an object', [1], { 0: 1 }],
    ['an empty list and an empty object', [], {}],
    ['null and an object', null, {}],
    ['a number and its text', 1, '1'],
  ])('tells apart %s', (_, one, other) => {
    expect([sameJson(one, other), sameJson(other, one)]).toEqual([false, false]);
  });

  it('compares a member named __proto__ as any other', () => {
    const [one, other] = ['{"__proto__":1}', '{"__proto__":2}'].map((text) => JSON.parse(text) as unknown);
    expect([sameJson(one, other), sameJson(one, copyOfJson(one))]).toEqual([false, true]);
  });

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
