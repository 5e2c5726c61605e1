import { isObject, isOdcs } from '../document/document-file';
import { lintContract } from './lint-contract';
import type { LintFault } from './lint-fault';
import { lintOdcs } from './lint-odcs';

/** Members that documents of other formats have; the standard's own check says which. */
const FOREIGN = ['dataContractSpecification', 'models', 'info', 'dataset', 'slaProperties'];

/** All that is wrong with the value of a document. */
export function lintDocument(value: unknown): LintFault[] {
  if (!isObject(value)) {
    const message = 'must be an object: a contract, or a document of the Open Data Contract Standard';
    return [{ level: 'error', path: '', message }];
  }
  const isForeign = FOREIGN.some((key) => key in value);
  return isOdcs(value) || isForeign ? lintOdcs(value) : lintContract(value);
}
