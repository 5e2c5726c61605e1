import { BackgroundTasks } from '@app/common';
import { DataModule, DataReconciler } from '@app/data';
import { EventNumbering, EventsModule, RefusalLog } from '@app/events';
import { ArrivalKeeper, IngestionModule } from '@app/ingestion';
import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

/** The background work of the API. */
@Module({
  imports: [IngestionModule, EventsModule, DataModule],
  providers: [
    {
      provide: BackgroundTasks,
      // A new asset may need test cases, which only a process that writes the catalog can create; workers do not.
      useFactory: (arrivals: ArrivalKeeper, refusals: RefusalLog, data: DataReconciler, events: EventNumbering) =>
        new BackgroundTasks([arrivals, refusals, data.task, events.task]),
      inject: [ArrivalKeeper, RefusalLog, DataReconciler, EventNumbering],
    },
    EventNumbering,
  ],
  exports: [BackgroundTasks],
})
export class BackgroundModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly tasks: BackgroundTasks) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.tasks.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tasks.stop();
  }
}
