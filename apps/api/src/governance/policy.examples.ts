import { CHANGE_MODES, DEADLINE_RULES, LEARNED_MODES, SENSITIVITIES } from '@app/governance';

const text = { type: 'string' };
const flag = { type: 'boolean' };
const uuid = { type: 'string', format: 'uuid' };
const oneOf = (words: readonly string[]) => ({ type: 'string', enum: [...words] });
const period = { type: 'string', description: 'ISO 8601' };
export const instant = { type: 'integer', format: 'int64', description: 'Epoch milliseconds' };

export const REFERENCE = {
  title: 'GovernanceReference',
  type: 'object',
  required: ['id', 'type', 'name', 'fullyQualifiedName'],
  properties: { id: uuid, type: text, name: text, fullyQualifiedName: text, displayName: text, deleted: flag },
};

const SOURCE = {
  title: 'PolicySource',
  type: 'object',
  required: ['type'],
  properties: { id: uuid, type: text, name: text, fullyQualifiedName: text, displayName: text, deleted: flag },
};

const CHANGE = {
  mode: oneOf(CHANGE_MODES),
  consentPeriod: period,
  mostExtension: period,
  atDeadline: oneOf(DEADLINE_RULES),
  sunsetNotice: period,
};
const INCIDENTS = {
  open: flag,
  assign: {
    oneOf: [
      oneOf(['owner', 'none']),
      { title: 'PolicyAssignee', type: 'object', properties: { id: uuid, type: oneOf(['user', 'team']) } },
    ],
  },
  closeAfterRuns: { type: 'integer', minimum: 0 },
  group: flag,
  groupWithin: period,
};
const LEARNED = {
  freshness: oneOf(LEARNED_MODES),
  volume: oneOf(LEARNED_MODES),
  sensitivity: oneOf(SENSITIVITIES),
  timezone: text,
};

const section = (title: string, properties: Readonly<Record<string, object>>, more: object = {}) => {
  const all = { ...properties, ...more };
  return { title, type: 'object', required: Object.keys(all).filter((name) => name !== 'assign'), properties: all };
};

export const POLICY_SCHEMA = {
  title: 'ContractPolicy',
  type: 'object',
  required: ['id', 'scope', 'updatedAt', 'updatedBy'],
  properties: {
    id: uuid,
    scope: { ...SOURCE, title: 'PolicyScope' },
    change: section('PolicyChangeRules', CHANGE),
    incidents: section('PolicyIncidentRules', INCIDENTS),
    learned: section('PolicyLearnedRules', LEARNED),
    updatedAt: instant,
    updatedBy: text,
  },
};

export const EFFECTIVE_SCHEMA = {
  title: 'EffectiveContractPolicy',
  type: 'object',
  required: ['change', 'incidents', 'learned'],
  properties: {
    change: section('EffectiveChangeRules', CHANGE, { source: SOURCE }),
    incidents: section('EffectiveIncidentRules', INCIDENTS, { source: SOURCE }),
    learned: section('EffectiveLearnedRules', LEARNED, { source: SOURCE }),
  },
};

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
