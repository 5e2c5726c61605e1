import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { LineageModule } from '@app/lineage';
import { ContractsModule } from '@app/contracts';
import { Module } from '@nestjs/common';
import { Approvers } from './change/approvers';
import { ChangeGate } from './change/change-gate';
import { ContractReviewService } from './change/contract-review.service';
import { ReviewAuthors } from './change/review-authors';
import { ReviewGate } from './change/review-gate';
import { ReviewRepository } from './change/review.repository';
import { AwaitedConsents } from './consumers/awaited-consents';
import { ConsumerRepository } from './consumers/consumer.repository';
import { ConsumerService } from './consumers/consumer.service';
import { ConsumerSuggestions } from './consumers/consumer-suggestions';
import { PromisedColumns } from './consumers/promised-columns';
import { SuggestionRepository } from './consumers/suggestion.repository';
import { CauseGraphRepository } from './incidents/causes/cause-graph.repository';
import { Causes } from './incidents/causes/causes';
import { IncidentFinder } from './incidents/incident-finder';
import { IncidentList } from './incidents/incident-list';
import { IncidentNoticeRepository } from './incidents/incident-notice.repository';
import { IncidentNotices } from './incidents/incident-notices';
import { IncidentRepository } from './incidents/incident.repository';
import { IncidentRights } from './incidents/incident-rights';
import { ContractIncidentService } from './incidents/incident.service';
import { IncidentSettlement } from './incidents/incident-settlement';
import { IncidentView } from './incidents/incident-view';
import { IncidentWriter } from './incidents/incident-writer';
import { NoticeList } from './notices/notice-list';
import { RemovalNotices } from './notices/removal-notices';
import { PartySight } from './proposals/party-sight';
import { ProposalApplier } from './proposals/proposal-applier';
import { ProposalEvents } from './proposals/proposal-events';
import { ProposalGate } from './proposals/proposal-gate';
import { ProposalKeeper } from './proposals/proposal-keeper';
import { ProposalNotices } from './proposals/proposal-notices';
import { ProposalObserver } from './proposals/proposal-observer';
import { ProposalRepository } from './proposals/proposal.repository';
import { ProposalSettlement } from './proposals/proposal-settlement';
import { ProposalDeadlines } from './proposals/proposal-deadlines';
import { ProposalService } from './proposals/proposal.service';
import { ProposalViews } from './proposals/proposal-views';
import { ProposedWrites } from './proposals/proposed-writes';
import { EffectivePolicies } from './policies/effective-policies';
import { PolicyMovesRepository } from './policies/policy-moves.repository';
import { PolicyRepository } from './policies/policy.repository';
import { PolicyRights } from './policies/policy-rights';
import { PolicyService } from './policies/policy.service';

/** The life of a contract: how it may change, who relies on it. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule, ContractsModule, LineageModule],
  providers: [
    Approvers,
    ChangeGate,
    ContractReviewService,
    ReviewAuthors,
    ReviewGate,
    ReviewRepository,
    CauseGraphRepository,
    Causes,
    AwaitedConsents,
    ConsumerRepository,
    ConsumerService,
    ConsumerSuggestions,
    ContractIncidentService,
    IncidentFinder,
    IncidentList,
    IncidentNoticeRepository,
    IncidentNotices,
    IncidentRepository,
    IncidentRights,
    IncidentSettlement,
    IncidentView,
    IncidentWriter,
    NoticeList,
    PartySight,
    EffectivePolicies,
    PolicyMovesRepository,
    PolicyRepository,
    PolicyRights,
    PolicyService,
    ProposalApplier,
    ProposalEvents,
    ProposalGate,
    ProposalKeeper,
    ProposalNotices,
    ProposalObserver,
    ProposalRepository,
    ProposalSettlement,
    ProposalService,
    ProposalViews,
    ProposedWrites,
    {
      provide: ProposalDeadlines,
      useFactory: (proposals: ProposalRepository, settlement: ProposalSettlement) =>
        new ProposalDeadlines(proposals, settlement),
      inject: [ProposalRepository, ProposalSettlement],
    },
    PromisedColumns,
    RemovalNotices,
    SuggestionRepository,
  ],
  exports: [
    ConsumerService,
    ContractIncidentService,
    ContractReviewService,
    ProposalDeadlines,
    ProposalEvents,
    ProposalService,
    ConsumerSuggestions,
    IncidentWriter,
    NoticeList,
    PolicyService,
  ],
})
export class GovernanceModule {}
