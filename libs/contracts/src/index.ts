export { ContractService } from './contract.service';
export type { DocumentVerdict } from './contract.service';
export { ContractsModule } from './contracts.module';
export { ContractObservers } from './entity/contract-observers';
export type { ContractObserver } from './entity/contract-observers';
export { dataContractType } from './entity/data-contract.type';
export type { CheckRule } from './document/parts/semantics-faults';
