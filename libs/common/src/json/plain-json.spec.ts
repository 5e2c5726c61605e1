import fc from 'fast-check';
import { JsonScanner } from './json-scanner';
import { parsePlainJson } from './plain-json';
import { ValueBudget } from './value-budget';

/** The values of a text by a scan and by `JSON.parse`; undefined where one of them refuses it. */
function scanned(text: string): unknown {
  try {
    new JsonScanner(text).check();
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts what is spent, by kind. */
class Spending extends ValueBudget {
  spent = 0;
  readonly members: string[] = [];

  override spend(marks = 1): void {
    this.spent += marks;
  }

  override spendOnMember(name: string, position: number): void {
    this.members.push(`${name} ${position}`);
  }
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const result = JSON.stringify({ timestamp: 1.7e12, quality: { total: 10, score: 99.5, failed: [] }, at: '3:00' });

describe('parsePlainJson', () => {
  it.each([
    result,
    ` {"a" :1 ,\n"b"\t:{"a":[{"a":1},{"a":2},[]]}}`,
    '{"a:":":","b":"{,:.."}',
    '{"1":1,"0":2,"":3,"constructor":4}',
    '[0,-0,1.5,1e3,-2E-7,9007199254740991,true,false,null,"é😀"]',
    'null',
    '"a"',
    nested(64),
    `{"${'k'.repeat(1_024)}":1}`,
  ])('takes %s', (text) => {
    expect(parsePlainJson(text)).toEqual(JSON.parse(text));
    expect(scanned(text)).toEqual(JSON.parse(text));
  });

  it.each([
    '{"a":1,"a":2}',
    '{"b":{"c":1},"a":[{"c":1,"d":2,"c":3}]}',
    '{"1":1,"1":2}',
    '{"a":1,"\\u0061":2}',
    '"a\\n"',
    '{"__proto__":{"a":1}}',
    '[9007199254740993]',
    '[1e400]',
    `[0.${'0'.repeat(1_000)}1]`,
    `{"${'k'.repeat(1_025)}":1}`,
    nested(65),
    '["a"',
    '"a',
    '{"a":1}"',
    '',
    `["${'x'.repeat(128 * 1024)}"]`,
  ])('leaves %s to the scanner', (text) => {
    expect(parsePlainJson(text)).toBeUndefined();
  });

  // Few names, so that they meet; pieces that the scanner refuses beside those that it takes.
  const name = fc.constantFrom(
    '"a"',
    '"b"',
    '"a:"',
    '"1"',
    '"01"',
    '""',
    '"\\u0061"',
    '"__proto__"',
    '"toString"',
    '"é"',
  );
  const leaf = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('1', '"a"', '":"', '"{,"', 'true', 'null', '-0', '1.5e3', '[]', '{}', ' "x" '),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '9007199254740993',
        '1e999',
        '"\\ud800"',
        '"\\u0000"',
        '"\\""',
        '01',
        '"',
        '1e-400',
        '100000000000000000000',
      ),
    },
    { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
    { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }).map(String) },
  );
  const gap = fc.constantFrom('', '', '', ' ', '\n\t', '\u00a0');
  const text = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      leaf,
      fc
        .array(fc.tuple(gap, tie('value')), { maxLength: 4 })
        .map((items) => `[${items.map((one) => one.join('')).join()}]`),
      fc
        .array(fc.tuple(gap, name, gap, tie('value')), { maxLength: 4 })
        .map((members) => `{${members.map(([space, key, more, value]) => `${space}${key}${more}:${value}`).join()}}`),
    ),
  })).value;

  it('leaves a body with more names of members than documents have to the scan', () => {
    const budget = new ValueBudget();
    const line = (at: number): string => JSON.stringify({ [`name${at}`]: at });
    const taken = Array.from({ length: 2_000 }, (_, at) => parsePlainJson(line(at), budget) !== undefined);
    expect(taken.slice(0, 1_000)).not.toContain(false);
    expect(taken.slice(-900)).not.toContain(true);
  });

  it('takes nothing that a scan refuses, and gives and spends what a scan does', () => {
    let taken = 0;
    fc.assert(
      fc.property(text, (json) => {
        const spent = new Spending();
        const value = parsePlainJson(json, spent);
        if (value === undefined) {
          expect([spent.spent, spent.members]).toEqual([0, []]);
          return;
        }
        taken += 1;
        const wanted = new Spending();
        new JsonScanner(json, wanted).check();
        expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(json)));
        expect(spent.spent).toBe(wanted.spent);
        expect(spent.members.map((one) => one.split(' ')[0]).sort()).toEqual(
          wanted.members.map((one) => one.split(' ')[0]).sort(),
        );
        expect(spent.members.map((one) => one.split(' ')[1]).sort()).toEqual(
          wanted.members.map((one) => one.split(' ')[1]).sort(),
        );
      }),
      { numRuns: 5_000 },
    );
    expect(taken).toBeGreaterThan(500);
  });

  it('takes every document without escapes and large numbers that a scan takes', () => {
    const documents = fc.jsonValue({ maxDepth: 8 }).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(documents, (json) => {
        fc.pre(!/\\|__proto__|\d{16}|e\+/.test(json));
        expect(parsePlainJson(json)).toEqual(scanned(json));
      }),
      { numRuns: 5_000 },
    );
  });
});
