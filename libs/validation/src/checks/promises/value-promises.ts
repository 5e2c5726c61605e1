import { groupBy } from '@app/common';
import {
  childPath,
  columnsOfPromise,
  keyOfPromise,
  type AssetColumn,
  type AssetColumns,
  type JudgedPromise,
  type KeyPromise,
  type PromisedColumn,
  type PromiseOfColumn,
  type ReferencePromise,
  type Unjudged,
  nameCaseOf,
  withNames,
} from '@app/contracts';
import type { ReadPromise } from '@app/data';
import { columnAt, hiddenNotNull, isNotNullByDisplay, platformOf } from '@app/datatypes';
import { enforcementOf, isOfTheCheck, type Enforcement } from '@app/sources';
import { KeyColumns } from '../schema/key-columns';
import type { PromiseOutcome, Witness } from './outcome';
import { hasForeignKey, isPartitionedBy } from './declarations';
import { brokenSentence, nullSentence, partnerSentence, sharedSentence } from './sentences';

/** The finding of an earlier look at the data about a promise. */
export interface StoredFinding {
  readonly status: 'Success' | 'Failed';
  /** Epoch ms. */
  readonly timestamp: number;
  /** The fault, where it is broken: of every column, or by their paths. */
  readonly message?: string;
  readonly problems?: ReadonlyMap<string, string>;
}

/** Knowledge of the rows of an asset. */
export interface ValueEvidence {
  /** The findings of a reading by paths; absent: the rows were not to be read. */
  readonly read?: ReadonlyMap<string, ReadPromise>;
  /** Why the rows could not be read, though they were to be. */
  readonly unread?: string;
  /** The newest evidence by paths, for what is not read. */
  readonly stored?: ReadonlyMap<string, StoredFinding>;
  /** The constraints that the engine enforces on the asset. */
  readonly enforcement?: Enforcement;
}

/** The outcome of a promise, with its faults by the paths of its columns. */
interface Judged {
  readonly outcome: PromiseOutcome;
  readonly problems?: ReadonlyMap<string, string>;
  /** Why it is not known. */
  readonly blockedBy?: string;
}

const heldBy = (by: Witness): Judged => ({ outcome: { state: 'held', by } });
const NO_ENFORCEMENT = enforcementOf('', undefined);
const CHANGED = 'internal';

/**
 * Judges constraints, lists and options of columns by the strongest witness: what the engine enforces, the rows, earlier evidence, a
 * declaration. A constraint without any witness is broken; all else is unknown.
 */
export class ValuePromises {
  private readonly byColumn: ReadonlyMap<string, readonly { readonly promise: PromiseOfColumn }[]>;
  private readonly judged = new Map<string, Judged>();
  private readonly keys: KeyColumns;

  private readonly promises: readonly PromiseOfColumn[];

  constructor(
    promises: readonly PromiseOfColumn[],
    private readonly asset: AssetColumns,
    private readonly evidence: ValueEvidence = {},
  ) {
    const { columns } = asset;
    const namesOf = (names: readonly string[]): readonly string[] =>
      columnAt(columns, names, nameCaseOf(asset)).found?.names ?? names;
    this.keys = new KeyColumns(asset);
    this.promises = promises.map((promise) => withNames(promise, namesOf));
    const ofColumns = this.promises.flatMap((promise) =>
      columnsOfPromise(promise).map(({ path }) => ({ path, promise })),
    );
    this.byColumn = groupBy(ofColumns, ({ path }) => path);
  }

  /** The faults of the values of a column that is there. */
  problemsOf(path: string, actual: AssetColumn): { readonly problems: string[]; readonly blockedBy?: string } {
    const judged = (this.byColumn.get(path) ?? []).map(({ promise }) => this.judge(promise, path, actual));
    const blockedBy = judged.find((one) => one.blockedBy !== undefined)?.blockedBy;
    return {
      problems: judged.flatMap(({ problems }) => problems?.get(path) ?? []),
      ...(blockedBy !== undefined && { blockedBy }),
    };
  }

  /** The outcome of each; those whose column is missing are broken. */
  *outcomes(): Generator<readonly [path: string, outcome: PromiseOutcome]> {
    for (const { path } of this.promises)
      yield [path, this.judged.get(path)?.outcome ?? { state: 'broken', by: 'catalog' }];
  }

  private judge(promise: PromiseOfColumn, path: string, actual: AssetColumn): Judged {
    const before = this.judged.get(promise.path);
    // A key that is declared is asked for column by column.
    const mayGoOn =
      promise.kind === 'primaryKey' && before?.outcome.state !== 'blocked' && this.entryOf(promise) === undefined;
    if (before && !mayGoOn) return before;
    const judged = this.judgeNow(promise, path, actual);
    const all = before ? joined(before, judged) : judged;
    this.judged.set(promise.path, all);
    return all;
  }

  private entryOf(promise: JudgedPromise): ReadPromise | undefined {
    return this.evidence.read?.get(promise.path);
  }

  private judgeNow(promise: PromiseOfColumn, path: string, actual: AssetColumn): Judged {
    const { read, unread } = this.evidence;
    if (this.asset.presenceOnly) return unknown(promise);
    if (promise.kind === 'partition') return this.judgePartition(promise);
    if (!read && unread === undefined) return this.judgeStored(promise, path, actual);
    const entry = this.entryOf(promise);
    if (entry?.key === keyOfPromise(promise)) return judgeRead(promise, entry);
    return this.isEnforced(promise, path, actual) ? heldBy('engine') : blocked(unread ?? CHANGED);
  }

  private judgeStored(promise: JudgedPromise, path: string, actual: AssetColumn): Judged {
    if (this.isEnforced(promise, path, actual)) return heldBy('engine');
    const finding = this.evidence.stored?.get(promise.path);
    if (finding)
      return finding.status === 'Success' ? heldBy('evidence') : broken('evidence', problemsIn(promise, finding));
    switch (promise.kind) {
      case 'notNull':
        return this.declared('NOT_NULL', promise, path, actual);
      case 'unique':
        return this.declared('UNIQUE', promise, path, actual);
      case 'primaryKey':
        return this.declared('PRIMARY_KEY', promise, path, actual);
      case 'enum':
      case 'option':
      case 'reference':
        return unknown(promise);
    }
  }

  private judgePartition(promise: Extract<PromiseOfColumn, { kind: 'partition' }>): Judged {
    const { partition } = this.asset;
    if (!partition) return unknown(promise);
    const fault = isPartitionedBy(partition, promise);
    return fault === undefined ? heldBy('catalog') : broken('catalog', [[promise.column.path, fault]]);
  }

  /** The path in the asset of a column of a promise. */
  private placeOf(promise: JudgedPromise, path: string): string {
    const column = columnsOfPromise(promise).find((one) => one.path === path);
    return column ? pathOf(column) : path;
  }

  private declared(
    constraint: 'NOT_NULL' | 'UNIQUE' | 'PRIMARY_KEY',
    promise: JudgedPromise,
    path: string,
    actual: AssetColumn,
  ): Judged {
    const { platform = platformOf() } = this.asset;
    if (this.keys.has(constraint, actual, this.placeOf(promise, path))) return heldBy('declaration');
    if (constraint === 'NOT_NULL' && isNotNullByDisplay(actual, platform)) return heldBy('declaration');
    const hidden = constraint === 'NOT_NULL' ? hiddenNotNull(platform) : undefined;
    return broken('catalog', [[path, `is not ${constraint} in the asset${hidden === undefined ? '' : `: ${hidden}`}`]]);
  }

  /** Whether the engine enforces what the catalog says is declared. */
  private isEnforced(promise: JudgedPromise, path: string, actual: AssetColumn): boolean {
    const { notNull, unique, nullableKeys, foreignKeys } = this.evidence.enforcement ?? NO_ENFORCEMENT;
    switch (promise.kind) {
      case 'notNull':
        return (
          notNull &&
          (actual.constraint === 'NOT_NULL' ||
            (!nullableKeys && this.keys.has('NOT_NULL', actual, this.placeOf(promise, path))))
        );
      case 'unique':
        return unique && this.keys.has('UNIQUE', actual, this.placeOf(promise, path));
      case 'primaryKey':
        return unique && notNull && !nullableKeys && this.keys.hasKeyWithin(promise.columns.map(pathOf));
      case 'reference':
        return foreignKeys === true && hasForeignKey(this.asset, promise);
      case 'enum':
      case 'option':
        return false;
    }
  }
}

const NOT_READ: Unjudged = { reason: 'noSource', message: 'The rows were not read' };

const unknown = ({ unlessFound = NOT_READ }: PromiseOfColumn): Judged => ({
  outcome: { state: 'notEvaluated', ...unlessFound },
});

const pathOf = ({ names }: PromisedColumn): string => names.reduce(childPath, '');

const blocked = (reason: string): Judged => ({ outcome: { state: 'blocked' }, blockedBy: reason });

const broken = (by: Witness, problems: Iterable<readonly [string, string]>): Judged => ({
  outcome: { state: 'broken', by },
  problems: new Map(problems),
});

/** A key of several columns is met where each of them is declared to belong to it. */
function joined(one: Judged, other: Judged): Judged {
  const problems = new Map([...(one.problems ?? []), ...(other.problems ?? [])]);
  return { outcome: one.outcome.state === 'broken' ? one.outcome : other.outcome, problems };
}

function judgeRead(promise: JudgedPromise, entry: ReadPromise): Judged {
  const { status, by, reason, message = '' } = entry;
  if (status === 'Success') return heldBy(by);
  // The other table of a reference is not in this source.
  if (promise.kind === 'reference' && reason === 'tableNotFound') return unknown(promise);
  if (status === 'Aborted')
    return reason !== undefined && isOfTheCheck(reason)
      ? broken(
          'data',
          columnsOfPromise(promise).map(({ path }) => [path, `${labelOf(promise)}: ${message} (${reason})`]),
        )
      : blocked(reason ?? CHANGED);
  return broken('data', foundByRows(promise, entry));
}

const problemsIn = (promise: JudgedPromise, { problems, message = '' }: StoredFinding): ReadonlyMap<string, string> =>
  problems ?? new Map(columnsOfPromise(promise).map(({ path }) => [path, message]));

/** The faults of the rows, by the paths of the columns of a promise. */
export function foundByRows(promise: JudgedPromise, entry: ReadPromise): ReadonlyMap<string, string> {
  const { rows = 0, failedRows = 0 } = entry;
  if (promise.kind === 'primaryKey') return new Map(keyProblems(promise, entry));
  if (promise.kind === 'reference') return withoutPartner(promise, failedRows, rows);
  return new Map([[promise.column.path, brokenSentence(promise, { rows, failedRows })]]);
}

function keyProblems(promise: KeyPromise, { rows = 0, shared = 0, nulls = [] }: ReadPromise): [string, string][] {
  return promise.columns.flatMap(({ path }, index): [string, string][] => {
    const missing = nulls[index] ?? 0;
    const said = [
      ...(missing > 0 ? [nullSentence(missing, rows)] : []),
      ...(shared > 0 ? [sharedSentence(promise, shared, rows)] : []),
    ];
    return said.length > 0 ? [[path, said.join('; ')]] : [];
  });
}

function withoutPartner(promise: ReferencePromise, failedRows: number, rows: number): ReadonlyMap<string, string> {
  const sentence = partnerSentence(promise, failedRows, rows);
  return new Map(promise.columns.map(({ path }) => [path, sentence]));
}

function labelOf(promise: JudgedPromise): string {
  switch (promise.kind) {
    case 'option':
      return promise.option ?? 'option';
    case 'primaryKey':
      return 'key';
    case 'notNull':
    case 'unique':
    case 'enum':
    case 'reference':
      return promise.kind;
  }
}
