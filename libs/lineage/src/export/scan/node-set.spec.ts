import fc from 'fast-check';
import { NodeSet } from './node-set';

/** Node numbers: close together, as they are assigned, and as far apart as bigints of a sequence can be. */
const node = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));

describe('a set of nodes', () => {
  it('is a set', () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 3_000 }), fc.array(node, { maxLength: 50 }), (nodes, others) => {
        const [ours, theirs] = [new NodeSet(), new Set<number>()];
        for (const one of nodes) {
          expect(ours.add(one)).toBe(!theirs.has(one));
          theirs.add(one);
        }
        expect(ours.size).toBe(theirs.size);
        for (const one of [...nodes, ...others]) expect(ours.has(one)).toBe(theirs.has(one));
      }),
    );
  });

  it('takes a hundred thousand, and multiples of a power of two', () => {
    const set = new NodeSet();
    for (let i = 1; i <= 100_000; i++) set.add(i * 65_536);
    expect(set.size).toBe(100_000);
    expect([set.has(65_536), set.has(1), set.has(100_001 * 65_536)]).toEqual([true, false, false]);
  });
});
