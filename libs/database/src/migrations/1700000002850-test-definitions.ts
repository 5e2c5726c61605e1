import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Definition {
  readonly does: string;
  readonly dimension: string;
  /** Name, data type and meaning of each; a trailing `!` of the name says that it is required. */
  readonly parameters?: readonly (readonly [string, string, string])[];
  /** Of the columns that it is for; absent for tests of tables. */
  readonly dataTypes?: readonly string[];
  /** It can say how many rows pass. */
  readonly countsRows?: boolean;
  /** Services that it can be run on; absent: all. */
  readonly services?: readonly string[];
}

const words = (text: string): string[] => text.split(' ');
const NUMBERS = words('NUMBER NUMERIC INT LONG FLOAT DOUBLE DECIMAL TINYINT SMALLINT BIGINT BYTEINT');
const TEXTS = words('BYTES STRING MEDIUMTEXT NTEXT TEXT CHAR VARCHAR');
const TIMES = words('TIMESTAMP TIMESTAMPZ DATETIME DATE');
/** Beside those: what can be null, and be told from another value. */
const OTHERS = words(
  'ARRAY BINARY BIT BOOLEAN BYTEA CIDR ENUM GEOGRAPHY GEOMETRY INET INTERVAL IPV4 IPV6 JSON LARGEINT MACADDR MAP MONEY POINT RECORD ' +
    'STRUCT SUPER TIME UINT UUID VARBINARY VARIANT XML YEAR',
);
const ALL = [...NUMBERS, ...TEXTS, ...TIMES, ...OTHERS];
const COMPARED = ['Snowflake', 'BigQuery', 'Athena', 'Redshift', 'Postgres', 'Mysql', 'Mssql', 'Oracle', 'Trino'];

const bounds = (least: string, most: string): Definition['parameters'] => [
  [least, 'INT', 'The least allowed; no lower bound where it is left out'],
  [most, 'INT', 'The most allowed; no upper bound where it is left out'],
];

/** A statistic of a numeric column that has to be within bounds. */
const within = (statistic: string, least: string, most: string): Definition => ({
  does: `The ${statistic} of the column's values is within bounds`,
  dimension: 'Accuracy',
  parameters: bounds(least, most),
  dataTypes: NUMBERS,
});

const OF_COLUMNS: Readonly<Record<string, Definition>> = {
  columnValueLengthsToBeBetween: {
    does: 'The lengths of the values are within bounds',
    dimension: 'Accuracy',
    parameters: bounds('minLength', 'maxLength'),
    dataTypes: [...TEXTS, 'ARRAY'],
    countsRows: true,
  },
  columnValueMaxToBeBetween: within('maximum', 'minValueForMaxInCol', 'maxValueForMaxInCol'),
  columnValueMeanToBeBetween: within('mean', 'minValueForMeanInCol', 'maxValueForMeanInCol'),
  columnValueMedianToBeBetween: within('median', 'minValueForMedianInCol', 'maxValueForMedianInCol'),
  columnValueMinToBeBetween: within('minimum', 'minValueForMinInCol', 'maxValueForMinInCol'),
  columnValueStdDevToBeBetween: within('standard deviation', 'minValueForStdDevInCol', 'maxValueForStdDevInCol'),
  columnValuesSumToBeBetween: within('sum', 'minValueForColSum', 'maxValueForColSum'),
  columnValuesMissingCount: {
    does: 'As many values are missing as are expected to be',
    dimension: 'Completeness',
    parameters: [
      ['missingCountValue!', 'INT', 'The expected number of missing values'],
      ['missingValueMatch', 'STRING', 'Values that count as missing beside null, separated by commas'],
    ],
    dataTypes: ALL,
  },
  columnValuesToBeAtExpectedLocation: {
    does: 'The values name places that lie where their coordinates say',
    dimension: 'Accuracy',
    parameters: [
      ['locationReferenceType!', 'SET', 'What the values name: CITY or POSTAL_CODE'],
      ['longitudeColumnName!', 'STRING', 'The column that has the longitude'],
      ['latitudeColumnName!', 'STRING', 'The column that has the latitude'],
      ['radius!', 'FLOAT', 'How far from the place the coordinates may lie, in metres'],
    ],
    dataTypes: [...NUMBERS, ...TEXTS],
    countsRows: true,
  },
  columnValuesToBeBetween: {
    does: 'The values are within bounds',
    dimension: 'Accuracy',
    parameters: bounds('minValue', 'maxValue'),
    dataTypes: [...NUMBERS, ...TIMES],
    countsRows: true,
  },
  columnValuesToBeInSet: {
    does: 'Every value is one of those allowed',
    dimension: 'Validity',
    parameters: [
      ['allowedValues!', 'ARRAY', 'The values that are allowed'],
      ['matchEnum', 'BOOLEAN', 'Each value by itself has to be one of them'],
    ],
    dataTypes: [...NUMBERS, ...TEXTS, 'BOOLEAN', 'ENUM'],
    countsRows: true,
  },
  columnValuesToBeNotInSet: {
    does: 'No value is one of those forbidden',
    dimension: 'Validity',
    parameters: [['forbiddenValues!', 'ARRAY', 'The values that are forbidden']],
    dataTypes: [...NUMBERS, ...TEXTS, 'BOOLEAN', 'ENUM'],
    countsRows: true,
  },
  columnValuesToBeNotNull: {
    does: 'No value is null',
    dimension: 'Completeness',
    dataTypes: ALL,
    countsRows: true,
  },
  columnValuesToBeUnique: {
    does: 'No value comes twice',
    dimension: 'Uniqueness',
    dataTypes: ALL,
    countsRows: true,
  },
  columnValuesToMatchRegex: {
    does: 'Every value matches a regular expression',
    dimension: 'Validity',
    parameters: [['regex!', 'STRING', 'The regular expression, in the dialect of the database']],
    dataTypes: TEXTS,
    countsRows: true,
  },
  columnValuesToNotMatchRegex: {
    does: 'No value matches a regular expression',
    dimension: 'Validity',
    parameters: [['forbiddenRegex!', 'STRING', 'The regular expression, in the dialect of the database']],
    dataTypes: TEXTS,
    countsRows: true,
  },
};

const OF_TABLES: Readonly<Record<string, Definition>> = {
  tableColumnCountToBeBetween: {
    does: 'The number of columns is within bounds',
    dimension: 'Integrity',
    parameters: bounds('minColValue', 'maxColValue'),
  },
  tableColumnCountToEqual: {
    does: 'The table has that many columns',
    dimension: 'Integrity',
    parameters: [['columnCount!', 'INT', 'The expected number of columns']],
  },
  tableColumnNameToExist: {
    does: 'The table has a column of that name',
    dimension: 'Integrity',
    parameters: [['columnName!', 'STRING', 'The name of the column']],
  },
  tableColumnToMatchSet: {
    does: 'The table has these columns and no others',
    dimension: 'Integrity',
    parameters: [
      ['columnNames!', 'STRING', 'The names of the columns, separated by commas'],
      ['ordered', 'BOOLEAN', 'They have to be in this order'],
    ],
  },
  tableCustomSQLQuery: {
    does: 'What a query of your own finds is within a threshold',
    dimension: 'SQL',
    parameters: [
      ['sqlExpression!', 'STRING', 'The query; it is run on the database of the table'],
      ['strategy', 'ARRAY', 'ROWS: the rows that it gives are counted; COUNT: it gives a count'],
      ['operator', 'STRING', 'How the number is compared with the threshold: ==, >, >=, <, <= or !='],
      ['threshold', 'NUMBER', 'What the number is compared with; 0 where it is left out'],
      ['partitionExpression', 'STRING', 'A condition on the rows that are looked at'],
    ],
    countsRows: true,
  },
  tableDiff: {
    does: 'The table has the same rows as another one, but for as many as a threshold allows',
    dimension: 'Consistency',
    parameters: [
      ['keyColumns', 'ARRAY', 'The columns that tell a row; the primary key where they are left out'],
      ['table2!', 'STRING', 'FQN of the other table'],
      ['table2.keyColumns', 'ARRAY', 'The columns that tell a row of the other table'],
      ['threshold', 'NUMBER', 'How many rows may differ; 0 where it is left out'],
      ['useColumns', 'ARRAY', 'The columns that are compared; all where they are left out'],
      ['where', 'STRING', 'A condition on the rows that are compared'],
      ['caseSensitiveColumns', 'BOOLEAN', 'Names of columns are compared with their case'],
    ],
    services: COMPARED,
  },
  tableRowCountToBeBetween: {
    does: 'The number of rows is within bounds',
    dimension: 'Integrity',
    parameters: bounds('minValue', 'maxValue'),
  },
  tableRowCountToEqual: {
    does: 'The table has that many rows',
    dimension: 'Integrity',
    parameters: [['value!', 'INT', 'The expected number of rows']],
  },
  tableRowInsertedCountToBeBetween: {
    does: 'The number of rows that came within a time is within bounds',
    dimension: 'Integrity',
    parameters: [
      ...(bounds('min', 'max') ?? []),
      ['columnName!', 'STRING', 'The column that says when a row came'],
      ['rangeType!', 'STRING', 'The unit of the time: HOUR, DAY, MONTH or YEAR'],
      ['rangeInterval!', 'INT', 'How many units back are looked at'],
    ],
  },
};

/** Names, with what an entity has in every answer, and with what it has on request. */
const ROWS = [
  ...Object.entries(OF_COLUMNS).map(([name, one]) => rowOf(name, 'COLUMN', one)),
  ...Object.entries(OF_TABLES).map(([name, one]) => rowOf(name, 'TABLE', one)),
];

function rowOf(name: string, entityType: 'COLUMN' | 'TABLE', one: Definition): object {
  const { does, dimension, parameters = [], dataTypes, countsRows = false, services } = one;
  const parameterDefinition = parameters.map(([given, dataType, description]) => ({
    name: given.replace('!', ''),
    ...{ dataType, description, required: given.endsWith('!') },
  }));
  const body = {
    description: does,
    ...{ entityType, testPlatforms: ['OpenMetadata'], dataQualityDimension: dimension, provider: 'system' },
    enabled: true,
    ...(parameterDefinition.length ? { parameterDefinition } : {}),
    ...(dataTypes ? { supportedDataTypes: dataTypes } : {}),
  };
  const validatorClass = `${name[0]!.toUpperCase()}${name.slice(1)}Validator`;
  const details = {
    validatorClass,
    supportsRowLevelPassedFailed: countsRows,
    ...(services ? { supportedServices: services } : {}),
  };
  return { name, body, details };
}

/**
 * The kinds of tests that OpenMetadata's test runner knows: its configurations name them and expect them to be there. One that somebody
 * has made under the same name stays as it is.
 */
export class TestDefinitions1700000002850 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
       select md5('testDefinition ' || d.name)::uuid, 'testDefinition', d.name, d.name, 1,
              (extract(epoch from now()) * 1000)::bigint, 'system', d.body, d.details
         from jsonb_to_recordset($1::jsonb) d(name text, body jsonb, details jsonb)
       on conflict do nothing`,
      [JSON.stringify(ROWS)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `delete from entity e using jsonb_to_recordset($1::jsonb) d(name text)
        where e.id = md5('testDefinition ' || d.name)::uuid`,
      [JSON.stringify(ROWS)],
    );
  }
}
