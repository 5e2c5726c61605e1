import { jsonBytesUpTo } from './json-size';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('jsonBytesUpTo', () => {
  it.each([
    [{}],
    [[]],
    [[[], {}, [[]]]],
    [{ a: 1, b: [true, false, null], c: { d: 'text', e: -1.5e300 } }],
    ['quotes " and \\ and \n and ä and 😀 and \u0001 and \ud800'],
    [{ 'a "key"': undefined, b: undefined, c: [undefined, 1] }],
    [12],
    [null],
  ])('counts what JSON.stringify writes: %j', (value) => {
    expect(jsonBytesUpTo(value, Infinity)).toBe(bytesOf(value));
  });

  it('stops soon above the limit', () => {
    let read = 0;
    const items = Array.from({ length: 1_000 }, () => ({
      get a() {
        read += 1;
        return 'x'.repeat(100);
      },
    }));
    expect(jsonBytesUpTo(items, 5_000)).toBeGreaterThan(5_000);
    expect(read).toBeLessThan(60);
  });
});
