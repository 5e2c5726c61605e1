import { isObject, isOdcs } from '../document/document-file';
import { lintContract } from './lint-contract';
import type { LintFault } from './lint-fault';
import { FOREIGN_MEMBERS, lintOdcs } from './lint-odcs';

/** Members of the standard that contracts of the catalog do not have. */
const ODCS_ONLY = ['dataset', 'slaProperties'];

/** All that is wrong with the value of a document. */
export function lintDocument(value: unknown): LintFault[] {
  if (!isObject(value)) {
    const message = 'must be an object: a contract, or a document of the Open Data Contract Standard';
    return [{ level: 'error', path: '', message }];
  }
  const isForeign = FOREIGN_MEMBERS.some((key) => key in value);
  return isOdcs(value) || isForeign || ODCS_ONLY.some((key) => key in value) ? lintOdcs(value) : lintContract(value);
}
