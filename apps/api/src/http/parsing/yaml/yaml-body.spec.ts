import { AppError } from '@app/common';
import { checkYamlSize, yamlToJson } from './yaml-body';

const parse = (text: string): unknown => JSON.parse(yamlToJson(Buffer.from(text)));

function fault(text: string | Buffer): AppError {
  try {
    checkYamlSize(Buffer.from(text as string));
    yamlToJson(Buffer.from(text as string));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('this document was taken');
}

const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
  .concat([...'bcdefgh'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join()}]`))
  .join('\n');

describe('parseYaml', () => {
  it.each([
    [
      'name: orders\nowners: [a, b]\nn: 1\nf: 1.5\nt: true\nempty: ~',
      { name: 'orders', owners: ['a', 'b'], n: 1, f: 1.5, t: true, empty: null },
    ],
    ['{"json": ["too"]}', { json: ['too'] }],
    ['day: 2020-01-01\nno: no\noctal: 0o17', { day: '2020-01-01', no: 'no', octal: 15 }],
    ['a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
    ['- &x 1\n- *x\n- &x [2]\n- *x', [1, 1, [2], [2]]],
    ['- &x\n- *x\n- k: &y {z: *x}\n- *y', [null, null, { k: { z: null } }, { z: null }]],
    ['? long\n: key', { long: 'key' }],
    ['text: |\n  one [0, 1)\n  two\n', { text: 'one [0, 1)\ntwo\n' }],
    ['\ufeffa: 1', { a: 1 }],
    ['1: one', { '1': 'one' }],
    ['n: 9007199254740992', { n: 2 ** 53 }],
    ['# nothing', null],
  ])('reads %j', (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it('takes many text blocks that each open a bracket', () => {
    const text = Array.from({ length: 500 }, (_, at) => `- {name: c${at}, range: "[0, 1)"}`).join('\n');
    expect(parse(text)).toHaveLength(500);
  });

  it.each([
    ['a: 1\na: 2', 'a: is given twice'],
    ['x:\n  - {k: 1, "k": 2}', 'x[0].k: is given twice'],
    ['n: [1, 9007199254740993]', 'n[1]: is an integer'],
    ['__proto__: {x: 1}', '__proto__: is a key'],
    ['a: "\\0"', 'a: holds U+0000'],
    ['a: "\\ud800"', 'a: holds half'],
    ['a: .inf', 'a: is a number too large'],
    ['a: .nan', 'a: is a number too large'],
    ['a: 1\n---\nb: 2', 'more than one'],
    ['a: *nowhere', 'nowhere'],
    ['a: &a [*a]', 'a[0]: is an alias (*a) of what it lies in'],
    ['a: *b\nb: &b 1', 'a: is an alias of nothing'],
    [bomb, 'more than 100000 values'],
    ['a: !!timestamp 2020-01-01', 'a: is a Date'],
    ['a: !!set {b}', 'a: is a Set'],
    ['a: !!binary aGk=', 'JSON does not have'],
    ['a: !ruby/object:X {}', 'not valid YAML'],
    ['? [a, b]\n: c', 'not valid YAML'],
    ['a: [1', 'not valid YAML'],
    ['a:\n\t- b', 'not valid YAML'],
    ['a: b: c', 'line 1'],
  ])('refuses %j', (text, reason) => {
    const error = fault(text);
    expect(error.code).toBe('BAD_REQUEST');
    expect(error.message).toContain(reason);
  });

  it('takes 64 levels and refuses the 65th', () => {
    expect(() => parse('['.repeat(64) + ']'.repeat(64))).not.toThrow();
    expect(fault('['.repeat(65) + ']'.repeat(65)).message).toContain('64 levels');
    expect(() => parse(`${'- '.repeat(64)}a`)).not.toThrow();
    expect(fault(`${'- '.repeat(65)}a`).message).toContain('64 levels');
  });

  it.each(['[', '{a: ', '- ', '? ', '?\n', '{? ', 'a:\n ', '&a [', '!!seq ['])(
    'refuses 100,000 times %j without a harm',
    (piece) => {
      expect(fault(piece.repeat(100_000)).code).toBe('BAD_REQUEST');
    },
  );

  it.each(['"', "' a ", ']', '*a ', '%a\n', ','])('is done in time with 30,000 times %j', (piece) => {
    const started = process.cpuUsage();
    expect(fault(piece.repeat(30_000)).code).toBe('BAD_REQUEST');
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(15);
  });

  it('refuses what is not UTF-8, and more than 1 MiB', () => {
    expect(fault(Buffer.from([0x61, 0x3a, 0xff])).message).toContain('UTF-8');
    expect(fault('#'.repeat(1024 * 1024 + 1)).code).toBe('PAYLOAD_TOO_LARGE');
  });
});
