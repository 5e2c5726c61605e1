import { VisibilityModule } from '@app/catalog';
import { Database } from '@app/database';
import { ChangeEventRepository } from '@app/events';
import { ObjectivesModule } from '@app/objectives';
import { QueueModule } from '@app/queue';
import { Module } from '@nestjs/common';
import { BudgetNotices } from './budgets/budget-notices';
import { DueNoticeRepository } from './due/due-notice.repository';
import { DueNotices } from './due/due-notices';
import { NotValidatedSource } from './due/not-validated-source';
import { SlaRiskSource } from './due/sla-risk-source';
import { NoticeDatesRepository } from './events/notice-dates.repository';
import { NoticeMaker } from './events/notice-maker';
import { NoticePositionRepository } from './events/notice-position.repository';
import { VerdictTransitions } from './events/verdict-transition';
import { NoticeRound } from './notice-round';

/** Makes notices: imported by the worker only, which starts the `NoticeRound`. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [ObjectivesModule, QueueModule, VisibilityModule],
  providers: [
    BudgetNotices,
    ChangeEventRepository,
    DueNoticeRepository,
    DueNotices,
    NoticeDatesRepository,
    NoticeMaker,
    NoticePositionRepository,
    NotValidatedSource,
    SlaRiskSource,
    VerdictTransitions,
    {
      provide: NoticeRound,
      useFactory: (database: Database, maker: NoticeMaker, due: DueNotices) => new NoticeRound(database, maker, due),
      inject: [Database, NoticeMaker, DueNotices],
    },
  ],
  exports: [NoticeRound],
})
export class NoticesWorkerModule {}
