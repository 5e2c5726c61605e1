export { brokenColumns, type ConcernedConsumer, type ContractConsumer } from './consumers/contract-consumer';
export { type ConsumerListRequest, ConsumerService, type SentConsumer } from './consumers/consumer.service';
export { ConsumerSuggestions, type SuggestedConsumer } from './consumers/consumer-suggestions';
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
export type { EffectivePolicy } from './policies/effective-policy';
export { type PolicyListRequest, PolicyService, type SentPolicy, type ShownPolicy } from './policies/policy.service';
export type { NamedReference } from './reference-sql';
