import { APP_SETTINGS, type Settings } from '@app/config';
import { Database } from '@app/database';
import { Leases, RunQueue, RunsModule } from '@app/runs';
import { Inject, Module } from '@nestjs/common';
import { CheckSteps } from './check-steps';
import { CheckStepsModule } from './check-steps.module';
import { RecountWork } from './recount-work';

/** Carries out recounts: imported by the worker only. */
@Module({ imports: [CheckStepsModule, RunsModule] })
export class RecountsWorkerModule {
  constructor(
    queue: RunQueue,
    database: Database,
    leases: Leases,
    steps: CheckSteps,
    @Inject(APP_SETTINGS) settings: Settings,
  ) {
    queue.register(new RecountWork(database, leases, steps.all, settings));
  }
}
