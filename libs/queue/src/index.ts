export { migrateQueue } from './migrate-queue';
export type { QueueSettings } from './connection';
export { JobProducer } from './job-producer';
export { JobRegistry } from './job-registry';
export { LANES, type JobContext, type JobHandler, type JobType, type Lane } from './job-type';
export { QueueControl, type QueueView } from './queue-control';
export { QueueHealth } from './queue-health';
export { QueueModule } from './queue.module';
export { WorkerHost } from './worker-host';
