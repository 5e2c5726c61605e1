import fc from 'fast-check';
import { byCodePoint } from './code-point-order';

describe('byCodePoint', () => {
  it.each<[string, string]>([
    ['', 'a'],
    ['a', 'b'],
    ['a', 'aa'],
    ['Z', 'a'],
    ['\uffff', '\u{10000}'],
    ['\ue000', '😀'],
    ['x\ud7ff', 'x\ue000'],
  ])('%j comes before %j', (first, second) => {
    expect([byCodePoint(first, second) < 0, byCodePoint(second, first) > 0]).toEqual([true, true]);
  });

  it('orders as the bytes of UTF-8 do', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '😀') });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(byCodePoint(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});
