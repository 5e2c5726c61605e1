import fc from 'fast-check';
import { type DisplayType, sizesOf, typesOf } from './display-type';
import { DEEPEST, scanDisplay } from './scan-display';
import { LONGEST_DISPLAY } from './tokens';

const read = (text: string): DisplayType => scanDisplay(text) as DisplayType;

describe('a display', () => {
  it.each<[string, Partial<DisplayType>, (number | undefined)[]]>([
    ['integer', { word: 'INTEGER' }, []],
    [' Double   Precision ', { word: 'DOUBLE PRECISION' }, []],
    ['numeric(10, 2)', { word: 'NUMERIC' }, [10, 2]],
    ['NUMBER(12,-2)', { word: 'NUMBER' }, [12, -2]],
    ['NUMBER(*,0)', { word: 'NUMBER' }, [undefined, 0]],
    ['decimal<10, 2>', { word: 'DECIMAL' }, [10, 2]],
    ['VARCHAR2(80 CHAR)', { word: 'VARCHAR2' }, [80]],
    ['nvarchar(max)', { word: 'NVARCHAR' }, [undefined]],
    ['float(None)', { word: 'FLOAT' }, [undefined]],
    ['"char"', { word: 'CHAR' }, []],
    ['timestamp(3) with time zone', { word: 'TIMESTAMP', zone: 'with' }, [3]],
    ['timestamp with local time zone', { word: 'TIMESTAMP', zone: 'with' }, []],
    ['time without time zone', { word: 'TIME', zone: 'without' }, []],
    ['int(10) unsigned zerofill', { word: 'INT', unsigned: true }, [10]],
    ['national character varying(20)', { word: 'CHARACTER VARYING' }, [20]],
    ['varchar(80) character set utf8mb4 collate utf8mb4_bin', { word: 'VARCHAR' }, [80]],
    ['VARCHAR(80) FOR BIT DATA', { word: 'VARCHAR FOR BIT DATA' }, [80]],
    ['interval day(2) to second(6)', { word: 'INTERVAL DAY TO SECOND' }, [2]],
    ['nullable<decimal<10, 2>>', { word: 'DECIMAL', nullable: true }, [10, 2]],
    ['lowcardinality(nullable(string))', { word: 'STRING', nullable: true }, []],
    ['union<null, long>', { word: 'LONG', nullable: true }, []],
    ['union<int, long>', { word: 'UNION' }, [undefined, undefined]],
    ["datetime64<6, 'europe/berlin'>", { word: 'DATETIME64' }, [6, undefined]],
  ])('%j', (text, expected, sizes) => {
    expect(read(text)).toMatchObject(expected);
    expect(sizesOf(read(text))).toEqual(sizes);
  });

  it.each<[string, string[]]>([
    ['integer[]', ['INTEGER']],
    ['INTEGER[3]', ['INTEGER']],
    ['timestamp with time zone[]', ['TIMESTAMP']],
    ['int[][]', ['ARRAY']],
    ['REPEATED RECORD', ['RECORD']],
  ])('%s is an array of %j', (text, elements) => {
    const { word, items } = read(text);
    expect([word, typesOf({ ...read(text), items }).map((type) => type.word)]).toEqual(['ARRAY', elements]);
  });

  it.each<[string, [string | undefined, string][]]>([
    [
      'struct<a:bigint,b:string>',
      [
        ['a', 'BIGINT'],
        ['b', 'STRING'],
      ],
    ],
    [
      'row(a bigint, "b c" varchar(10))',
      [
        ['a', 'BIGINT'],
        ['b c', 'VARCHAR'],
      ],
    ],
    [
      'tuple<int32, string>',
      [
        [undefined, 'INT32'],
        [undefined, 'STRING'],
      ],
    ],
    [
      'STRUCT<a INT64, `B` STRUCT<c DATE>>',
      [
        ['a', 'INT64'],
        ['B', 'STRUCT'],
      ],
    ],
    [
      'struct<1: a: optional long, 2: b: required list<int>>',
      [
        ['a', 'LONG'],
        ['b', 'LIST'],
      ],
    ],
    ["struct<a: int not null comment 'a, b>'>", [['a', 'INT']]],
  ])('%s has fields', (text, fields) => {
    const found = read(text).items.map((item) => ('type' in item ? [item.name, item.type.word] : []));
    expect(found).toEqual(fields);
  });

  it.each(['', ' ', '()', 'int(', 'int)', 'array<int', 'int[', 'int[x]', "enum('a", 'a,b', ':', '[]', '<int>'])(
    '%j is not read',
    (text) => expect(scanDisplay(text)).toBeUndefined(),
  );

  it('is read up to a length and a depth', () => {
    const nested = (depth: number): string => `${'array<'.repeat(depth)}int${'>'.repeat(depth)}`;
    expect(scanDisplay(nested(DEEPEST))).toBeDefined();
    expect(scanDisplay(nested(DEEPEST + 1))).toBeUndefined();
    expect(scanDisplay('x'.repeat(LONGEST_DISPLAY))).toBeDefined();
    expect(scanDisplay('x'.repeat(LONGEST_DISPLAY + 1))).toBeUndefined();
  });
});

describe('any text', () => {
  const parts = fc.constantFrom(
    ...[
      'int',
      'array',
      'struct',
      'a',
      '10',
      '(',
      ')',
      '<',
      '>',
      '[',
      ']',
      ',',
      ':',
      '=',
      "'",
      '"',
      '`',
      '\\',
      ' ',
      '-',
    ],
    ...['unsigned', 'with', 'time zone', 'nullable', 'toString', '__proto__', '漢', '\u00A0', '\uD800'],
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(parts, { maxLength: 60 }).map((some) => some.join('')),
  );

  it('never throws, and is the same when read again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const first = scanDisplay(text);
        expect(scanDisplay(text)).toEqual(first);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['(', '<', '[', 'a ', 'a<', 'struct<a:', "'", 'nullable(', 'int[]', ',', 'not ', 'with '])(
    'of %j alone is done at once',
    (part) => {
      const started = process.cpuUsage();
      for (const length of [9_000, 9_500, 10_000]) scanDisplay(part.repeat(length).slice(0, length));
      expect(process.cpuUsage(started).user / 1e6).toBeLessThan(1);
    },
  );
});
