export { Claims, type ClaimedWork, type Fence } from './claims';
export { LEASE, LossOfLease, type LeasedTable } from './leased-table';
export { Leases, type Lease } from './leases';
export { isAway, OUTAGE_RETRY_MS, RETRY_MS, retryOrGiveUp, whenAnswered } from './outage';
export { RunQueue } from './run-queue';
export { RunsModule } from './runs.module';
export { MOST_CRASHES, Trials } from './trials';
export type { ClaimedRuns, RunContext, WakeUp, Work } from './work';
export { WorkLanes } from './work-lanes';
