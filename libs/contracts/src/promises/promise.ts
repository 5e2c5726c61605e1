import type { NameCase } from '@app/datatypes';
import type { ContractColumn, ContractDocument } from '../document/contract-document';
import type { Json } from '../document/json';

/** Why a promise is not judged: a closed list of the API. */
export const NOT_EVALUATED_REASONS = [
  'text',
  'custom',
  'noOperator',
  'unknownMetric',
  'unknownSla',
  'noCheck',
  'noSource',
  'insideList',
  'forPeople',
] as const;
export type NotEvaluatedReason = (typeof NOT_EVALUATED_REASONS)[number];

/** Why no check exists for a promise, whatever can be read. */
export interface Unjudged {
  readonly reason: NotEvaluatedReason;
  readonly message: string;
}

/** The column of a promise, in all depths. */
export interface PromisedColumn {
  /** Its path, as `childPath` writes it. */
  readonly path: string;
  /** Names that lead to it, the outermost first. */
  readonly names: readonly string[];
  /** Whether it lies inside a list or map, which no check looks into. */
  readonly insideList: boolean;
  readonly column: ContractColumn;
}

/** The columns of one level: those at the top, or the fields of one column. */
export interface PromisedLevel {
  /** Empty at the top. */
  readonly path: string;
  readonly columns: readonly PromisedColumn[];
}

interface Stated {
  /** Unique within a contract. */
  readonly path: string;
  /** Absent: some evidence can judge it. */
  readonly unjudged?: Unjudged;
  /** Why it is not judged where what is known of the asset does not decide: an import cannot know it. */
  readonly unlessFound?: Unjudged;
  /** Only of imported documents: equal ones of two documents are the same promise. */
  readonly said?: SaidByDocument;
}

/** The statement of a promise in a document, wherever in the document it stands. */
export interface SaidByDocument {
  /** The path of its column; null: it is of the whole object. Absent: it is of the whole document. */
  readonly column?: string | null;
  readonly words: readonly unknown[];
}

/** A constraint, list or option of one column: judged by its rows. */
export interface ValuePromise extends Stated {
  readonly kind: 'notNull' | 'unique' | 'enum' | 'option';
  readonly column: PromisedColumn;
  /** The name of an option, such as `minimum`. */
  readonly option?: string;
  /** It is of the elements of the column. */
  readonly ofElements?: true;
  /** The list, or the value of the option. */
  readonly value?: unknown;
}

/** The key of a level: one column or several. */
export interface KeyPromise extends Stated {
  readonly kind: 'primaryKey';
  readonly columns: readonly PromisedColumn[];
}

/** Columns whose values are those of columns of another table. */
export interface ReferencePromise extends Stated {
  readonly kind: 'reference';
  readonly columns: readonly PromisedColumn[];
  /** The text that names the other table: its name, or with its schema; absent: the table itself. */
  readonly table?: string;
  /** Its columns, in the same order. */
  readonly referred: readonly string[];
}

/** A promise about the values of columns: rows judge it. */
export type JudgedPromise = ValuePromise | KeyPromise | ReferencePromise;

/** A column by which the asset is partitioned: what the catalog knows of the asset judges it. */
export interface PartitionPromise extends Stated {
  readonly kind: 'partition';
  readonly column: PromisedColumn;
  /** Among the columns of the partition, from 1. */
  readonly position?: number;
}

/** A promise of a column that counts with the column, beside that it is there. */
export type PromiseOfColumn = JudgedPromise | PartitionPromise;

export interface ColumnPromise extends Stated {
  readonly kind: 'column';
  readonly column: PromisedColumn;
}

/** An option that the type of the column judges alone. */
export interface TypeOptionPromise extends Stated {
  readonly kind: 'typeOption';
  readonly column: PromisedColumn;
  readonly option: string;
}

/** A promise that has a name of its own in the list `notEvaluated` of results. */
export interface NamedPromise extends Stated {
  readonly kind: 'semantics' | 'rule';
  readonly name: string;
  /** Position in its list of the contract, from 0. */
  readonly index: number;
}

export interface ExpectationPromise extends Stated {
  readonly kind: 'expectation';
  readonly index: number;
}

export interface SlaPromise extends Stated {
  readonly kind: 'sla';
  /** `learned.freshness` and `learned.volume` of the measures that are learned. */
  readonly member: string;
}

/** Access to the data by one policy. */
export interface PolicyPromise extends Stated {
  readonly kind: 'policy';
  readonly index: number;
}

export interface PlainPromise extends Stated {
  readonly kind: 'schemaPolicy' | 'classification' | 'terms' | 'document';
}

/** One thing that a contract states of its asset and that can be met or broken. */
export type StatedPromise =
  | ColumnPromise
  | ValuePromise
  | TypeOptionPromise
  | KeyPromise
  | ReferencePromise
  | PartitionPromise
  | NamedPromise
  | ExpectationPromise
  | SlaPromise
  | PolicyPromise
  | PlainPromise;

export type PromiseKindName = StatedPromise['kind'];

export type PromiseOf<Name extends PromiseKindName> = StatedPromise & { readonly kind: Name };

/** The document that a contract was imported from, as far as promises are read from it. */
export interface StoredPromises {
  readonly document: Json;
  /** Index of the contract's object in `schema`, or null where the document has none. */
  readonly object: number | null;
  /** The contract that was read from it: its columns are those of the object's properties, in their order. */
  readonly baseline: Pick<ContractDocument, 'schema' | 'sla'>;
  /** How the platform of the asset reads names of columns; absent: as they are written. */
  readonly nameCase?: NameCase;
}

/** The input of a statement of promises: the contract, the type of its asset and, where it was imported, its document. */
export interface StatedContract {
  readonly contract: ContractDocument;
  readonly assetType: string;
  readonly stored?: StoredPromises;
}

/** The text of a promise about values and of its columns: two of one key are the same promise. */
export function keyOfPromise(promise: JudgedPromise): string {
  return JSON.stringify([promise.path, saidBy(promise)]);
}

function saidBy(promise: JudgedPromise): unknown {
  switch (promise.kind) {
    case 'primaryKey':
      return promise.columns.map(({ path }) => path);
    case 'reference':
      return [promise.columns.map(({ path }) => path), promise.table ?? null, promise.referred];
    case 'notNull':
    case 'unique':
    case 'enum':
    case 'option':
      return promise.value ?? null;
  }
}

export const columnsOfPromise = (promise: PromiseOfColumn): readonly PromisedColumn[] =>
  'columns' in promise ? promise.columns : [promise.column];
