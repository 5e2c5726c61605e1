export { DerivedEvidence, type NodeObservation, type NodeTestResult } from './derived/derived-evidence';
export { ANYBODY, HiddenValues } from './hidden/hidden-values';
export { HiddenValuesModule } from './hidden/hidden-values.module';
export { hidesPath, taggedPaths, type TaggedColumn } from './hidden/tagged-columns';
export {
  FAILURE_REASONS,
  INCIDENT_STATUSES,
  SEVERITIES,
  type FailureReason,
  type IncidentQuery,
  type IncidentStatus,
  type SentIncidentStatus,
  type SentUser,
  type Severity,
} from './incidents/incident';
export { IncidentService } from './incidents/incident.service';
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
export { sampleMember, type SampleMessages, type SampleRows } from './samples/sample';
export { SampleData } from './samples/sample-data';
export { MAX_SERIES_LIMIT, type SeriesQuery } from './series/series-list';
export { TEST_CASE_STATUSES, type SentTestResult, type TestCaseStatus } from './test-results/test-result.repository';
export { COUNTED_TYPES, EntityUsage, type UsageAnswer } from './usage/entity-usage';
export { QueryCosts, type SentQueryCost } from './usage/query-costs';
export { TableJoins, type SentTableJoins } from './usage/table-joins';
export { TestResultService } from './test-results/test-result.service';
export { TestSummaries, type TestSummary } from './test-results/test-summary';
