import { JobRegistry, QueueModule } from '@app/queue';
import { Module } from '@nestjs/common';
import { FEED_JOB, WAKE_JOB } from './runs/job-types';
import { RunRepository } from './runs/request/run.repository';
import { RunDispatcher } from './runs/run-dispatcher';
import { BacklogMetrics } from './runs/backlog-metrics';

const SHARED = [RunDispatcher, RunRepository];

/** Makes runs and wakes workers for them: shared by the API and the workers. Needs ConfigModule and DatabaseModule. */
@Module({ imports: [QueueModule], providers: [...SHARED, BacklogMetrics], exports: SHARED })
export class ValidationJobsModule {
  constructor(jobs: JobRegistry, backlog: BacklogMetrics) {
    jobs.declare(WAKE_JOB, (lane) => backlog.count(lane));
    jobs.declare(FEED_JOB);
  }
}
