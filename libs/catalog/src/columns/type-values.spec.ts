import { isWithin, typeValues, type ColumnType, type TypeValues } from './type-values';

const EXACT = { whole: Infinity, scale: Infinity };
const chars = (length: number, padded = false) => ({ of: 'characters', length, padded });
const bytes = (length: number, padded = false) => ({ of: 'bytes', length, padded });

describe('the values that a type holds', () => {
  it.each<[string, Omit<ColumnType, 'dataType'>, object]>([
    ['TINYINT', {}, { low: -128, high: 127 }],
    ['BYTEINT', {}, { low: -128, high: 127 }],
    ['SMALLINT', {}, { low: -32_768, high: 32_767 }],
    ['INT', {}, { low: -2_147_483_648, high: 2_147_483_647 }],
    ['INT', { dataLength: 4 }, { low: -2_147_483_648, high: 2_147_483_647 }],
    ['BIGINT', {}, { low: -(2 ** 63), high: 2 ** 63 - 1 }],
    ['LONG', {}, { low: -(2 ** 63), high: 2 ** 63 - 1 }],
    ['LARGEINT', {}, { low: -(2 ** 127), high: 2 ** 127 - 1 }],
    ['UINT', {}, { low: 0, high: 4_294_967_295 }],
    ['MONEY', {}, { whole: 15, scale: 4 }],
    ['FLOAT', {}, { bits: 24 }],
    ['DOUBLE', {}, { bits: 53 }],
    ...['DECIMAL', 'NUMERIC', 'NUMBER', 'FIXED'].flatMap((word): [string, object, object][] => [
      [word, {}, EXACT],
      [word, { scale: 2 }, { whole: Infinity, scale: 2 }],
      [word, { precision: 5 }, { whole: 5, scale: 0 }],
      [word, { precision: 5, scale: 2 }, { whole: 3, scale: 2 }],
    ]),
    ['CHAR', {}, chars(Infinity, true)],
    ['CHAR', { dataLength: 1 }, chars(1, true)],
    ['VARCHAR', {}, chars(Infinity)],
    ['VARCHAR', { dataLength: 1 }, chars(1)],
    ...['STRING', 'TEXT', 'MEDIUMTEXT', 'NTEXT', 'CLOB'].flatMap((word): [string, object, object][] => [
      [word, {}, chars(Infinity)],
      [word, { dataLength: 1 }, chars(Infinity)],
      [word, { dataLength: 2 }, chars(2)],
    ]),
    ['BINARY', { dataLength: 8 }, bytes(8, true)],
    ['VARBINARY', { dataLength: 8 }, bytes(8)],
    ...['BLOB', 'BYTEA', 'BYTES', 'LONGBLOB', 'MEDIUMBLOB'].flatMap((word): [string, object, object][] => [
      [word, { dataLength: 1 }, bytes(Infinity)],
      [word, { dataLength: 2 }, bytes(2)],
    ]),
    ['BOOLEAN', {}, { kind: 'truth', rank: 0 }],
    ['DATE', {}, { kind: 'moment', rank: 0 }],
    ['DATETIME', {}, { kind: 'moment', rank: 1 }],
    ['TIMESTAMP', {}, { kind: 'moment', rank: 1 }],
    ['TIMESTAMPZ', {}, { kind: 'moment', rank: 2 }],
    ['TIME', {}, { kind: 'time of day', rank: 0 }],
    ['ARRAY', {}, { kind: 'ARRAY', rank: 0 }],
    ['MAP', {}, { kind: 'MAP', rank: 0 }],
    ['JSON', {}, { kind: 'JSON', rank: 0 }],
    ['STRUCT', {}, { kind: 'STRUCT', rank: 0 }],
    ['RECORD', {}, { kind: 'STRUCT', rank: 0 }],
    ['UUID', {}, { word: 'UUID' }],
    ['constructor', {}, { word: 'CONSTRUCTOR' }],
    ['', {}, { word: '' }],
  ])('%s %j', (dataType, sizes, values) => {
    expect(typeValues({ dataType, ...sizes })).toEqual(values);
    expect(typeValues({ dataType: dataType.toLowerCase(), ...sizes })).toEqual(values);
  });

  it('no type is a word of its own', () => {
    expect(typeValues({})).toEqual({ word: '' });
  });
});

describe('isWithin', () => {
  const of = (dataType: string, more: Omit<ColumnType, 'dataType'> = {}): TypeValues =>
    typeValues({ dataType, ...more });
  const one = [
    of('INT'),
    of('DECIMAL', { precision: 5 }),
    of('FLOAT'),
    of('VARCHAR', { dataLength: 5 }),
    of('BINARY', { dataLength: 5 }),
    of('DATE'),
    of('TIME'),
    of('MAP'),
    of('UUID'),
  ];

  it('each holds itself', () => {
    expect(one.map((type) => isWithin(type, { ...type }))).toEqual(one.map(() => true));
  });

  it('none holds one of another kind', () => {
    const pairs = one.flatMap((a) => one.filter((b) => b !== a).map((b) => [a, b] as const));
    expect(pairs.filter(([a, b]) => isWithin(a, b))).toEqual([]);
  });

  it.each<[TypeValues, TypeValues]>([
    [of('TINYINT'), of('SMALLINT')],
    [{ low: 0, high: 5 }, of('TINYINT')],
    [
      { low: -5, high: 5 },
      { low: -5, high: 6 },
    ],
    [of('FLOAT'), of('DOUBLE')],
    [of('DECIMAL', { precision: 5, scale: 2 }), of('DECIMAL', { precision: 6, scale: 2 })],
    [of('DECIMAL', { precision: 5, scale: 2 }), of('DECIMAL', { precision: 6, scale: 3 })],
    [of('CHAR', { dataLength: 5 }), of('VARCHAR', { dataLength: 5 })],
    [of('CHAR', { dataLength: 4 }), of('CHAR', { dataLength: 5 })],
    [of('DATE'), of('DATETIME')],
    [of('DATETIME'), of('TIMESTAMPZ')],
  ])('%j is within %j, and not the other way', (narrow, wide) => {
    expect([isWithin(narrow, wide), isWithin(wide, narrow)]).toEqual([true, false]);
  });

  it.each<[TypeValues, TypeValues]>([
    [of('UINT'), of('INT')],
    [of('DECIMAL', { precision: 5, scale: 2 }), of('DECIMAL', { precision: 5, scale: 3 })],
    [of('CHAR', { dataLength: 5 }), of('VARCHAR', { dataLength: 4 })],
    [of('UUID'), of('ENUM')],
    [of('BINARY', { dataLength: 5 }), of('CHAR', { dataLength: 5 })],
  ])('neither of %j and %j is within the other', (a, b) => {
    expect([isWithin(a, b), isWithin(b, a)]).toEqual([false, false]);
  });
});
