import type { Platform } from '@app/datatypes';
import type { Change } from './change';
import type { ColumnNames } from './column-names';
import type { ContractDocument } from '../document/contract-document';
import type {
  PromisedColumn,
  PromisedLevel,
  PromiseKindName,
  PromiseOf,
  StatedContract,
  StatedPromise,
  StoredPromises,
} from './promise';

/** The documents of two contracts that were imported. */
export interface ComparedDocuments {
  readonly before: StoredPromises;
  readonly after: StoredPromises;
}

/** Two states of a contract. */
export interface ComparedContracts {
  readonly before: ContractDocument;
  readonly after: ContractDocument;
  /** Whose words the types of the asset are. */
  readonly platform: Platform;
  readonly names: ColumnNames;
  /** The documents, where both states have one. */
  readonly documents?: ComparedDocuments;
}

/** Finds the path in an imported document for what a contract states. */
export interface DocumentPaths {
  /** @param field path in the contract */
  of(field: string): string;
  /** @param member of the property, such as `.required` */
  ofColumn(column: PromisedColumn, member?: string): string;
  /** @param member of the column in the contract, such as `.extension.enum` */
  ofMember(column: PromisedColumn, member: string): string;
}

/** The comparison of two contracts in the promises of one kind. */
export type Comparison = (contracts: ComparedContracts) => Change[];

/** One kind of promise: which members state it, how they are read and compared, where a document has it. The registry lists all. */
export interface PromiseKind<Name extends PromiseKindName = PromiseKindName> {
  readonly kind: Name;
  /**
   * The members of a contract that state it: `termsOfUse` with all below it, `sla.retention`, `schema[].constraint`.
   * Each member of the schema of contracts is in a kind or in `NO_PROMISES`.
   */
  readonly members: readonly string[];
  /** Reads one column, one level of columns, or the whole contract. */
  readonly ofColumn?: (column: PromisedColumn) => readonly StatedPromise[];
  readonly ofLevel?: (level: PromisedLevel) => readonly StatedPromise[];
  readonly ofContract?: (contract: StatedContract) => readonly StatedPromise[];
  /** With another kind: one look finds the column or the section that both belong to, and compares both. */
  readonly compare: Comparison | { readonly with: PromiseKindName | 'attributes' };
  /** The path of the document that states the promise, as the report on an import names it. */
  documentPath(promise: PromiseOf<Name>, paths: DocumentPaths): string;
}
