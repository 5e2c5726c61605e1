import { columnNames, csvStart, delimiterOf, isUnreadable, lineOfOtherEnd, looksLikeData } from './csv-header';

const COMMAS = { delimiter: ',', quote: '"' };

describe('the first line of a CSV', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\r1\r', [['a'], ['1']]],
    ['"a ""x"", b",c\n', [['a "x", b', 'c']]],
    [
      '"a\nb",c\n1,2\n',
      [
        ['a\nb', 'c'],
        ['1', '2'],
      ],
    ],
    ['a"b,c', [['a"b', 'c']]],
    ['a,', [['a', '']]],
    ['\nx', [[''], ['x']]],
    ['', []],
  ])('of %j has the cells %j', (text, records) => {
    expect(csvStart(text, true, COMMAS)).toEqual({ records });
  });

  it.each([
    ['"a,b\n1,2\n', true, 'a quote does not end'],
    ['"a"b,c\n', true, 'a quote does not end'],
    ['a,b', false, 'it is too long'],
    ['"a,b\n', false, 'it is too long'],
  ])('of %j cannot be read', (text, isWhole, fault) => {
    expect(csvStart(text, isWhole, COMMAS)).toEqual({ fault });
  });

  it('is not at fault for the second one', () => {
    expect(csvStart('a,b\n"1,2\n', true, COMMAS)).toEqual({ records: [['a', 'b']] });
  });

  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b,c;d\n1;2;3\n', ';'],
    ['a\tb\n', '\t'],
    ['a|b|c\n', '|'],
    ['price, EUR;name\n1;x\n', ';'],
    ['"a;b",c\n1,2\n', ','],
    ['name\nx;y\n', ','],
  ])('of %j is read with %j between cells', (text, delimiter) => {
    expect(delimiterOf(text, true, '"')).toBe(delimiter);
  });

  it.each([
    [
      ['id', ' name '],
      ['id', 'name'],
    ],
    [
      ['', 'a', ''],
      ['column1', 'a', 'column3'],
    ],
    [
      ['a', 'a', 'A'],
      ['a', 'a_2', 'A_3'],
    ],
    [
      ['a', 'a', 'a_2'],
      ['a', 'a_3', 'a_2'],
    ],
    [
      ['column2', ''],
      ['column2', 'column2_2'],
    ],
  ])('with the cells %j names the columns %j', (cells, names) => {
    expect(columnNames(cells)).toEqual(names);
  });

  it.each([
    [['1', '2.5', '-3'], true],
    [['1', '2026-01-31', 'ann@example.org'], true],
    [['1', ''], true],
    [['01/02/2026', '2026-01-31T10:00:00Z', '1.000,50', '1e5'], true],
    [['', ''], false],
    [['1', 'Ann'], false],
    [['id', 'name'], false],
    [['q1_2026'], false],
  ])('with the cells %j may be data: %j', (cells, isData) => {
    expect(looksLikeData(cells)).toBe(isData);
  });

  it.each([
    ['a\r\n1\r\n2\n3\r\n', 3],
    ['a\n1\r\n', 2],
    ['a\r\n"x\ny"\r\n', undefined],
    ['a\n1\n', undefined],
  ])('of %j is followed by another end in line %j', (text, line) => {
    expect(lineOfOtherEnd(text, '"')).toBe(line);
  });

  it('shows bytes that are not of its encoding', () => {
    expect([['a', 'b\uFFFD'], ['a\0'], ['é']].map(isUnreadable)).toEqual([true, true, false]);
  });
});
