import { checkedBody, refusedMembers } from '@app/catalog/pure';
import { dataContractType, normalizeContract } from '@app/contracts/pure';
import { ruleFault } from '@app/validation/pure';
import { isObject, isOdcs } from '../document/document-file';
import { type LintFault, errorsAt, everyFault, isWithin, warning } from './every-fault';
import { FOREIGN_MEMBERS, lintOdcs } from './lint-odcs';

/** Members of the standard that contracts of the catalog do not have. */
const ODCS_ONLY = ['dataset', 'slaProperties'];

/** All that is wrong with the value of a document. */
export function lintDocument(value: unknown): LintFault[] {
  if (!isObject(value))
    return errorsAt([
      { field: '', message: 'must be an object: a contract, or a document of the Open Data Contract Standard' },
    ]);
  const isForeign = FOREIGN_MEMBERS.some((key) => key in value);
  return isOdcs(value) || isForeign || ODCS_ONLY.some((key) => key in value) ? lintOdcs(value) : lintContract(value);
}

/** Which contract and which asset a document is for is said elsewhere for a check or an import. */
const MAY_BE_ABSENT = ['name', 'entity'];
const PLACEHOLDERS = { name: 'contract', entity: { type: 'table', fullyQualifiedName: 'table' } };

/** The faults of a contract of the catalog's own form, as far as it shows without its asset. */
export function lintContract(document: Readonly<Record<string, unknown>>): LintFault[] {
  const absent = MAY_BE_ABSENT.filter((name) => document[name] === undefined || document[name] === null);
  const refused = refusedMembers(dataContractType, document).map(({ field, message }) =>
    warning(field, `${message}; contract import leaves it out`),
  );
  const missing = absent.map((name) =>
    warning(name, 'is absent: the document can be checked, but not stored by itself'),
  );
  const known = Object.entries(document).filter(([name]) => !absent.includes(name));
  return [...bodyFaults({ ...PLACEHOLDERS, ...Object.fromEntries(known) }), ...missing, ...refused];
}

function bodyFaults(document: Readonly<Record<string, unknown>>): LintFault[] {
  const { result, faults } = everyFault(document, (body) =>
    normalizeContract(checkedBody(dataContractType, body), ruleFault),
  );
  const places = faults.map(({ path }) => path);
  return [...faults, ...errorsAt((result?.errors ?? []).filter(({ field }) => !isWithin(field, places)))];
}
