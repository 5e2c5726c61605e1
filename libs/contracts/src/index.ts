export { ContractCheck } from './entity/contract-check';
export {
  type ContractComparison,
  ChangeControl,
  type ProposalOptions,
  type UndonePut,
} from './comparison/change-control';
export {
  type ContractImpact,
  type ImpactQuestion,
  ContractImpacts,
  MOST_IMPACT_ASSETS,
  MOST_IMPACT_HOPS,
} from './comparison/contract-impact';
export { diffContracts as contractChanges } from './registry/contract-diff';
export type { Change } from './promises/change';
export type { ComparedAsset } from './promises/column-names';
export type { ComparisonTerms } from './registry/contract-diff';
export { bindsAt, type DatedContract } from './status/binding';
export { type CompatibilityMode, type CompatibilityVerdict, COMPATIBILITY_MODES } from './registry/contract-diff';
export { columnsOfContract, columnsOfOdcs, type DocumentColumns } from './odcs/document/document-columns';
export { type ContractView, type DocumentVerdict, ContractService } from './contract.service';
export { ContractsModule, ContractTypeModule } from './contracts.module';
export { effectiveContract, type InheritedTerms } from './effective/effective-contract';
export { type ContractToValidate, EffectiveRepository, INHERITED } from './effective/effective.repository';
export { LocalContracts } from './effective/local-contracts';
export { type ContractGate, ContractGates, PROPOSED, type WrittenTerms } from './entity/contract-gates';
export { lockContracts } from './entity/contract-lock';
export { RuleSyntax } from './entity/rule-syntax';
export { type ContractObserver, ContractObservers } from './document/contract-observers';
export { CONTRACT_SUBJECTS } from './document/schema-against-asset';
export { dataContractType } from './entity/data-contract.type';
export {
  type AssetColumn,
  type AssetColumns,
  type TableConstraint,
  assetColumns,
  nameCaseOf,
} from './document/asset-columns';
export {
  type ComparedColumn,
  type ContractColumn,
  type ContractDocument,
  type ContractSla,
  type DocumentReference,
  type LearnedMetric,
  type NamedRule,
  type SemanticsRule,
  childPath,
  isTextRule,
  LEARNED_METRICS,
  ruleApplies,
} from './document/contract-document';
export {
  type ResultRetention,
  type SchemaPolicy,
  parseResultRetention,
  DEFAULT_SCHEMA_POLICY,
  parseSchemaPolicy,
} from './document/extension';
export { couldBe } from './document/near-names';
export type { CheckRule } from './promises/part-faults';
export { type ColumnType, physicalType } from './odcs/mapping/data-type';
export { type SlaTerms, parseSla } from './document/sla-terms';
export { bySince } from './status/contract-order';
export { isNotJudged, isSilent, newestVerdict, notJudgedSince, silenceOf } from './status/not-judged';
export { type Validity, isCurrent, isDated, isInForce, lifecycleState } from './status/validity';
export { cronFault, LONGEST_CRON, nextTick, readCron, zoneOf } from './document/cron';
export { type TimeOfDay, UTC, type Zone, zoneOffset } from './document/time';
export { type ExportVersion, EXPORT_VERSIONS } from './odcs/document/api-version';
export { IMPORT_MODES, type ImportMode } from './exchange/importing/import-body';
export type { ImportTarget } from './exchange/importing/odcs-importer';
export { type BulkReport, OdcsBulk } from './exchange/odcs-bulk';
export { OdcsExport } from './exchange/odcs-export';
export { type OdcsVerdict, type ParsedDocument, OdcsService } from './exchange/odcs.service';
export { ContractRuleTests, type MadeRuleTest } from './exchange/rules/contract-rule-tests';
export { type RuleTest, sortRules } from './exchange/rules/rule-tests';
export { TEXT_FORMATS } from './promises/options';
export { ContractPromises, judgedPromises, promisesOfColumns } from './registry/contract-promises';
export {
  columnsOfPromise,
  type JudgedPromise,
  keyOfPromise,
  NOT_EVALUATED_REASONS,
  type KeyPromise,
  type NotEvaluatedReason,
  type PartitionPromise,
  type PromisedColumn,
  type PromiseOfColumn,
  type ReferencePromise,
  type StatedContract,
  type StatedPromise,
  type StoredPromises,
  type Unjudged,
  type ValuePromise,
} from './promises/promise';
export { assetPath, pathInAsset, withNames } from './promises/asset-path';
export { statedPromises } from './registry/registry';
