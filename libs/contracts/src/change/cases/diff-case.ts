import type { ContractDocument } from '../../document/contract-document';
import type { Compatibility } from '../change';

/** Why the verdict is right, the old and the new contract, and every change that is to be found, in order. */
export type DiffCase = readonly [
  why: string,
  before: ContractDocument,
  after: ContractDocument,
  changes: readonly (readonly [path: string, compatibility: Compatibility])[],
];
