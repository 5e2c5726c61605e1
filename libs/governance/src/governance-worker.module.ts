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
import { PolicyMoveRound } from './policies/policy-move-round';
import { PolicyMovesRepository } from './policies/policy-moves.repository';
import { PolicyRepository } from './policies/policy.repository';
import { ProposalMetrics } from './proposals/proposal-metrics';

/** Makes notices and settles incidents: imported by the worker only, which starts the `NoticeRound`, the `IncidentRound` and the `PolicyMoveRound`. Needs ConfigModule and DatabaseModule. */
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
    PolicyMoveRound,
    PolicyMovesRepository,
    PolicyRepository,
    ProposalMetrics,
    VerdictTurns,
    { provide: NoticeRound, useFactory: (maker: NoticeMaker) => new NoticeRound(maker), inject: [NoticeMaker] },
  ],
  exports: [IncidentRound, NoticeRound, PolicyMoveRound],
})
export class GovernanceWorkerModule {}
