export {
  ACCESS_RANGES,
  COLUMN_PROMISES,
  type ColumnPromises,
  DEFAULT_CRAWL,
  DEFAULT_LIMITS,
  type AccessLimits,
  type CrawlRules,
  type DataAccess,
  type FilterPattern,
} from './access/data-access';
export { DataAccessService, type ShownAccess } from './access/data-access.service';
export { ConnectionKinds } from './access/connection-kinds';
export { TableAccess, type TableDataAccess } from './access/table-access';
export { judgeStoredSql, type JudgedSql, type RefusedSql } from './checks/stored-sql';
export { MOST_TRIED, type TriedCheck } from './checks/dry-run';
export { TableChecks, type AskedChecks, type NamedTestCase } from './checks/table-checks';
export { MOST_CHECKS } from './tables/table-checks.repository';
export { ConnectionTests, type UnstoredConnection } from './connections/connection-tests';
export { resealConnections, type ResealedConnections } from './connections/reseal-connections';
export { Crawls, type AskedCrawl } from './crawl/request/crawls';
export { TableSource, type ShownTableSource } from './crawl/request/table-source';
export { CRAWLER } from './crawl/state/crawl.repository';
export { READING } from './crawl/write/one-table-crawl';
export { DataModule } from './data.module';
export { DataWorkerModule } from './data-worker.module';
export { TableProfiles, type AskedProfile } from './profiles/table-profiles';
export type { Reading } from './readings/reading.repository';
export { type PlannedReading, Readings } from './readings/readings';
export { ReadingsModule } from './readings/readings.module';
export { dataLanePart } from './runs/data-lane';
export { countDataRun } from './runs/data-run-counts';
export { DataReconciler } from './runs/data-reconciler';
export {
  DATA_RUN_KINDS,
  DATA_RUN_STATUSES,
  type DataOutcomeBody,
  type DataProgress,
  type DataRunKind,
  type DataRunStatus,
  type DataWarning,
  type ReadPromise,
} from './runs/data-run';
export { purgeDataRuns } from './runs/data-run-retention';
export { DataRunList, type DataRunPage, type DataRunQuery } from './runs/request/data-run-list';
export {
  DataRunService,
  type DataRunAnswer,
  type DataRunOptions,
  type WantedRun,
} from './runs/request/data-run.service';
export type { ClaimedDataRun, DataOutcome, DataRunContext, DataRunner, RunSource } from './runs/work/data-runner';
export { DataScheduleList, type DataScheduleQuery } from './schedules/data-schedule-list';
export { type DataScheduleDocument, SCHEDULED_KINDS } from './schedules/data-ticks';
