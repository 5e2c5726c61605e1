import fc from 'fast-check';
import { AppError } from '../app-error';
import { parseStrictJson } from './strict-json';

const parse = (text: string) => parseStrictJson(Buffer.from(text));

function fault(bytes: string | Buffer): AppError {
  try {
    parseStrictJson(Buffer.from(bytes as string));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('this document was taken');
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('parseStrictJson', () => {
  it.each([
    ['{}', {}],
    [' [1, -2.5e3, "a", true, false, null] ', [1, -2500, 'a', true, false, null]],
    ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', { a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] }],
    ['"\\ud83d\\ude00 \\u00e9 \\" \\\\ \\u0001"', '😀 é " \\ \u0001'],
    ['"a\\\\"', 'a\\'],
    ['{"a,b":"c:{[","d]":"}"}', { 'a,b': 'c:{[', 'd]': '}' }],
    ['"\\\\u0000"', '\\u0000'],
    ['9007199254740991', 9007199254740991],
    ['[9007199254740992,-9007199254740992]', [2 ** 53, -(2 ** 53)]],
    ['100000000000000000000', 1e20],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['1e-400', 0],
    ['\ufeff{"a":1}', { a: 1 }],
    ['{"constructor":{"prototype":1}}', { constructor: { prototype: 1 } }],
    ['{"":{"":1}}', { '': { '': 1 } }],
  ])('takes %s', (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each([
    ['{"a":1,"a":2}', 'a', 'given twice'],
    ['{"a":1,"\\u0061":2}', 'a', 'given twice'],
    ['{"x":[{"y":1},{"y":1,"z":{"k":1,"k":2}}]}', 'x[1].z.k', 'given twice'],
    ['{"a.b":{"c":1,"c":1}}', '"a.b".c', 'given twice'],
    ['{"a":[1,{"b":"x\\u0000"}]}', 'a[1].b', 'U+0000'],
    ['{"a":{"x\\u0000y":1}}', 'a', 'U+0000'],
    ['["\\ud83d"]', '[0]', 'surrogate'],
    ['["\\ud83dx"]', '[0]', 'surrogate'],
    ['["ok","\\ude00\\ud83d"]', '[1]', 'surrogate'],
    ['{"a":"\\uD83D\\uD83D"}', 'a', 'surrogate'],
    ['{"a":{"b":1e400}}', 'a.b', 'too large'],
    ['[0,-1e400]', '[1]', 'too large'],
    [`[${'9'.repeat(400)}]`, '[0]', 'too large'],
    [`{"n":${'1'.repeat(1_001)}}`, 'n', '1,000 characters'],
    [`{"a":[{"${'k'.repeat(1_025)}":1}]}`, 'a[0]', 'a key of more than 1,024 characters'],
    [`{"a":["${'x'.repeat(4 * 1024 * 1024 + 1)}"]}`, 'a[0]', 'a string of more than 4,194,304 characters'],
    ['{"n":9007199254740993}', 'n', 'cannot be held exactly'],
    ['{"n":-9007199254740993}', 'n', 'cannot be held exactly'],
    ['[12345678901234567890]', '[0]', 'cannot be held exactly'],
    ['{"__proto__":{"isAdmin":true}}', '__proto__', 'no object may have'],
    ['{"a":[{"\\u005f_proto__":1}]}', 'a[0].__proto__', 'no object may have'],
  ])('refuses %s and names the place', (text, field, reason) => {
    const error = fault(text);
    expect(error.code).toBe('BAD_REQUEST');
    expect(error.details).toEqual([{ field, message: expect.stringContaining(reason) }]);
    expect(error.message).toContain(field);
  });

  it.each([
    '',
    ' ',
    '{',
    '}',
    ']',
    '{"a":1,}',
    "{'a':1}",
    '{"a" 1}',
    '[1,]',
    '01',
    '+1',
    '1.',
    'NaN',
    'nul',
    '"a',
    '"\\x"',
    '"\\u12"',
    '"\\u00g0"',
    '"\\u:000"',
    '{"a":1}{',
    '"a\nb"',
    '"\0"',
    '// c\n{}',
    '{"a\\":1}',
    '--1',
    '1e',
  ])('refuses %j as no JSON', (text) => {
    expect(fault(text).message).toMatch(/not valid JSON/);
  });

  it('refuses what is not UTF-8', () => {
    expect(fault(Buffer.from([0x22, 0xc3, 0x28, 0x22])).message).toContain('UTF-8');
    expect(fault(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])).message).toContain('UTF-8');
  });

  it('counts the body as level 1, takes 64 levels and refuses the 65th', () => {
    expect(() => parse(nested(64))).not.toThrow();
    expect(fault(nested(65)).message).toContain('64 levels');
    expect(fault('{"a":'.repeat(65) + '1' + '}'.repeat(65)).message).toMatch(/^a\.a\.a/);
    expect(() => parse(`[${Array(100).fill('[]').join()}]`)).not.toThrow();
  });

  it.each([
    ['100,000 levels', nested(100_000)],
    ['100,000 levels that never end', '{"a":'.repeat(100_000)],
    ['10 MiB of brackets', '['.repeat(10_485_760)],
  ])('refuses %s at once', (_, text) => {
    expect(fault(text).message).toContain('64 levels');
  });

  it('is linear: 10 MiB of short keys, of escapes, of digits and of long strings', () => {
    const keys = Array.from({ length: 100_000 }, (_, at) => `"k${at}":0`).join();
    const objects = Array(7).fill(`{${keys}}`).join();
    const started = process.cpuUsage();
    expect(parse(`[${objects}]`)).toHaveLength(7);
    expect(fault(`{"a":{${keys},"more":0}}`)).toMatchObject({ details: [{ field: 'a' }] });
    expect(parse(`["${Array(3).fill('\\u00e9'.repeat(600_000)).join('","')}"]`)).toHaveLength(3);
    expect(parse(`["${Array(3).fill('x'.repeat(4_000_000)).join('","')}"]`)).toHaveLength(3);
    expect(fault('1'.repeat(10_000_000)).message).toContain('too large');
    const { user, system } = process.cpuUsage(started);
    // About 1.5 s if linear; minutes otherwise.
    expect((user + system) / 1e6).toBeLessThan(20);
  });

  it('takes a large integer in the shortest form of its double', () => {
    expect(parse('123456789012345680000')).toBe(123456789012345680000);
    expect(fault('123456789012345680001').message).toContain('exactly');
  });

  it('gives back what JSON.stringify wrote', () => {
    const storable = (value: unknown) => !/\\u0000|\\ud[89a-f]|"__proto__":|e\+/i.test(JSON.stringify(value));
    const documents = fc.jsonValue({ maxDepth: 10, stringUnit: 'binary' }).filter(storable);
    fc.assert(
      fc.property(documents, (value) => JSON.stringify(parse(JSON.stringify(value))) === JSON.stringify(value)),
      { numRuns: 1_000 },
    );
  });

  it('never throws anything but BAD_REQUEST, and takes nothing that JSON.parse refuses', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '\\u', 'd83d', '"a"', '1', 'e', '-', ' '))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(noise, (text) => {
        try {
          const value = parse(text);
          expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text.replace(/^\ufeff/, ''))));
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
