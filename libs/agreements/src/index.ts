export { ContractReviewService, type SentReview } from './review/contract-review.service';
export { type ConcernedConsumer, type ContractConsumer } from './consumers/contract-consumer';
export { ChangeCheck, type CheckedChange } from './consumers/change-check';
export { ConcernedConsumers } from './consumers/concerned-consumers';
export { type ConsumerListRequest, ConsumerService, type SentConsumer } from './declarations/consumer.service';
export {
  type ContractInvitation,
  type InvitationListRequest,
  InvitationService,
  type SentInvitation,
} from './declarations/invitation.service';
export { ConsumerSuggestions, type SuggestedConsumer } from './consumers/consumer-suggestions';
export { AgreementsWorkerModule } from './agreements-worker.module';
export { AgreementsModule } from './agreements.module';
export {
  CHANGE_MODES,
  type ChangeRules,
  DEADLINE_RULES,
  DEFAULT_CHANGE,
  DEFAULT_INCIDENTS,
  DEFAULT_LEARNED,
  type IncidentRules,
  LEARNED_MODES,
  type LearnedRules,
  LONGEST_PERIOD_MS,
  NO_POLICY,
  periodFault,
  periodOf,
  SCOPE_TYPES,
  type ScopeType,
  SENSITIVITIES,
} from './policies/contract-policy';
export { EffectivePolicies } from './policies/effective-policies';
export { PolicyMoveRound } from './policies/policy-move-round';
export { PolicyRepository } from './policies/policy.repository';
export { type EffectivePolicy, effectivePolicy } from './policies/effective-policy';
export { type PolicyListRequest, PolicyService, type SentPolicy, type ShownPolicy } from './policies/policy.service';
export { CONSENTS, ENDS, PROPOSAL_STATES, type ProposalState } from './proposals/proposal';
export { DeadlineRound } from './proposals/deadline-round';
export { ProposalDecisions, type SentConsent, type SentProposalReview } from './proposals/proposal-decisions';
export { type ProposalListRequest, ProposalService } from './proposals/proposal.service';
export type { SentProposal } from './proposals/proposed-writes';
export { type ProposalRole, ROLES } from './proposals/proposal-views';
export { isOwnParty, isParty, isSeenParty } from './party-conditions';
export type { SentDraft } from './what-if/draft-reader';
export { SAVE_OUTCOMES } from './what-if/tried-write';
export { WhatIfModule } from './what-if.module';
export { type WhatIf, WhatIfService } from './what-if/what-if.service';
