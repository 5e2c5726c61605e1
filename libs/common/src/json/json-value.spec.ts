import fc from 'fast-check';
import { AppError } from '../app-error';
import { checkJsonValue, copyOfJson, isStorableText } from './json-value';

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
const cyclic: unknown[] = [];
cyclic.push({ again: cyclic });

describe('checkJsonValue', () => {
  it.each([[{ a: [1, 'x', null, true] }], [nested(64)], ['😀'], [null], [{ constructor: 1 }]])('takes %j', (value) => {
    expect(() => checkJsonValue(value)).not.toThrow();
  });

  it.each([
    [{ a: ['\0'] }, 'a[0]', 'U+0000'],
    [{ a: { '\ud800': 1 } }, 'a', 'surrogate'],
    [{ a: Infinity }, 'a', 'too large'],
    [{ a: NaN }, 'a', 'too large'],
    [JSON.parse('{"a":{"__proto__":1}}'), 'a.__proto__', 'no object may have'],
    [{ a: [undefined] }, 'a[0]', 'undefined'],
    [{ a: 1n }, 'a', 'bigint'],
    [{ a: new Date(0) }, 'a', 'Date'],
    [{ a: new Map() }, 'a', 'Map'],
  ])('refuses %p', (value, field, reason) => {
    expect(() => checkJsonValue(value)).toThrow(
      expect.objectContaining({ details: [{ field, message: expect.stringContaining(reason) }] }),
    );
  });

  it('refuses the 65th level, so that it ends on a cycle', () => {
    expect(() => checkJsonValue(nested(65))).toThrow(/64 levels/);
    expect(() => checkJsonValue(cyclic)).toThrow(AppError);
  });
});

describe('isStorableText', () => {
  it('is false exactly for U+0000 and halves of surrogate pairs', () => {
    const isStorable = (text: string) => Buffer.from(text).toString() === text && !text.includes('\0');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
        (text) => isStorableText(text) === isStorable(text),
      ),
    );
    expect(['\0', '\ud800', '\udc00\ud800'].map(isStorableText)).toEqual([false, false, false]);
  });
});

describe('copyOfJson', () => {
  it('is what the text of the value gives, and shares nothing with it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        const copy = copyOfJson(value);
        expect(copy).toStrictEqual(JSON.parse(text));
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  it('has a member of any name', () => {
    const value: unknown = JSON.parse('{"a":{"__proto__":[1]},"__proto__":{"b":2}}');
    expect(JSON.stringify(copyOfJson(value))).toBe('{"a":{"__proto__":[1]},"__proto__":{"b":2}}');
  });

  it('leaves out what is undefined, in all depths', () => {
    expect(copyOfJson({ a: undefined, b: [{ c: undefined }] })).toStrictEqual({ b: [{}] });
  });
});
