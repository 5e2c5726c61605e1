import { ChangeEventRepository } from '@app/events';
import { ObjectivesModule } from '@app/objectives';
import { QueueModule } from '@app/queue';
import { Module } from '@nestjs/common';
import { BudgetNotices } from './notices/budget-notices';
import { CauseGraphRepository } from './incidents/causes/cause-graph.repository';
import { Causes } from './incidents/causes/causes';
import { IncidentMetrics } from './incidents/incident-metrics';
import { IncidentNoticeRepository } from './incidents/incident-notice.repository';
import { IncidentNotices } from './incidents/incident-notices';
import { IncidentRepository } from './incidents/incident.repository';
import { IncidentRound } from './incidents/incident-round';
import { IncidentSettlement } from './incidents/incident-settlement';
import { NoticeDatesRepository } from './notices/notice-dates.repository';
import { NoticeMaker } from './notices/notice-maker';
import { NoticePlaceRepository } from './notices/notice-place.repository';
import { NoticeRound } from './notices/notice-round';
import { VerdictTurns } from './notices/verdict-turn';
import { PolicyRepository } from './policies/policy.repository';
import { ProposalMetrics } from './proposals/proposal-metrics';

/** Makes notices and settles incidents: imported by the worker only, which starts the `NoticeRound` and the `IncidentRound`. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [ObjectivesModule, QueueModule],
  providers: [
    BudgetNotices,
    CauseGraphRepository,
    Causes,
    ChangeEventRepository,
    IncidentMetrics,
    IncidentNoticeRepository,
    IncidentNotices,
    IncidentRepository,
    IncidentRound,
    IncidentSettlement,
    NoticeDatesRepository,
    NoticeMaker,
    NoticePlaceRepository,
    PolicyRepository,
    ProposalMetrics,
    VerdictTurns,
    { provide: NoticeRound, useFactory: (maker: NoticeMaker) => new NoticeRound(maker), inject: [NoticeMaker] },
  ],
  exports: [IncidentRound, NoticeRound],
})
export class GovernanceWorkerModule {}
