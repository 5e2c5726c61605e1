/*
 * The one place that looks behind the libraries' names. Through them a check of a file would bring the whole service along – the
 * database driver, the queue, the logins – to read a document that never leaves the machine.
 */
/* eslint-disable boundaries/dependencies -- pure modules of the libraries, without the service that their index starts from */
export { checkedBody, refusedMembers } from '../../../../libs/catalog/src/schema/entity-body';
export { normalizeContract } from '../../../../libs/contracts/src/document/normalize';
export { dataContractType } from '../../../../libs/contracts/src/entity/data-contract.type';
export { inDocument } from '../../../../libs/contracts/src/odcs/importing/place-faults';
export { mapDocument } from '../../../../libs/contracts/src/odcs/mapping/map-document';
export { conform } from '../../../../libs/contracts/src/odcs/strict/conform';
export { ruleFault } from '../../../../libs/validation/src/rules/rule-fault';
