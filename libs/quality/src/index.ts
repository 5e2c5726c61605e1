export { DerivedEvidence, type NodeObservation, type NodeTestResult } from './derived/derived-evidence';
export { ANYBODY, HiddenValues } from './hidden/hidden-values';
export type { HiddenTables } from './hidden/hidden-tables';
export { HiddenValuesModule } from './hidden/hidden-values.module';
export { hidesPath, taggedPaths, type TaggedColumn } from './hidden/tagged-columns';
export type { SentCustomMetric } from './metrics/custom-metric';
export { CustomMetrics } from './metrics/custom-metrics';
export { OBSERVATION_KINDS, OWN_SOURCE, type ObservationKind, type SentObservation } from './observations/observation';
export { ObservationService } from './observations/observation.service';
export {
  EXECUTION_STATUSES,
  PIPELINE_STATES,
  PipelineStatusService,
  type SentPipelineStatus,
} from './pipelines/pipeline-status.service';
export { TablePipelines, type SentTablePipeline } from './pipelines/table-pipelines';
export { storeMeasuredProfile, type MeasuredProfile } from './profiles/measured-profile';
export { PROFILE_KINDS, ProfileHistory, type ProfileKind } from './profiles/profile-history';
export {
  PROFILE_OPERATIONS,
  type ColumnProfile,
  type SentTableProfile,
  type SystemProfile,
} from './profiles/table-profile';
export { TableProfileService } from './profiles/table-profile.service';
export { QualityModule } from './quality.module';
export { removeKeysOfService, removeKeysOfTable, storeExampleKeys } from './samples/example-keys';
export { sampleMember, type SampleMessages, type SampleRows } from './samples/sample';
export { SampleData } from './samples/sample-data';
export { MAX_SERIES_LIMIT, type SeriesQuery, spanOf } from './series/series-list';
export type { EvidenceTarget } from './target/evidence-target';
export { TargetFinder, type Written } from './target/target-finder';
export { TEST_CASE_STATUSES, type SentTestResult, type TestCaseStatus } from './test-results/test-result.repository';
export { COUNTED_TYPES, EntityUsage, type UsageAnswer } from './usage/entity-usage';
export { QueryCosts, type SentQueryCost } from './usage/query-costs';
export { TableJoins, type SentTableJoins } from './usage/table-joins';
export { TestResultService } from './test-results/test-result.service';
export { TestSummaries, type TestSummary } from './test-results/test-summary';
