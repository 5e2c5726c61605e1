import { CatalogCheck, CatalogCheckModule } from '@app/catalog';
import { APP_SETTINGS, type Settings } from '@app/config';
import { ContractCheck } from '@app/contracts';
import { Database } from '@app/database';
import { BudgetCheck, ObjectivesModule } from '@app/objectives';
import { TransitionCheck } from '@app/results';
import { Leases, RunQueue, RunsModule } from '@app/runs';
import { Inject, Module } from '@nestjs/common';
import { RecountWork } from './recount-work';

/** Carries out recounts: imported by the worker only. */
@Module({ imports: [CatalogCheckModule, ObjectivesModule, RunsModule], providers: [ContractCheck, TransitionCheck] })
export class RecountsWorkerModule {
  constructor(
    queue: RunQueue,
    database: Database,
    leases: Leases,
    catalog: CatalogCheck,
    contracts: ContractCheck,
    transitions: TransitionCheck,
    budgets: BudgetCheck,
    @Inject(APP_SETTINGS) settings: Settings,
  ) {
    queue.register(new RecountWork(database, leases, [...catalog.steps, contracts, transitions, budgets], settings));
  }
}
