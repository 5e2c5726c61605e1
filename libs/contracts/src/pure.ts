/** What of contracts runs without a service: what documents are, and what is wrong with one. */
export { normalizeContract } from './document/normalize';
export { dataContractType } from './entity/data-contract.type';
export { inDocument } from './odcs/importing/place-faults';
export { mapDocument } from './odcs/mapping/map-document';
export { conform } from './odcs/strict/conform';
export { EXECUTION_STATUSES } from './status/contract-status';
