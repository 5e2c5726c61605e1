import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { ContractGates, ContractsModule } from '@app/contracts';
import { Database } from '@app/database';
import { LineageModule } from '@app/lineage';
import { NoticesModule } from '@app/notices';
import { Module } from '@nestjs/common';
import { Approvers } from './review/approvers';
import { ChangeGate } from './proposals/change-gate';
import { ContractReviewService } from './review/contract-review.service';
import { ReviewDecision } from './review/review-decision';
import { ReviewAuthors } from './review/review-authors';
import { ReviewGate } from './review/review-gate';
import { ReviewRepository } from './review/review.repository';
import { AwaitedConsents } from './declarations/awaited-consents';
import { ChangeCheck } from './consumers/change-check';
import { ConcernedConsumers } from './consumers/concerned-consumers';
import { ConsumerRepository } from './consumers/consumer.repository';
import { ConsumerService } from './declarations/consumer.service';
import { InvitationRepository } from './declarations/invitation.repository';
import { InvitationService } from './declarations/invitation.service';
import { DeclarationEnds } from './declarations/declaration-ends';
import { ConsumerSuggestions } from './consumers/consumer-suggestions';
import { PromisedColumns } from './consumers/promised-columns';
import { SuggestionRepository } from './consumers/suggestion.repository';
import { PartyVisibility } from './proposals/party-visibility';
import { ProposalApplier } from './proposals/proposal-applier';
import { ProposalDecisions } from './proposals/proposal-decisions';
import { ProposalGate } from './proposals/proposal-gate';
import { ProposalOpener } from './proposals/proposal-opener';
import { ProposalNotices } from './proposals/proposal-notices';
import { ProposalObserver } from './proposals/proposal-observer';
import { ProposalRepository } from './proposals/proposal.repository';
import { DeadlineApplier } from './proposals/deadline-applier';
import { DeadlineRound } from './proposals/deadline-round';
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
  imports: [AuthModule, CatalogModule, ContractsModule, LineageModule, NoticesModule],
  providers: [
    Approvers,
    ChangeGate,
    ContractReviewService,
    ReviewAuthors,
    ReviewDecision,
    ReviewGate,
    ReviewRepository,
    AwaitedConsents,
    ChangeCheck,
    ConcernedConsumers,
    ConsumerRepository,
    ConsumerService,
    ConsumerSuggestions,
    InvitationRepository,
    InvitationService,
    DeclarationEnds,
    PartyVisibility,
    EffectivePolicies,
    PolicyMovesRepository,
    PolicyRepository,
    PolicyRights,
    PolicyService,
    ProposalApplier,
    ProposalDecisions,
    ProposalGate,
    ProposalOpener,
    ProposalNotices,
    ProposalObserver,
    ProposalRepository,
    DeadlineApplier,
    ProposalService,
    ProposalViews,
    ProposedWrites,
    {
      provide: DeadlineRound,
      useFactory: (database: Database, proposals: ProposalRepository, gates: ContractGates) =>
        new DeadlineRound(database, proposals, gates),
      inject: [Database, ProposalRepository, ContractGates],
    },
    PromisedColumns,
    SuggestionRepository,
  ],
  exports: [
    Approvers,
    ChangeCheck,
    ConcernedConsumers,
    ConsumerService,
    ContractReviewService,
    DeadlineApplier,
    DeadlineRound,
    EffectivePolicies,
    InvitationService,
    ProposalDecisions,
    ProposalRepository,
    ProposalService,
    ReviewRepository,
    ConsumerSuggestions,
    PolicyService,
  ],
})
export class AgreementsModule {}
