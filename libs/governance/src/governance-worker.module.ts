import { ChangeEventRepository } from '@app/events';
import { ObjectivesModule } from '@app/objectives';
import { Module } from '@nestjs/common';
import { BudgetNotices } from './notices/budget-notices';
import { NoticeDatesRepository } from './notices/notice-dates.repository';
import { NoticeMaker } from './notices/notice-maker';
import { NoticePlaceRepository } from './notices/notice-place.repository';
import { NoticeRound } from './notices/notice-round';
import { VerdictTurns } from './notices/verdict-turn';
import { PolicyRepository } from './policies/policy.repository';

/** Makes notices: imported by the worker only, which starts the `NoticeRound`. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [ObjectivesModule],
  providers: [
    BudgetNotices,
    ChangeEventRepository,
    NoticeDatesRepository,
    NoticeMaker,
    NoticePlaceRepository,
    PolicyRepository,
    VerdictTurns,
    { provide: NoticeRound, useFactory: (maker: NoticeMaker) => new NoticeRound(maker), inject: [NoticeMaker] },
  ],
  exports: [NoticeRound],
})
export class GovernanceWorkerModule {}
