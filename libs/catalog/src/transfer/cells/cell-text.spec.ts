import { neutralised, plain } from '@app/common';
import fc from 'fast-check';
import { readCell, writeCell } from './cell-text';
import { joinItems, splitItems } from './list-cell';

describe('a cell', () => {
  it.each([
    ['text' as const, 'a;"b"\r\n'],
    ['integer' as const, -12],
    ['boolean' as const, false],
    [
      'parameters' as const,
      [
        { name: 'minValue', value: '5' },
        { name: 'sql', value: 'a = "b"; c' },
        { name: 'a=b', value: '=' },
        { name: 'empty', value: '' },
        { name: 'further', value: '1', unit: 's' },
      ],
    ],
    ['names' as const, ['finance', '"a.b".c', 'with;semicolon', '{"json": 1}']],
    [
      'references' as const,
      [
        { type: 'user', fullyQualifiedName: '"j;d"' },
        { type: 'team', fullyQualifiedName: 'a:b' },
      ],
    ],
    [
      'labels' as const,
      [
        { tagFQN: 'PII.Sensitive', source: 'Classification' },
        { tagFQN: 'g."a.b"', source: 'Glossary' },
        { tagFQN: 'T.x', source: 'Classification', labelType: 'Derived', reason: 'so; "it" is' },
      ],
    ],
    ['rest' as const, { extension: { a: [1, null] } }],
  ])('of %s is read as it was written', (kind, value) => {
    expect(readCell(kind, writeCell(kind, value))).toEqual({ value });
  });

  it.each([
    ['integer' as const, 'long', 'must be an integer; got "long"'],
    ['integer' as const, '1.5', 'must be an integer'],
    ['integer' as const, '9007199254740993', 'must be an integer'],
    ['boolean' as const, 'yes', 'must be true or false; got "yes"'],
    ['parameters' as const, '=5', 'must be name=value'],
    ['parameters' as const, '{"name"}', 'must be a JSON object'],
    ['references' as const, 'jane', 'must be type:FQN'],
    ['names' as const, 'a;"b', 'has a quote that is not closed'],
    ['labels' as const, '{"tagFQN": }', 'must be a JSON object'],
    ['rest' as const, '[1]', 'must be a JSON object; got "[1]"'],
    ['rest' as const, '{"a":1,"a":2}', 'must be a JSON object'],
  ])('of %s that says %j tells what is wrong', (kind, text, fault) => {
    expect(readCell(kind, text)).toEqual({ fault: expect.stringContaining(fault) as string });
  });

  it.each([
    ['references' as const, 'user:a;'.repeat(40_000), 262144],
    ['labels' as const, ';'.repeat(262_145), 262144],
    ['rest' as const, `{"a":"${'x'.repeat(4_194_304)}"}`, 4194304],
  ])('of %s is refused before it is read where it is too long', (kind, text, most) => {
    expect(readCell(kind, text)).toEqual({ fault: `must have at most ${most} characters` });
  });

  it('takes a tag without its source for one of a classification', () => {
    expect(readCell('labels', ' PII.Sensitive ; ')).toEqual({
      value: [{ tagFQN: 'PII.Sensitive', source: 'Classification' }],
    });
  });

  it('holds items of any text', () => {
    const item = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(fc.property(fc.array(item), (items) => expect(splitItems(joinItems(items))).toEqual(items)));
  });

  it('takes an FQN with quotes of its own bare', () => {
    expect(splitItems('"a.b".c;"d.e"')).toEqual(['"a.b".c', '"d.e"']);
  });
});

describe('a formula', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
    '%j gets an apostrophe and loses it again',
    (cell) => {
      expect(neutralised(cell)).toBe(`'${cell}`);
      expect(plain(neutralised(cell))).toBe(cell);
    },
  );

  it.each(["'quoted", ' =1', 'a=1', 'a＝1', ''])('is none in %j', (cell) => {
    expect(neutralised(cell)).toBe(cell);
    expect(plain(cell)).toBe(cell);
  });
});
