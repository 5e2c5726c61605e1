import { CHANGE_MODES, DEADLINE_RULES, LEARNED_MODES, SENSITIVITIES } from '@app/agreements';
import { component, count, flag, instant, oneOf, text, uuid } from '../http/schemas';

const period = { type: 'string', description: 'ISO 8601' };

export const REFERENCE = component('GovernanceReference', {
  id: uuid,
  type: text,
  name: text,
  fullyQualifiedName: text,
  'displayName?': text,
  'deleted?': flag,
});

export const POLICY_SOURCE = component('PolicySource', {
  'id?': uuid,
  type: text,
  'name?': text,
  'fullyQualifiedName?': text,
  'displayName?': text,
  'deleted?': flag,
});

const CHANGE = {
  mode: oneOf(CHANGE_MODES),
  consentPeriod: period,
  mostExtension: period,
  atDeadline: oneOf(DEADLINE_RULES),
  sunsetNotice: period,
};
const INCIDENTS = {
  open: flag,
  'assign?': {
    oneOf: [oneOf(['owner', 'none']), component('PolicyAssignee', { 'id?': uuid, 'type?': oneOf(['user', 'team']) })],
  },
  closeAfterRuns: count,
  group: flag,
  groupWithin: period,
};
const LEARNED = {
  freshness: oneOf(LEARNED_MODES),
  volume: oneOf(LEARNED_MODES),
  sensitivity: oneOf(SENSITIVITIES),
  timezone: text,
};

export const POLICY_SCHEMA = component('ContractPolicy', {
  id: uuid,
  scope: { ...POLICY_SOURCE, title: 'PolicyScope' },
  'change?': component('PolicyChangeRules', CHANGE),
  'incidents?': component('PolicyIncidentRules', INCIDENTS),
  'learned?': component('PolicyLearnedRules', LEARNED),
  updatedAt: instant,
  updatedBy: text,
});

export const EFFECTIVE_SCHEMA = component('EffectiveContractPolicy', {
  change: component('EffectiveChangeRules', { ...CHANGE, source: POLICY_SOURCE, 'until?': instant, 'because?': text }),
  incidents: component('EffectiveIncidentRules', { ...INCIDENTS, source: POLICY_SOURCE }),
  learned: component('EffectiveLearnedRules', { ...LEARNED, source: POLICY_SOURCE }),
});

export const SENT_POLICY = {
  scope: { type: 'domain', fullyQualifiedName: 'Sales' },
  change: { mode: 'consented', consentPeriod: 'P14D' },
};

const SCOPE = {
  id: '6a1c2f0e-4b5d-4e8f-9a3b-2c7d8e9f0a1b',
  type: 'domain',
  name: 'Sales',
  fullyQualifiedName: 'Sales',
  deleted: false,
};
const CONSENTED = {
  mode: 'consented',
  consentPeriod: 'P14D',
  mostExtension: 'P30D',
  atDeadline: 'applyUnlessObjected',
  sunsetNotice: 'P30D',
};

export const POLICY = {
  id: '2f8a6c1d-7e3b-4a90-b5c4-8d1e2f3a4b5c',
  scope: SCOPE,
  change: CONSENTED,
  updatedAt: 1_764_300_000_000,
  updatedBy: 'ann',
};

export const EFFECTIVE = {
  change: { ...CONSENTED, source: SCOPE },
  incidents: {
    ...{ open: false, assign: 'owner', closeAfterRuns: 3, group: true, groupWithin: 'PT6H' },
    source: { type: 'default' },
  },
  learned: {
    ...{ freshness: 'off', volume: 'off', sensitivity: 'medium', timezone: 'UTC' },
    source: { type: 'default' },
  },
};
