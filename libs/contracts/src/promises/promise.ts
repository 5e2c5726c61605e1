import type { ContractColumn, ContractDocument } from '../document/contract-document';
import type { Json } from '../odcs/document/json';

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

/** The dimension of a result in which a promise counts; absent: it never counts. */
export type PromiseDimension = 'schema' | 'semantics' | 'quality' | 'sla';

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
}

/** A constraint, list or option of one column: judged by its rows. */
export interface ValuePromise extends Stated {
  readonly kind: 'notNull' | 'unique' | 'enum' | 'option';
  readonly column: PromisedColumn;
  /** The name of an option, such as `minimum`. */
  readonly option?: string;
  /** The list, or the value of the option. */
  readonly value?: unknown;
}

/** The key of a level: one column or several. */
export interface KeyPromise extends Stated {
  readonly kind: 'primaryKey';
  readonly columns: readonly PromisedColumn[];
}

/** A promise about the values of columns: rows judge it. */
export type JudgedPromise = ValuePromise | KeyPromise;

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

export interface PlainPromise extends Stated {
  readonly kind: 'schemaPolicy' | 'classification' | 'policy' | 'terms' | 'document';
}

/** One thing that a contract states of its asset and that can be met or broken. */
export type StatedPromise =
  | ColumnPromise
  | ValuePromise
  | TypeOptionPromise
  | KeyPromise
  | NamedPromise
  | ExpectationPromise
  | SlaPromise
  | PlainPromise;

export type PromiseKindName = StatedPromise['kind'];

/** The document that a contract was imported from, as far as promises are read from it. */
export interface StoredPromises {
  readonly document: Json;
  /** Index of the contract's object in `schema`, or null where the document has none. */
  readonly object: number | null;
  /** The contract that was read from it: its columns are those of the object's properties, in their order. */
  readonly baseline: { readonly schema?: readonly ContractColumn[] };
}

/** The input of a statement of promises: the contract, the type of its asset and, where it was imported, its document. */
export interface StatedContract {
  readonly contract: ContractDocument;
  readonly assetType: string;
  readonly stored?: StoredPromises;
}

/** One kind of promise: which members state it, and how they are read. The registry lists all. */
export interface PromiseKind {
  readonly kind: PromiseKindName;
  /**
   * The members of a contract that state it: `termsOfUse` with all below it, `sla.retention`, `schema[].constraint`.
   * Each member of the schema of contracts is in a kind or in `NO_PROMISES`.
   */
  readonly members: readonly string[];
  readonly dimension?: PromiseDimension;
  /** Whether a drafted contract may state it. */
  readonly isDrafted: boolean;
  /** Reads one column, one level of columns, or the whole contract. */
  readonly ofColumn?: (column: PromisedColumn) => readonly StatedPromise[];
  readonly ofLevel?: (level: PromisedLevel) => readonly StatedPromise[];
  readonly ofContract?: (contract: StatedContract) => readonly StatedPromise[];
}

/** The text of a promise about values and of its columns: two of one key are the same promise. */
export function keyOfPromise(promise: JudgedPromise): string {
  const said = promise.kind === 'primaryKey' ? promise.columns.map(({ path }) => path) : (promise.value ?? null);
  return JSON.stringify([promise.path, said]);
}
