export { ContractReviewService, type SentReview } from './change/contract-review.service';
export { brokenColumns, type ConcernedConsumer, type ContractConsumer } from './consumers/contract-consumer';
export { type ConsumerListRequest, ConsumerService, type SentConsumer } from './consumers/consumer.service';
export { ConsumerSuggestions, type SuggestedConsumer } from './consumers/consumer-suggestions';
export {
  CONTRACT_INCIDENT_STATUSES,
  type ContractIncident,
  INCIDENT_ACTIONS,
  INCIDENT_SEVERITIES,
  type IncidentAction,
  type IncidentEvent,
  type IncidentSeverity,
  RESOLUTIONS,
  type Resolution,
} from './incidents/contract-incident';
export { memberFaults, type SentAction } from './incidents/incident-actions';
export { INCIDENT_LISTS, type IncidentListRequest, type IncidentPage } from './incidents/incident-list';
export { ContractIncidentService } from './incidents/incident.service';
export { IncidentWriter, type SentIncident } from './incidents/incident-writer';
export type { AffectedIncident } from './incidents/incident-view';
export { GovernanceWorkerModule } from './governance-worker.module';
export { IncidentRound } from './incidents/incident-round';
export { GovernanceModule } from './governance.module';
export {
  CHANGE_MODES,
  type ChangeRules,
  DEADLINE_RULES,
  DEFAULT_CHANGE,
  DEFAULT_INCIDENTS,
  DEFAULT_LEARNED,
  LEARNED_MODES,
  type LearnedRules,
  periodFault,
  SCOPE_TYPES,
  type ScopeType,
  SENSITIVITIES,
} from './policies/contract-policy';
export { EffectivePolicies } from './policies/effective-policies';
export { PolicyMoveRound } from './policies/policy-move-round';
export { PolicyRepository } from './policies/policy.repository';
export type { EffectivePolicy } from './policies/effective-policy';
export { type PolicyListRequest, PolicyService, type SentPolicy, type ShownPolicy } from './policies/policy.service';
export { CONSENTS, ENDS, PROPOSAL_STATES, type ProposalState } from './proposals/proposal';
export { ProposalDeadlines } from './proposals/proposal-deadlines';
export { ProposalEvents, type SentConsent, type SentProposalReview } from './proposals/proposal-events';
export { type ProposalListRequest, ProposalService } from './proposals/proposal.service';
export type { SentProposal } from './proposals/proposed-writes';
export { type ProposalRole, ROLES } from './proposals/proposal-views';
export type { NamedReference } from './reference-sql';
export {
  CONTRACT_NOTICE_TYPES,
  type ContractNoticeType,
  NOTICE_ROLES,
  type NoticeDetails,
  pageOf,
} from './notices/contract-notice';
export { NoticeList, type NoticeListRequest } from './notices/notice-list';
export { NoticeRound } from './notices/notice-round';
export { purgeNotices } from './notices/purge-notices';
export { type NewNotice, type NoticeAudience, recordNotices } from './notices/record-notices';
export { VerdictTurns } from './notices/verdict-turn';
