import {
  columnsOfPromise,
  keyOfPromise,
  TEXT_FORMATS,
  type JudgedPromise,
  type PromisedColumn,
  type ReferencePromise,
  type ValuePromise,
} from '@app/contracts';
import { utcMinute } from '@app/common';
import type { ReadPromise } from '@app/data';
import { sameItems } from '@app/sources';
import { nullSentence } from './sentences';
import { foundByRows, type StoredFinding } from './value-promises';

/** Evidence about values that was stored before, of an asset and a contract of it. */
export type ValueRecord =
  /** The findings of the newest reading of the contract. */
  | { readonly kind: 'reading'; readonly timestamp: number; readonly body: readonly ReadPromise[] }
  /** The newest result of a test case of a column. */
  | {
      readonly kind: 'test';
      readonly path: string;
      readonly name: string;
      readonly definition: string;
      readonly parameters: readonly { readonly name?: string; readonly value?: string }[] | null;
      readonly timestamp: number;
      readonly body: { readonly status: 'Success' | 'Failed' };
    }
  /** The newest profile of a column. */
  | { readonly kind: 'profile'; readonly path: string; readonly timestamp: number; readonly body: ColumnFigures };

interface ColumnFigures {
  readonly nullCount?: unknown;
  readonly nullProportion?: unknown;
  readonly uniqueCount?: unknown;
  readonly valuesCount?: unknown;
  readonly uniqueProportion?: unknown;
  readonly rows?: unknown;
  /** Set where it was measured in some of the rows. */
  readonly sampled?: unknown;
}

/** The path of a promised column in the asset, by which evidence about it is stored. */
type PathOf = (column: PromisedColumn) => string;

export function earlierFindings(
  promises: readonly JudgedPromise[],
  records: readonly ValueRecord[],
  pathOf: PathOf = ({ path }) => path,
): ReadonlyMap<string, StoredFinding> {
  const found = promises.flatMap((promise) => {
    const own = pathOfOne(promise, pathOf);
    const said = records.flatMap((record) => findingIn(promise, record, own) ?? []);
    const [newest] = said.sort((one, other) => other.timestamp - one.timestamp);
    return newest ? [[promise.path, newest] as const] : [];
  });
  return new Map(found);
}

/** The path of the column that a promise is of alone; of a key it is none. */
function pathOfOne(promise: JudgedPromise, pathOf: PathOf): string | undefined {
  const [only, another] = columnsOfPromise(promise);
  return promise.kind === 'primaryKey' || !only || another ? undefined : pathOf(only);
}

/** @param own the path of its only column in the asset */
function findingIn(promise: JudgedPromise, record: ValueRecord, own: string | undefined): StoredFinding | undefined {
  const { timestamp } = record;
  switch (record.kind) {
    case 'reading': {
      const entry = record.body.find(({ path }) => path === promise.path);
      if (entry?.key !== keyOfPromise(promise) || entry.status === 'Aborted') return undefined;
      return { status: entry.status, timestamp, problems: foundByRows(promise, entry) };
    }
    case 'test': {
      if (promise.kind === 'primaryKey' || record.path !== own || !asksTheSame(promise, record)) return undefined;
      return {
        status: record.body.status,
        timestamp,
        message: `the test ${record.name} failed at ${utcMinute(timestamp)}`,
      };
    }
    case 'profile':
      return 'column' in promise && record.path === own ? byProfile(promise, record.body, timestamp) : undefined;
  }
}

/** A profile of some rows can break a promise, and never say that it is met. */
function byProfile({ kind }: ValuePromise, figures: ColumnFigures, timestamp: number): StoredFinding | undefined {
  const isMet = kind === 'notNull' ? hasNoNull(figures) : kind === 'unique' ? isUnique(figures) : undefined;
  if (isMet === undefined || (isMet && isPresent(figures.sampled))) return undefined;
  const { rows, nullCount } = figures;
  const counts =
    typeof rows === 'number' && typeof nullCount === 'number' ? nullSentence(nullCount, rows) : 'rows are NULL';
  const said = kind === 'notNull' ? counts : 'values come more than once';
  return {
    status: isMet ? 'Success' : 'Failed',
    timestamp,
    message: `${said}, by the profile of ${utcMinute(timestamp)}`,
  };
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

function hasNoNull({ nullCount, nullProportion }: ColumnFigures): boolean | undefined {
  if (typeof nullCount === 'number') return nullCount === 0;
  return typeof nullProportion === 'number' ? nullProportion === 0 : undefined;
}

function isUnique({ uniqueCount, valuesCount, uniqueProportion }: ColumnFigures): boolean | undefined {
  if (typeof uniqueCount === 'number' && typeof valuesCount === 'number') return uniqueCount === valuesCount;
  return typeof uniqueProportion === 'number' ? uniqueProportion === 1 : undefined;
}

type TestRecord = Extract<ValueRecord, { kind: 'test' }>;

/** Definitions of test cases that ask for NOT NULL, and for no value twice. */
const DEFINITIONS = {
  notNull: ['columnValuesToBeNotNull', 'dbt_not_null_column', 'openlineage_not_null_column'],
  unique: ['columnValuesToBeUnique', 'dbt_unique_column', 'openlineage_unique_column'],
} as const;
/** Definitions that ask for a list, bounds, a pattern or a length, by their parameters. */
const WITH_PARAMETERS = {
  enum: ['columnValuesToBeInSet', 'dbt_accepted_values_column'],
  bounds: 'columnValuesToBeBetween',
  lengths: 'columnValueLengthsToBeBetween',
  pattern: 'columnValuesToMatchRegex',
  reference: 'columnValuesToExistIn',
} as const;
/** Metrics of rules that ask the same where they must be 0. */
const METRICS = { odcs_nullValues_column: 'notNull', odcs_duplicateValues_column: 'unique' } as const;

/** The names of all definitions by which a test case may ask the same as a promise. */
export const SAME_DEFINITIONS: readonly string[] = [
  ...[...DEFINITIONS.notNull, ...DEFINITIONS.unique, ...Object.keys(METRICS), ...WITH_PARAMETERS.enum],
  ...[WITH_PARAMETERS.bounds, WITH_PARAMETERS.lengths, WITH_PARAMETERS.pattern],
  WITH_PARAMETERS.reference,
];

/** The parameter of a definition that an option stands for; one with others asks for something else. */
const PARAMETERS: Readonly<Record<string, readonly [definition: string, parameter: string]>> = {
  minimum: [WITH_PARAMETERS.bounds, 'minValue'],
  maximum: [WITH_PARAMETERS.bounds, 'maxValue'],
  minLength: [WITH_PARAMETERS.lengths, 'minLength'],
  maxLength: [WITH_PARAMETERS.lengths, 'maxLength'],
  minItems: [WITH_PARAMETERS.lengths, 'minLength'],
  maxItems: [WITH_PARAMETERS.lengths, 'maxLength'],
  pattern: [WITH_PARAMETERS.pattern, 'regex'],
};

function asksTheSame(promise: ValuePromise | ReferencePromise, { definition, parameters }: TestRecord): boolean {
  const said = new Map((parameters ?? []).map(({ name, value: text }) => [name, text]));
  if (promise.kind === 'reference') {
    const isSame = said.get('table') === promise.table && said.get('column') === promise.referred[0];
    return definition === WITH_PARAMETERS.reference && isSame;
  }
  const { kind, option = '', value } = promise;
  switch (kind) {
    case 'notNull':
    case 'unique': {
      const isRule = Object.hasOwn(METRICS, definition) && METRICS[definition as keyof typeof METRICS] === kind;
      return (
        (DEFINITIONS[kind] as readonly string[]).includes(definition) ||
        (isRule && said.get('mustBe') === '0' && said.size === 1)
      );
    }
    case 'enum':
      if (definition === WITH_PARAMETERS.enum[0])
        return said.get('matchEnum') === 'true' && sameItems(said.get('allowedValues') ?? '', value);
      return definition === WITH_PARAMETERS.enum[1] && sameItems(said.get('values') ?? '', value);
    case 'option': {
      if (option === 'format')
        return definition === WITH_PARAMETERS.pattern && said.get('regex') === TEXT_FORMATS[value as string];
      const [wanted, parameter] = PARAMETERS[option] ?? [];
      return definition === wanted && said.size === 1 && said.get(parameter) === String(value);
    }
  }
}
