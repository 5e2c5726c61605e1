import fc from 'fast-check';
import type { AppError } from '../app-error';
import { parseLargeJson } from './large-json';
import { parseStrictJson } from './strict-json';

const parse = (text: string): Promise<unknown> => parseLargeJson(Buffer.from(text));
const list = (count: number, item: (i: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, i) => item(i));
const long = (characters: number): string => 'x'.repeat(characters);

describe('parseLargeJson', () => {
  it.each<[string, unknown]>([
    ['many small items', list(200_000, (i) => i)],
    ['many members', Object.fromEntries(list(50_000, (i) => [`k${i}`, { i }]) as [string, unknown][])],
    ['one large list among small members', { a: 1, entities: list(50_000, (i) => ({ name: `n${i}` })), z: [] }],
    ['large lists side by side', [list(50_000, (i) => i), 1, list(50_000, (i) => i), list(50_000, (i) => i)]],
    ['large ones in large ones', { a: { b: [{ c: list(60_000, () => ({})) }, { 'd:"e': list(60_000, () => []) }] } }],
    ['long texts', { a: long(300_000), b: [long(300_000), { c: long(300_000) }] }],
    ['a text alone', long(300_000)],
    [
      'letters beyond ASCII',
      { 'é→': [long(200_000), '語😀'.repeat(50_000)], 'Ã©â\u0086\u0092': list(60_000, () => 'é') },
    ],
    ['a long key beyond ASCII', { ['語'.repeat(1_024)]: list(100_000, () => 1) }],
    ['a text of the longest length beyond ASCII', ['😀'.repeat(2 * 1024 * 1024)]],
    ['nothing but a long key', { [long(1_024)]: list(100_000, () => 1) }],
    ['a text of the longest length', [long(4 * 1024 * 1024)]],
  ])('reads %s', async (_, value) => {
    expect(await parse(JSON.stringify(value))).toEqual(value);
    expect(await parse(` ${JSON.stringify(value, null, 1)}\n`)).toEqual(value);
  });

  it.each<[string, string]>([
    ['without its end', `[${long(0)}"${long(200_000)}",[1]`],
    ['with brackets that do not fit', `[${'1,'.repeat(100_000)}{"a":[1}]]`],
    ['with something behind it', `[${'1,'.repeat(100_000)}1] x`],
    ['with something before it', `x [${'1,'.repeat(100_000)}1]`],
    ['with two values', `[${'1,'.repeat(100_000)}1][1]`],
    ['with a comma at the end', `[${'1,'.repeat(100_000)}]`],
    ['with a comma at the end of a piece', `[[${'1,'.repeat(100_000)}1],]`],
    ['with two commas', `[[${'1,'.repeat(100_000)}1],,1]`],
    ['with a comma at the beginning', `[,[${'1,'.repeat(100_000)}1]]`],
    ['with a large value without a key', `{"a":1,[${'1,'.repeat(100_000)}1]}`],
    ['with a key without a colon', `{"a" [${'1,'.repeat(100_000)}1]}`],
    ['with a key that is no text', `{1:[${'1,'.repeat(100_000)}1]}`],
    ['with a word beside a large value', `[true [${'1,'.repeat(100_000)}1]]`],
    ['with a word behind a large value', `[[${'1,'.repeat(100_000)}1] true, 1]`],
  ])('refuses a text %s', async (_, text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    await expect(parse(text)).rejects.toThrow('not valid JSON');
  });

  it.each<[string, string]>([
    ['a key twice', `{"a":[${'1,'.repeat(100_000)}1],"a":1}`],
    ['a text that is too long', `{"a":["${long(4 * 1024 * 1024 + 1)}"]}`],
    ['a text of too many escapes', `{"a":"${'\\u0041'.repeat(700_000)}"}`],
    ['a key twice, once escaped', `{"é→":[${'1,'.repeat(100_000)}1],"\\u00e9→":1}`],
    ['a key twice in an object of other letters', `{"日本 語":[${'1,'.repeat(100_000)}1,{"é":1,"é":2}]}`],
    ['a text of too many letters beyond ASCII', `{"a":["${'語'.repeat(4 * 1024 * 1024 + 1)}"]}`],
    ['a key of too many letters beyond ASCII', `{"a":[1,{"${'é'.repeat(1_025)}":1,"b":"${long(200_000)}"}]}`],
    ['a key that is too long', `{"a":[1,{"${long(1_025)}":1,"b":"${long(200_000)}"}]}`],
    ['U+0000', `[${'1,'.repeat(100_000)}"\\u0000"]`],
  ])('refuses %s as any other body', async (_, text) => {
    const strict = await Promise.resolve()
      .then(() => parseStrictJson(Buffer.from(text)))
      .catch((error: AppError) => error.message);
    await expect(parse(text)).rejects.toThrow(strict as string);
  });

  it('refuses bytes that are no UTF-8, and skips a byte order mark', async () => {
    const text = `[${'1,'.repeat(100_000)}"語"]`;
    await expect(parseLargeJson(Buffer.from(text).subarray(0, -3))).rejects.toThrow('not valid UTF-8');
    expect(await parse(`\ufeff${text}`)).toHaveLength(100_001);
  });

  it('takes hardly any time for blanks', async () => {
    const blanks = Buffer.alloc(10_000_000, ' ');
    blanks.write('{}', blanks.length - 2);
    const before = process.cpuUsage();
    await expect(parseLargeJson(blanks)).resolves.toEqual({});
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  it('refuses more values than memory is meant for', async () => {
    await expect(parse(`[${'{},'.repeat(2_600_000)}{}]`)).rejects.toThrow('too many values');
  });

  it('refuses names of which hardly any is met twice, long before as many values of the same names', async () => {
    const objects = (count: number, name: (at: number) => string) =>
      `[${Array.from({ length: count }, (_, at) => `{"${name(at)}":1,"${name(at + 1)}_":2}`).join()}]`;
    await expect(parse(objects(200_000, (at) => `m${at}`))).rejects.toThrow('too many values');
    expect(await parse(objects(200_000, (at) => `m${at % 10_000}`))).toHaveLength(200_000);
  });

  it('lets others have their turn', async () => {
    let turns = 0;
    const count = (): void => void (turns++, isOpen && setImmediate(count));
    let isOpen = true;
    setImmediate(count);
    await parse(JSON.stringify(list(400_000, (i) => ({ [`k${i % 1_000}`]: i }))));
    isOpen = false;
    expect(turns).toBeGreaterThan(5);
  });

  it('gives what JSON.parse gives, wherever the text is cut', async () => {
    const value = fc
      .jsonValue({ maxDepth: 4 })
      .filter((one) => !/"__proto__"|\\u0000|\\ud|e\+/i.test(JSON.stringify(one)));
    const filler = long(70_000);
    const property = fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 6 }), async (values) => {
      const whole = values.flatMap((one, i) => [one, { [`f${i}`]: [filler, one, filler, { one }] }]);
      const text = JSON.stringify(whole);
      expect(await parse(text)).toEqual(JSON.parse(text));
    });
    await fc.assert(property, { numRuns: 20 });
  });
});
