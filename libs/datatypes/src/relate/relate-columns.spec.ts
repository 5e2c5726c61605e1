import fc from 'fast-check';
import type { TypedColumn } from '../column';
import { PLATFORM_DATA, platformOf } from '../platforms';
import { keptText, lossText } from '../texts';
import { relateExactly, relateFound, relatePromises, relateStates } from './relate-columns';

const SERVICE_TYPES = ['', ...PLATFORM_DATA.flatMap(({ serviceTypes }) => Object.keys(serviceTypes))];
const WORDS = [
  ...['tinyint', 'smallint', 'int', 'bigint', 'number', 'decimal', 'numeric', 'float', 'real', 'double', 'boolean'],
  ...['varchar', 'char', 'text', 'string', 'binary', 'bytes', 'date', 'time', 'timestamp', 'timestamptz', 'datetime'],
  ...[
    'uuid',
    'json',
    'enum',
    'struct',
    'array',
    'map',
    'xml',
    'geohash',
    'int unsigned',
    'array<int>',
    'map<int,text>',
  ],
];
const sized = fc.tuple(fc.constantFrom(...WORDS), fc.option(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(20))));
const displays = sized.map(([word, sizes]) =>
  sizes && /^[a-z]+$/.test(word)
    ? `${word}(${word.startsWith('dec') || word.startsWith('num') ? sizes.join() : sizes[0]})`
    : word,
);
const displayed = displays.map((dataTypeDisplay): TypedColumn => ({ dataType: 'UNKNOWN', dataTypeDisplay }));
const byDataType = sized.map(([word, sizes]): TypedColumn => {
  const dataType = word.replace(/[ <].*/, '').toUpperCase();
  return sizes ? { dataType, dataLength: sizes[0], precision: sizes[0], scale: Math.min(...sizes) } : { dataType };
});
const columns = fc.oneof(displayed, byDataType);
const platforms = fc.constantFrom(...SERVICE_TYPES).map(platformOf);

describe('a relation of types', () => {
  it('holds between a found type and itself as a promise', () => {
    fc.assert(
      fc.property(displayed, platforms, (column, platform) => {
        expect(relateFound(column, column, platform).loss).toBeUndefined();
        expect(relateExactly(column, column, platform).loss).toBeUndefined();
        expect(relateStates(column, column, platform)).toEqual({ outcome: 'same' });
        expect(relatePromises(column, column, platform)).toEqual({ outcome: 'same' });
      }),
      { numRuns: 500 },
    );
  });

  it('that is exact is compatible', () => {
    fc.assert(
      fc.property(columns, columns, platforms, (promised, found, platform) => {
        const exactly = relateExactly(promised, found, platform).outcome;
        fc.pre(exactly !== 'broken');
        expect(relateFound(promised, found, platform).outcome).not.toBe('broken');
      }),
      { numRuns: 500 },
    );
  });

  it('never goes from a kept to a broken promise where the found type grows', () => {
    const size = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(
        columns,
        size,
        size,
        fc.constantFrom('varchar', 'decimal', 'number', 'varbinary'),
        platforms,
        (...of) => {
          const [promised, a, b, word, platform] = of;
          const [small, large] = [Math.min(a, b), Math.max(a, b)].map((n) => ({
            dataType: 'UNKNOWN',
            dataTypeDisplay: `${word}(${n})`,
          })) as [TypedColumn, TypedColumn];
          fc.pre(relateFound(promised, small, platform).outcome !== 'broken');
          expect(relateFound(promised, large, platform).outcome).not.toBe('broken');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('says something of every broken promise, and never throws', () => {
    fc.assert(
      fc.property(
        columns,
        fc.oneof(
          columns,
          fc.string().map((dataTypeDisplay) => ({ dataTypeDisplay })),
        ),
        platforms,
        (...of) => {
          const [promised, found, platform] = of;
          const relation = relateFound(promised, found, platform);
          const text = relation.outcome === 'broken' ? lossText(promised, found, platform, relation) : '';
          expect(text).not.toMatch(/undefined|Infinity|NaN|family/);
        },
      ),
      { numRuns: 500 },
    );
  });
});

const found = (dataTypeDisplay: string, dataType = 'UNKNOWN'): TypedColumn => ({
  dataType,
  dataTypeDisplay,
  dataLength: 1,
});

describe('what is said of a broken promise', () => {
  it.each<[string, TypedColumn, TypedColumn, string]>([
    [
      'Snowflake',
      { dataType: 'INT' },
      found('NUMBER(5,0)'),
      'promised INT, found NUMBER(5,0) on Snowflake: 5 digits do not hold 2147483647',
    ],
    [
      'Snowflake',
      { dataType: 'BIGINT' },
      found('NUMBER(18,0)'),
      'promised BIGINT, found NUMBER(18,0) on Snowflake: 18 digits do not hold 9223372036854775807; declare NUMBER(19,0) or promise NUMBER(18,0)',
    ],
    [
      'Hive',
      { dataType: 'DECIMAL', precision: 12, scale: 2 },
      found('decimal(5,0)'),
      'promised DECIMAL(12,2), found decimal(5,0): 5 digits before the point instead of 10, none after it instead of 2',
    ],
    [
      'Databricks',
      { dataType: 'TIMESTAMP', extension: { logicalType: 'timestamp', logicalTypeOptions: { timezone: true } } },
      found('timestamp_ntz'),
      'promised a timestamp with time zone, found timestamp_ntz on Databricks: no time zone',
    ],
    [
      'Mssql',
      { dataType: 'TIMESTAMP' },
      found('timestamp'),
      'promised TIMESTAMP, found timestamp on SQL Server: a row version, not a time',
    ],
    [
      '',
      { dataType: 'UUID' },
      found('frobnicate'),
      'promised UUID, found frobnicate: a type that this catalog does not know, compared by name only',
    ],
    [
      'Clickhouse',
      { dataType: 'INT' },
      found('uint32'),
      'promised INT, found uint32 on ClickHouse: it has no negative numbers',
    ],
    ['', { dataType: 'TIMESTAMP' }, found('date'), 'promised TIMESTAMP, found date: no time of day'],
    [
      '',
      { dataType: 'VARCHAR', dataLength: 80 },
      found('char(80)'),
      'promised VARCHAR(80), found char(80): it pads with blanks',
    ],
    [
      '',
      { dataType: 'UNKNOWN', dataTypeDisplay: 'geohash' },
      found('int'),
      'promised geohash, found int: nothing is known of how it relates to GEOHASH',
    ],
  ])('%s %j, found %j', (type, promised, actual, expected) => {
    const platform = platformOf(type);
    expect(lossText(promised, actual, platform, relateFound(promised, actual, platform))).toBe(expected);
  });
});

describe('what is said of a promise that is kept by another word', () => {
  it.each<[string, TypedColumn, TypedColumn, string | undefined]>([
    [
      'Snowflake',
      { dataType: 'INT' },
      found('NUMBER(38,0)'),
      'promised INT, found NUMBER(38,0) on Snowflake: same type',
    ],
    ['', { dataType: 'INT' }, found('bigint'), 'promised INT, found bigint: wider'],
    ['Oracle', { dataType: 'INT' }, found('NUMBER'), 'promised INT, found NUMBER on Oracle: it may hold fractions'],
    [
      'Snowflake',
      { dataType: 'ARRAY', arrayDataType: 'INT' },
      found('ARRAY'),
      'promised ARRAY<INT>, found ARRAY on Snowflake: its elements are untyped and hold every value',
    ],
    ['', { dataType: 'STRING' }, found('enum(1)'), 'promised STRING, found enum(1): one of listed values'],
    ['', { dataType: 'DATE' }, found('timestamp'), 'promised DATE, found timestamp: it has the time of day'],
    [
      'Postgres',
      { dataType: 'INT', extension: { logicalType: 'integer' } },
      found('bigint'),
      'promised integer, found bigint: of that logicalType',
    ],
    ['', { dataType: 'INT' }, found('int'), undefined],
    ['', { dataType: 'DECIMAL', precision: 5, scale: 2 }, found('decimal(5, 2)'), undefined],
  ])('%s %j, found %j', (type, promised, actual, expected) => {
    const platform = platformOf(type);
    expect(keptText(promised, actual, platform, relateFound(promised, actual, platform))).toBe(expected);
  });
});

describe('exactly', () => {
  it.each<[string, TypedColumn, TypedColumn, boolean]>([
    ['Snowflake', { dataType: 'INT' }, found('NUMBER(38,0)'), true],
    ['Snowflake', { dataType: 'INT' }, found('NUMBER(19,0)'), false],
    ['Snowflake', { dataType: 'NUMBER' }, found('NUMBER(10,2)'), true],
    ['BigQuery', { dataType: 'INT' }, found('INT64'), true],
    ['BigQuery', { dataType: 'NUMERIC' }, found('BIGNUMERIC'), false],
    ['BigQuery', { dataType: 'NUMERIC' }, found('NUMERIC(10,2)'), true],
    ['Mssql', { dataType: 'BOOLEAN' }, found('bit'), true],
    ['Mysql', { dataType: 'BOOLEAN' }, found('tinyint(1)'), true],
    ['Mysql', { dataType: 'BOOLEAN' }, found('tinyint(4)'), false],
    ['Postgres', { dataType: 'VARCHAR', dataLength: 80 }, found('text'), false],
    ['Postgres', { dataType: 'FLOAT' }, found('double precision'), false],
    ['Postgres', { dataType: 'TIMESTAMP' }, found('timestamp with time zone'), false],
    ['Trino', { dataType: 'UNKNOWN', dataTypeDisplay: 'timestamp(3)' }, found('timestamp(6)'), false],
    ['', { dataType: 'DATETIME' }, { dataType: 'TIMESTAMP' }, true],
    ['', { dataType: 'MAP', dataTypeDisplay: 'map<string,int>' }, found('map<string,bigint>'), false],
    ['', { dataType: 'ARRAY', arrayDataType: 'INT' }, found('array<bigint>'), false],
    ['', { dataType: 'STRUCT', dataTypeDisplay: 'struct<a:int>' }, found('struct<a:bigint>'), false],
    ['', { dataType: 'CHAR', dataLength: 5 }, found('varchar(5)'), false],
  ])('%s %j, found %j: %s', (type, promised, actual, isExact) => {
    expect(relateExactly(promised, actual, platformOf(type)).outcome !== 'broken').toBe(isExact);
  });
});

describe('a promise by its logicalType', () => {
  const logical = (logicalType: string, dataType: string, logicalTypeOptions?: object): TypedColumn => ({
    dataType,
    extension: { logicalType, ...(logicalTypeOptions && { logicalTypeOptions }) },
  });

  it.each<[string, TypedColumn, string, boolean]>([
    ['', logical('integer', 'INT'), 'decimal(38,0)', true],
    ['', logical('integer', 'INT'), 'numeric', false],
    ['Oracle', logical('integer', 'INT'), 'NUMBER', true],
    ['', logical('integer', 'INT', { format: 'u8' }), 'smallint', true],
    ['', logical('integer', 'INT', { format: 'i64' }), 'int', false],
    ['', logical('integer', 'INT', { format: 'i64' }), 'decimal(19,0)', true],
    ['', logical('number', 'NUMBER', { format: 'f64' }), 'real', false],
    ['', logical('string', 'STRING'), 'bytes', false],
    ['', logical('string', 'STRING', { format: 'binary' }), 'bytes', true],
    ['', logical('string', 'STRING', { maxLength: 80 }), 'varchar(40)', true],
    ['', logical('string', 'STRING'), 'frobnicate', true],
    ['', logical('time', 'TIME', { timezone: true }), 'time', false],
    ['', logical('timestamp', 'TIMESTAMP', { timezone: false }), 'timestamptz', true],
    ['', logical('object', 'STRUCT'), 'map<string,int>', true],
    ['', logical('array', 'ARRAY'), 'map<string,int>', false],
    ['Redshift', logical('array', 'ARRAY'), 'super', true],
    [
      '',
      {
        ...logical('array', 'ARRAY'),
        arrayDataType: 'INT',
        extension: { logicalType: 'array', items: { logicalType: 'integer' } },
      },
      'array<decimal(5,0)>',
      true,
    ],
    [
      '',
      {
        ...logical('array', 'ARRAY'),
        arrayDataType: 'INT',
        extension: { logicalType: 'array', items: { logicalType: 'integer' } },
      },
      'array<text>',
      false,
    ],
    // A known display, sizes or another dataType say more.
    ['', { ...logical('integer', 'INT'), dataTypeDisplay: 'bigint' }, 'int', false],
    ['', { ...logical('string', 'STRING'), dataLength: 80 }, 'varchar(40)', false],
    ['', logical('integer', 'BIGINT'), 'int', false],
    ['', { ...logical('integer', 'INT'), dataTypeDisplay: 'frobnicate' }, 'decimal(5,0)', true],
  ])('%s %j, found %s: %s', (type, promised, display, isKept) => {
    expect(relateFound(promised, found(display), platformOf(type)).outcome !== 'broken').toBe(isKept);
  });
});

describe('two states of a table', () => {
  it.each<[string, TypedColumn, TypedColumn, boolean]>([
    ['Snowflake', found('NUMBER(38,0)', 'NUMBER'), found('INTEGER', 'INT'), false],
    ['Snowflake', found('INTEGER', 'INT'), found('NUMBER(10,0)', 'NUMBER'), true],
    ['', found('NUMBER(38,0)', 'NUMBER'), found('INTEGER', 'INT'), true],
    ['', found('varchar'), found('varchar(10)'), true],
    ['', found('varchar(10)'), found('varchar'), false],
    ['', { dataType: 'STRUCT', children: [{ name: 'a', dataType: 'INT' }] }, { dataType: 'STRUCT' }, false],
  ])('%s %j, then %j', (type, before, after, isBroken) => {
    expect(relateStates(before, after, platformOf(type)).outcome === 'broken').toBe(isBroken);
  });
});

describe('two promises', () => {
  it.each<[string, TypedColumn, TypedColumn, string]>([
    ['BigQuery', found('INT'), found('INT64'), 'same'],
    ['', found('INT64'), found('INT'), 'broken'],
    ['Postgres', found('timestamptz'), found('timestamp with time zone'), 'same'],
    ['Snowflake', found('NUMBER(10,0)'), found('INT'), 'kept'],
    ['Snowflake', found('NUMBER(38,0)'), found('INT'), 'broken'],
    ['Snowflake', found('BIGINT'), found('NUMBER(38,0)'), 'kept'],
    ['Postgres', found('numeric(10,0)'), found('int'), 'broken'],
    ['', { dataType: 'VARCHAR', dataLength: 80 }, { dataType: 'VARCHAR' }, 'kept'],
  ])('%s %j, then %j: %s', (type, before, after, outcome) => {
    expect(relatePromises(before, after, platformOf(type)).outcome).toBe(outcome);
  });
});

describe('fields', () => {
  const children = [{ name: 'a', dataType: 'BIGINT' }];
  it.each<[TypedColumn, TypedColumn, boolean]>([
    [found('struct<a:int>'), { dataType: 'STRUCT', children }, true],
    [found('struct<b:int>'), { dataType: 'STRUCT', children }, false],
    [found('array<struct<a:bigint>>'), { dataType: 'RECORD', dataTypeDisplay: 'REPEATED RECORD', children }, true],
    // Those of children are compared by their paths.
    [{ dataType: 'STRUCT', dataTypeDisplay: 'struct<z:int>', children }, found('struct<a:int>'), true],
  ])('%j, found %j: %s', (promised, actual, isKept) => {
    expect(relateFound(promised, actual, platformOf()).outcome !== 'broken').toBe(isKept);
  });
});
