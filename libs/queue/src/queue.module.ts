import { Failpoints } from '@app/common';
import { APP_SETTINGS } from '@app/config';
import { Module } from '@nestjs/common';
import type { QueueSettings } from './connection';
import { JobProducer } from './job-producer';
import { JobRegistry } from './job-registry';
import { ParkedJobs } from './parked-jobs';
import { QueueControl } from './queue-control';
import { QueueHealth } from './queue-health';
import { WorkerHost } from './worker-host';

/** Sends jobs and, in a worker that calls `WorkerHost.start()`, executes them. Needs ConfigModule. */
@Module({
  providers: [
    JobProducer,
    JobRegistry,
    ParkedJobs,
    QueueControl,
    QueueHealth,
    WorkerHost,
    {
      provide: Failpoints,
      useFactory: ({ failpoints }: QueueSettings) => new Failpoints(failpoints),
      inject: [APP_SETTINGS],
    },
  ],
  exports: [JobRegistry, Failpoints, JobProducer, WorkerHost, ParkedJobs, QueueControl, QueueHealth],
})
export class QueueModule {}
