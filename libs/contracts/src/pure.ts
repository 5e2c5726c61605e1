/** The part of contracts that runs without a service: the shape of documents, and their faults. */
export { normalizeContract } from './promises/normalize';
export { dataContractType } from './entity/data-contract.type';
export { inDocument } from './exchange/importing/place-faults';
export { mapDocument } from './odcs/mapping/map-document';
export { conform } from './odcs/strict/conform';
export { EXECUTION_STATUSES } from './document/contract-status';
