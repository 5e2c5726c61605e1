import { COLUMN_DATA_TYPES } from '@app/catalog';
import type { AssetColumn, AssetColumns, ContractColumn } from '@app/contracts';
import { type Platform, platformOf, relateFound } from '@app/datatypes';
import { KeyColumns } from '@app/validation';
import type { CountedProfiles } from '../evidence/counted-profiles';
import type { ColumnObservation } from '../evidence/asset-evidence';
import { confidenceOf, ofProfiles, STATED, type Suggestion } from './suggested-line';
import { distinct, type LocatedColumn } from './located-columns';
import { isDistinguishable } from './value-kind';

/** Rows that a column has to have before it is thought to be unique. */
const LEAST_UNIQUE = 100;

/** Sizes of a type that a contract promises. */
const SIZES = ['dataLength', 'precision', 'scale'] as const;

const KNOWN: ReadonlySet<string> = new Set(COLUMN_DATA_TYPES);
/** Promises nothing: the word of a type that columns of contracts do not have. */
const UNKNOWN = 'UNKNOWN';

/** The line of a column, with all that lies in it. */
export function columnLine({ path, names, column }: LocatedColumn, platform: Platform = platformOf()): Suggestion {
  const value = promisedColumn(column, platform);
  const evidence = [{ kind: 'column', count: 1, text: `The asset has the column ${path}` }] as const;
  return {
    line: { path: `schema.${path}`, value, confidence: STATED, evidence },
    promised: { kind: 'column', names, column: value },
  };
}

/** The column with its whole type: the display, which has elements and symbols, where the asset meets it so. */
function promisedColumn(column: AssetColumn, platform: Platform): ContractColumn {
  const dataType = known(column.dataType);
  const { dataTypeDisplay } = column;
  const sizes = SIZES.filter((member) => column[member] !== undefined);
  const children = distinct(column.children ?? []).map((child) => promisedColumn(child, platform));
  const promised = {
    name: column.name,
    dataType,
    ...(dataType === 'ARRAY' && { arrayDataType: known(column.arrayDataType) }),
    ...Object.fromEntries(sizes.map((member) => [member, column[member]])),
    ...(children.length > 0 && { children }),
  };
  const candidates = [...(dataTypeDisplay === undefined ? [] : [{ ...promised, dataTypeDisplay }]), promised];
  const isMet = (one: ContractColumn): boolean => relateFound(one, column, platform).outcome !== 'broken';
  return candidates.find(isMet) ?? { name: column.name, dataType: UNKNOWN };
}

function known(word: string | undefined): string {
  const upper = word?.toUpperCase() ?? UNKNOWN;
  return KNOWN.has(upper) ? upper : UNKNOWN;
}

export interface ColumnFacts extends LocatedColumn {
  readonly stated?: 'PRIMARY_KEY' | 'UNIQUE' | 'NOT_NULL';
  /** Whether the asset states that it is in its primary key, or refers to another one. */
  readonly isKey: boolean;
  /** The profiles that count; absent where they are too few. */
  readonly profiles?: readonly ColumnObservation[];
  readonly isNeverNull: boolean;
  /** By the profiles. */
  readonly isUnique: boolean;
}

/** @param asset the columns with the constraints of the table */
export function factsOf(
  placed: readonly LocatedColumn[],
  asset: AssetColumns,
  counted: CountedProfiles,
): ColumnFacts[] {
  const keys = new KeyColumns(asset);
  const foreign = foreignKeys(asset);
  const facts = placed.map((one) => {
    const profiles = counted.ofColumn(one.path);
    const stated = (['PRIMARY_KEY', one.column.constraint, 'UNIQUE'] as const).find(
      (word) =>
        (word === 'PRIMARY_KEY' || word === 'UNIQUE' || word === 'NOT_NULL') && keys.has(word, one.column, one.path),
    ) as ColumnFacts['stated'];
    return {
      ...one,
      isKey: stated === 'PRIMARY_KEY' || [one.path, one.column.fullyQualifiedName].some((name) => foreign.has(name)),
      ...(stated && { stated, isContradicted: !isMet(stated, keys, counted.newestOf(one.path)) }),
      ...(profiles && { profiles }),
      isNeverNull: profiles?.every(isWithoutNulls) ?? false,
      isUnique:
        profiles !== undefined && profiles.every(isOfUnique) && (profiles.at(-1)?.valuesCount ?? 0) >= LEAST_UNIQUE,
    };
  });
  // A key is promised as a whole, or not at all.
  const isKeyContradicted = facts.some(({ stated, isContradicted }) => stated === 'PRIMARY_KEY' && isContradicted);
  return facts.map(({ isContradicted, stated, ...one }) => {
    const isBelieved = !isContradicted && !(stated === 'PRIMARY_KEY' && isKeyContradicted);
    return { ...one, ...(stated && isBelieved && { stated }) };
  });
}

/** Names, paths or FQNs of the columns that refer to other tables. */
function foreignKeys({ tableConstraints }: AssetColumns): ReadonlySet<string | undefined> {
  const foreign = tableConstraints.filter(({ constraintType }) => constraintType === 'FOREIGN_KEY');
  return new Set(foreign.flatMap(({ columns }) => columns ?? []));
}

/** Whether the newest profile does not contradict what the asset states: then rows are believed. */
function isMet(
  stated: NonNullable<ColumnFacts['stated']>,
  keys: KeyColumns,
  newest: ColumnObservation | undefined,
): boolean {
  if (!newest) return true;
  const { nullCount = 0, uniqueCount, valuesCount } = newest;
  const isUnique = uniqueCount === undefined || valuesCount === undefined || uniqueCount === valuesCount;
  switch (stated) {
    case 'NOT_NULL':
      return nullCount === 0;
    case 'UNIQUE':
      return isUnique;
    case 'PRIMARY_KEY':
      return nullCount === 0 && (isUnique || !keys.isOfOneColumn);
  }
}

const isWithoutNulls = ({ nullCount, nullProportion }: ColumnObservation): boolean =>
  nullCount === undefined ? nullProportion === 0 : nullCount === 0;

const isOfUnique = ({ uniqueCount, valuesCount, uniqueProportion }: ColumnObservation): boolean =>
  uniqueCount === undefined || valuesCount === undefined ? uniqueProportion === 1 : uniqueCount === valuesCount;

/** The constraint that the catalog states, else the one that profiles show. */
export function constraintLine({ path, names, column, ...facts }: ColumnFacts): Suggestion[] {
  const { stated, profiles, isNeverNull, isUnique } = facts;
  const shownUnique = isUnique && isDistinguishable(column) ? 'UNIQUE' : undefined;
  const constraint = stated ?? (isNeverNull ? 'NOT_NULL' : shownUnique);
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
