import { PassedOver } from './passed-over';

describe('what is passed over', () => {
  it('is so for as many times as it is said, each key by itself', () => {
    const passedOver = new PassedOver(2, 10);
    expect(passedOver.takes('a')).toBe(false);
    passedOver.add('a');
    expect(passedOver.has('a')).toBe(true);
    expect(passedOver.takes('b')).toBe(false);
    expect([passedOver.takes('a'), passedOver.takes('a'), passedOver.takes('a')]).toEqual([true, true, false]);
    expect(passedOver.has('a')).toBe(false);
  });

  it('begins anew where it failed again', () => {
    const passedOver = new PassedOver(2, 10);
    passedOver.add('a');
    passedOver.takes('a');
    passedOver.add('a');
    expect([passedOver.takes('a'), passedOver.takes('a'), passedOver.takes('a')]).toEqual([true, true, false]);
  });

  it('is forgotten where there are too many keys', () => {
    const passedOver = new PassedOver(2, 2);
    for (const key of ['a', 'b', 'b']) passedOver.add(key);
    expect(passedOver.has('a')).toBe(true);
    passedOver.add('c');
    expect(['a', 'b', 'c'].map((key) => passedOver.has(key))).toEqual([false, false, true]);
  });
});
