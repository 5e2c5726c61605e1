export { ContractCheck } from './entity/contract-check';
export { type ContractComparison, ChangeControl } from './change/change-control';
export {
  type ContractImpact,
  type ImpactQuestion,
  ContractImpacts,
  MOST_IMPACT_ASSETS,
  MOST_IMPACT_HOPS,
} from './change/contract-impact';
export { diffContracts as contractChanges } from './change/contract-diff';
export type { Change } from './change/change';
export type { ComparisonTerms } from './change/contract-diff';
export { bindsAt, type DatedContract } from './status/binding';
export { type CompatibilityMode, type CompatibilityVerdict, COMPATIBILITY_MODES } from './change/contract-diff';
export { columnsOfContract, columnsOfOdcs, type DocumentColumns } from './odcs/document/document-columns';
export { type ContractView, type DocumentVerdict, ContractService } from './contract.service';
export { ContractsModule, ContractTypeModule } from './contracts.module';
export { effectiveContract, type InheritedTerms } from './effective/effective-contract';
export { type ContractToValidate, EffectiveRepository, INHERITED } from './effective/effective.repository';
export { LocalContracts } from './effective/local-contracts';
export { type ContractGate, ContractGates, type DelayedWrite, PROPOSED } from './entity/contract-gates';
export { lockContracts } from './entity/contract-lock';
export { RuleSyntax } from './entity/rule-syntax';
export { type ContractObserver, ContractObservers } from './entity/contract-observers';
export { CONTRACT_SUBJECTS } from './document/schema-against-asset';
export { dataContractType } from './entity/data-contract.type';
export { type AssetColumn, type AssetColumns, type TableConstraint, assetColumns } from './document/asset-columns';
export {
  type ComparedColumn,
  type ContractColumn,
  type ContractDocument,
  type ContractSla,
  type DocumentReference,
  type LearnedMetric,
  type SemanticsRule,
  childPath,
  LEARNED_METRICS,
} from './document/contract-document';
export {
  type ResultRetention,
  type SchemaPolicy,
  parseResultRetention,
  DEFAULT_SCHEMA_POLICY,
  parseSchemaPolicy,
} from './document/extension';
export type { CheckRule } from './document/part-faults';
export { type ColumnType, physicalType } from './odcs/mapping/data-type';
export { type SlaTerms, parseSla } from './document/sla-terms';
export { type Validity, isCurrent, isDated, isInForce, lifecycleState } from './status/validity';
export { cronFault, LONGEST_CRON, nextTick, readCron, zoneOf } from './document/cron';
export { type TimeOfDay, UTC, type Zone, zoneOffset } from './document/time';
export { type ExportVersion, EXPORT_VERSIONS } from './odcs/document/api-version';
export type { ImportTarget } from './odcs/importing/odcs-importer';
export { type BulkReport, OdcsBulk } from './odcs/odcs-bulk';
export { OdcsExport } from './odcs/odcs-export';
export { type OdcsVerdict, type ParsedDocument, OdcsService } from './odcs/odcs.service';
export { ContractRuleTests, type MadeRuleTest } from './odcs/rules/contract-rule-tests';
export { type RuleTest, sortRules } from './odcs/rules/rule-tests';
export { isTextRule, type NamedRule, ruleApplies } from './promises/kinds/semantics';
export { TEXT_FORMATS } from './promises/kinds/options';
export { ContractPromises, judgedPromises } from './promises/contract-promises';
export {
  type JudgedPromise,
  keyOfPromise,
  NOT_EVALUATED_REASONS,
  type KeyPromise,
  type NotEvaluatedReason,
  type PromisedColumn,
  type StatedContract,
  type StatedPromise,
  type StoredPromises,
  type Unjudged,
  type ValuePromise,
} from './promises/promise';
export { statedPromises } from './promises/registry';
