import fc from 'fast-check';
import { passing } from './name-patterns';

const patterns = (includes: string[], excludes: string[] = []) => ({ includes, excludes });

describe('passing', () => {
  it.each<[string, string[], string[], boolean]>([
    ['orders', [], [], true],
    ['orders', ['ord'], [], true],
    ['ORDERS', ['ord'], [], true],
    ['orders', ['ORD'], [], true],
    ['my_orders', ['ord'], [], false],
    ['my_orders', ['.*ord'], [], true],
    ['orders', ['^orders$'], [], true],
    ['orders_old', ['^orders$'], [], false],
    ['orders', ['nothing', 'order'], [], true],
    ['orders', [], ['ord'], false],
    ['orders', ['.*'], ['.*ers$'], false],
    ['a.b', ['a\\.b'], [], true],
    ['', ['^$'], [], true],
    ['Ünïcode Täble', ['ünïcode'], [], true],
  ])('of %j by %j without %j: %s', (name, includes, excludes, expected) => {
    expect(passing([name], patterns(includes, excludes))).toEqual([expected]);
  });

  it('judges each name by itself', () => {
    expect(passing(['a', 'ba', 'ab', 'b'], patterns(['a']))).toEqual([true, false, true, false]);
  });

  it('takes each name that stands in the includes as it is, whatever else there is', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z_]{1,8}$/), { minLength: 1 }), (names) => {
        expect(passing(names, patterns(names))).toEqual(names.map(() => true));
        expect(passing(names, patterns([], names))).toEqual(names.map(() => false));
      }),
    );
  });
});
