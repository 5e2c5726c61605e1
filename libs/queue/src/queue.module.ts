import { Failpoints } from '@app/common';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import type { QueueSettings } from './backend/queue-settings';
import { JobProducer } from './job-producer';
import { JobRegistry } from './job-registry';
import { QueueControl } from './queue-control';
import { QueueHealth } from './queue-health';
import { WorkerHost } from './worker-host';

@Module({})
export class QueueModule {
  /** Global, for both apps: sending is open to all; only the worker calls `WorkerHost.start()`. */
  static forRoot(settings: QueueSettings): DynamicModule {
    return {
      module: QueueModule,
      global: true,
      providers: [
        JobRegistry,
        { provide: Failpoints, useFactory: () => new Failpoints(settings.failpoints) },
        { provide: JobProducer, useFactory: () => new JobProducer(settings) },
        QueueControl,
        {
          provide: WorkerHost,
          useFactory: (registry: JobRegistry) => new WorkerHost(settings, registry),
          inject: [JobRegistry],
        },
        {
          provide: QueueHealth,
          useFactory: (producer: JobProducer, registry: JobRegistry) => new QueueHealth(settings, producer, registry),
          inject: [JobProducer, JobRegistry],
        },
      ],
      exports: [JobRegistry, Failpoints, JobProducer, WorkerHost, QueueControl, QueueHealth],
    };
  }
}
