import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { ResultsModule } from '@app/results';
import { Module } from '@nestjs/common';
import { ObjectiveRepository } from './document/objective.repository';
import { AttainmentReader } from './evidence/attainment-reader';
import { MarkRepository } from './evidence/mark.repository';
import { RefreshRepository } from './evidence/refresh.repository';
import { ObjectiveService } from './objective.service';
import { BudgetCheck } from './reports/budget-check';
import { BudgetWatch } from './reports/budget-watch';
import { BurningList } from './reports/burning-list';
import { MonthReport } from './reports/month-report';
import { ObjectiveList } from './reports/objective-list';

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
    BudgetCheck,
    BurningList,
    MonthReport,
    ObjectiveList,
  ],
  exports: [ObjectiveService, BudgetWatch, BudgetCheck, BurningList, MonthReport, ObjectiveList],
})
export class ObjectivesModule {}
