import { shape } from '@app/catalog';
import type { JsonSchema } from '@app/catalog';
import { bodyReader } from '../input/body-check';
import { instant, list, openObject, smallObject } from '../input/body-schema';

/** A column's profile as it was sent; `max` is whatever the column holds. */
export type ColumnProfile = Readonly<Record<string, unknown>> & {
  readonly name: string;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly max?: unknown;
};

/** A write to the table that its own system reported. */
export type SystemProfile = Readonly<Record<string, unknown>> & {
  /** Epoch ms. */
  readonly timestamp: number;
  readonly operation: (typeof OPERATIONS)[number];
};

export interface TableProfileDocument {
  /** Epoch ms; its identity: a profile at the same time replaces. */
  readonly timestamp: number;
  /** The profile of the table without its timestamp. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly columns: readonly ColumnProfile[];
  readonly systems: readonly SystemProfile[];
}

const OPERATIONS = ['INSERT', 'UPDATE', 'WRITE', 'DELETE'] as const;

const { text, number, closed } = shape;
const MOST_COLUMNS = 10_000;
const MOST_SYSTEM_PROFILES = 10_000;
const MOST_METRICS = 1_000;
const MOST_ROWS = 10_000;
const METRICS = list(closed({ name: text, value: number }), MOST_METRICS);

const TABLE_PROFILE = smallObject(
  {
    timestamp: instant,
    profileSample: number,
    profileSampleType: shape.oneOf('PERCENTAGE', 'ROWS'),
    samplingMethodType: shape.oneOf('BERNOULLI', 'SYSTEM'),
    columnCount: { type: 'number', minimum: 0 },
    rowCount: { type: 'number', minimum: 0 },
    sizeInByte: { type: 'number', minimum: 0 },
    createDateTime: text,
    customMetrics: METRICS,
  },
  ['timestamp'],
);

/** Members of a column's profile that are plain numbers. */
const COLUMN_NUMBERS = [
  ...['valuesCount', 'valuesPercentage', 'validCount', 'duplicateCount', 'nullCount', 'nullProportion'],
  ...['missingPercentage', 'missingCount', 'uniqueCount', 'uniqueProportion', 'distinctCount', 'distinctProportion'],
  ...['minLength', 'maxLength', 'mean', 'sum', 'stddev', 'variance', 'median', 'firstQuartile', 'thirdQuartile'],
  ...['interQuartileRange', 'nonParametricSkew'],
];

const COLUMN_PROFILE = smallObject(
  {
    name: text,
    timestamp: instant,
    ...Object.fromEntries(COLUMN_NUMBERS.map((name) => [name, number])),
    min: {},
    max: {},
    histogram: openObject,
    customMetrics: METRICS,
    cardinalityDistribution: openObject,
  },
  ['name', 'timestamp'],
);

const SYSTEM_PROFILE = smallObject(
  { timestamp: instant, operation: shape.oneOf(...OPERATIONS), rowsAffected: { type: 'number', minimum: 0 } },
  ['timestamp', 'operation'],
);

/** The body of a profile: of the table, of its columns, of the writes to it. */
export const TABLE_PROFILE_SCHEMA: JsonSchema = closed(
  {
    tableProfile: TABLE_PROFILE,
    columnProfile: list(COLUMN_PROFILE, MOST_COLUMNS),
    systemProfile: list(SYSTEM_PROFILE, MOST_SYSTEM_PROFILES),
  },
  ['tableProfile'],
);

/** Rows of a table as a sampler sends them. */
export const SAMPLE_DATA_SCHEMA: JsonSchema = closed(
  { columns: list(text, MOST_COLUMNS), rows: list(list({}, MOST_COLUMNS), MOST_ROWS) },
  ['columns', 'rows'],
);

interface SentProfile {
  readonly tableProfile: { readonly timestamp: number };
  readonly columnProfile?: readonly ColumnProfile[];
  readonly systemProfile?: readonly SystemProfile[];
}

const readProfile = bodyReader<SentProfile>('a table profile', TABLE_PROFILE_SCHEMA, ({ columnProfile = [] }) => {
  const names = columnProfile.map(({ name }) => name);
  return names.flatMap((name, at) => {
    const first = names.indexOf(name);
    if (first === at) return [];
    return [
      { field: `columnProfile[${at}].name`, message: `"${name}" has a profile already, in columnProfile[${first}]` },
    ];
  });
});

/** @throws {AppError} BAD_REQUEST that names every wrong field */
export function readTableProfile(sent: unknown): TableProfileDocument {
  const { tableProfile, columnProfile = [], systemProfile = [] } = readProfile(sent);
  const { timestamp, ...body } = tableProfile;
  return { timestamp, body, columns: columnProfile, systems: systemProfile };
}

/** Validates rows that are not stored. @throws {AppError} BAD_REQUEST that names every wrong field */
export const checkSampleData = bodyReader<{ columns: string[]; rows: unknown[][] }>(
  'sample data',
  SAMPLE_DATA_SCHEMA,
  ({ columns, rows }) =>
    rows.flatMap((row, at) =>
      row.length === columns.length
        ? []
        : [{ field: `rows[${at}]`, message: `has ${row.length} values for ${columns.length} columns` }],
    ),
);
