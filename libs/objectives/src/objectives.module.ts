import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { ResultsModule } from '@app/results';
import { Module } from '@nestjs/common';
import { ObjectiveRepository } from './document/objective.repository';
import { AttainmentReader } from './evidence/attainment-reader';
import { MarkRepository } from './evidence/mark.repository';
import { RefreshRepository } from './evidence/refresh.repository';
import { ObjectiveService } from './objective.service';
import { BudgetWatch } from './reports/budget-watch';
import { BurningList } from './reports/burning-list';
import { MonthReport } from './reports/month-report';

/** Objectives and error budgets of contracts. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule, ResultsModule],
  providers: [
    ObjectiveRepository,
    MarkRepository,
    RefreshRepository,
    AttainmentReader,
    ObjectiveService,
    BudgetWatch,
    BurningList,
    MonthReport,
  ],
  exports: [ObjectiveService, BudgetWatch, BurningList, MonthReport],
})
export class ObjectivesModule {}
