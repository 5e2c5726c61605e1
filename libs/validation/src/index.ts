export { BatchEvents } from './batches/batch-events';
export { MAX_CONTRACTS, type BatchFilter, type BatchRequest } from './batches/batch-selection';
export { purgeBatches } from './batches/batch.repository';
export { BatchService, DEFAULT_ITEMS, MAX_ITEMS, type BatchAnswer } from './batches/batch.service';
export { RunEvents } from './events/run-events';
export { WITNESSES } from './checks/promises/outcome';
export {
  COVERED_BY,
  domainsOf,
  GROUPED_BY,
  visibleOnly,
  type CoveredBy,
  type GroupedBy,
} from './overview/asset-groups';
export { ContractCoverage } from './overview/coverage';
export { GroupReport, MOST_REPORT_DAYS, reportFile, type ReportRequest } from './overview/group-report';
export { NotJudgedList, type NotJudgedQuery } from './overview/not-judged-list';
export { MOST_MARKS, MOST_STRIPS, ResultStrips } from './overview/result-strips';
export type { SlaRisk } from './checks/sla/risk';
export { SlaRiskCheck } from './overview/sla-risk-check';
export { slaOutlooks } from './overview/sla-outlooks';
export { SlaRisks } from './overview/sla-risks';
export { StatusCounter, type StatusCounts } from './overview/status-counts';
export { VerdictList } from './overview/verdict-list';
export { MOST_TREND_DAYS, VerdictTrend } from './overview/verdict-trend';
export { KeyColumns } from './checks/schema/key-columns';
export { EVIDENCE, type Evidence } from './readings/evidence';
export { waitSeconds, type RunAnswer } from './runs/request/run-answer';
export { RUN_TRIGGERS, type RunTrigger } from './runs/request/run.repository';
export { RunService, type RunOptions } from './runs/request/run.service';
export { LearnedJudges, type LearnedJudge, type LearnedQuestion } from './runs/learned-judges';
export type { LearnedFinding, LearnedFindings } from './checks/learned';
export { ValidationWorkerModule } from './validation-worker.module';
export { ValidationModule } from './validation.module';
export { ruleFault } from './rules/rule-compiler';
export { ScheduleList } from './schedules/schedule-list';
export { ContractSchedules, type ContractSchedule } from './schedules/contract-schedules';
export { MAX_RULES, RuleTrials, type RuleTrialRequest, type TrialAnswer, type TriedRule } from './rules/rule-trials';
export { BatchReconciler } from './batches/batch-reconciler';
export { DAY_OUTCOMES, DAY_REASONS } from './what-if/day-outcome';
export { NOW_REASONS } from './what-if/now-found';
export { type Forecast, StoredForecast } from './what-if/stored-forecast';
