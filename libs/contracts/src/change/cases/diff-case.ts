import type { ContractDocument } from '../../document/contract-document';
import type { Compatibility } from '../../promises/change';

/** The reason for the expected result, the old and the new contract, and all expected changes, in order. */
export type DiffCase = readonly [
  why: string,
  before: ContractDocument,
  after: ContractDocument,
  changes: readonly (readonly [path: string, compatibility: Compatibility])[],
];
