import { COLUMN_DATA_TYPES } from '@app/catalog';
import type { AssetColumn, AssetColumns, ContractColumn } from '@app/contracts';
import { KeyColumns } from '@app/validation';
import type { CountedProfiles } from '../evidence/counted-profiles';
import type { ColumnObservation } from '../evidence/asset-evidence';
import { confidenceOf, ofProfiles, STATED, type Suggestion } from './suggested-line';
import { distinct, type PlacedColumn } from './placed-columns';

/** Rows that a column has to have before it is thought to be unique. */
const LEAST_UNIQUE = 100;

/** The members of a type that a contract promises. */
const TYPE_MEMBERS = ['dataLength', 'precision', 'scale'] as const;

const KNOWN: ReadonlySet<string> = new Set(COLUMN_DATA_TYPES);
/** Promises nothing: the word of a type that columns of contracts do not have. */
const UNKNOWN = 'UNKNOWN';

/** The line of a column, with all that lies in it. */
export function columnLine({ path, names, column }: PlacedColumn): Suggestion {
  const value = promisedColumn(column);
  const evidence = [{ kind: 'column', count: 1, text: `The asset has the column ${path}` }] as const;
  return {
    line: { path: `schema.${path}`, value, confidence: STATED, evidence },
    promised: { kind: 'column', names, column: value },
  };
}

function promisedColumn(column: AssetColumn): ContractColumn {
  const dataType = known(column.dataType);
  const sizes = TYPE_MEMBERS.filter((member) => column[member] !== undefined);
  const children = distinct(column.children ?? []).map(promisedColumn);
  return {
    name: column.name,
    dataType,
    ...(dataType === 'ARRAY' && { arrayDataType: known(column.arrayDataType) }),
    ...Object.fromEntries(sizes.map((member) => [member, column[member]])),
    ...(children.length > 0 && { children }),
  };
}

function known(word: string | undefined): string {
  const upper = word?.toUpperCase() ?? UNKNOWN;
  return KNOWN.has(upper) ? upper : UNKNOWN;
}

/** Facts about the values of one column. */
export interface ColumnFacts extends PlacedColumn {
  readonly stated?: 'PRIMARY_KEY' | 'UNIQUE' | 'NOT_NULL';
  /** The profiles that count; absent where they are too few. */
  readonly profiles?: readonly ColumnObservation[];
  readonly isNeverNull: boolean;
  /** By the profiles. */
  readonly isUnique: boolean;
}

/** @param asset the columns with the constraints of the table */
export function factsOf(placed: readonly PlacedColumn[], asset: AssetColumns, counted: CountedProfiles): ColumnFacts[] {
  const keys = new KeyColumns(asset);
  return placed.map((one) => {
    const profiles = counted.ofColumn(one.path);
    const stated = (['PRIMARY_KEY', one.column.constraint, 'UNIQUE'] as const).find(
      (word) =>
        (word === 'PRIMARY_KEY' || word === 'UNIQUE' || word === 'NOT_NULL') && keys.has(word, one.column, one.path),
    ) as ColumnFacts['stated'];
    return {
      ...one,
      ...(stated && { stated }),
      ...(profiles && { profiles }),
      isNeverNull: profiles?.every(isWithoutNulls) ?? false,
      isUnique:
        profiles !== undefined && profiles.every(isOfUnique) && (profiles.at(-1)?.valuesCount ?? 0) >= LEAST_UNIQUE,
    };
  });
}

const isWithoutNulls = ({ nullCount, nullProportion }: ColumnObservation): boolean =>
  nullCount === undefined ? nullProportion === 0 : nullCount === 0;

const isOfUnique = ({ uniqueCount, valuesCount, uniqueProportion }: ColumnObservation): boolean =>
  uniqueCount === undefined || valuesCount === undefined ? uniqueProportion === 1 : uniqueCount === valuesCount;

/** The constraint that the catalog states, else the one that profiles show. */
export function constraintLine({ path, names, stated, profiles, isNeverNull, isUnique }: ColumnFacts): Suggestion[] {
  const constraint = stated ?? (isNeverNull ? 'NOT_NULL' : isUnique ? 'UNIQUE' : undefined);
  if (!constraint) return [];
  const shown = constraint === 'NOT_NULL' ? 'no value was missing' : 'no value came twice';
  const evidence = stated
    ? ({ kind: 'constraint', count: 1, text: `The asset states ${stated} of the column ${path}` } as const)
    : ofProfiles(profiles!, `In ${profiles!.length} profiles ${shown}`);
  return [
    {
      line: {
        path: `schema.${path}.constraint`,
        value: constraint,
        confidence: stated ? STATED : confidenceOf(profiles!.length),
        evidence: [evidence],
      },
      promised: { kind: 'constraint', names, constraint },
    },
  ];
}
