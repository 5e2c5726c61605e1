import type { ContractPolicy, PolicyBody, PolicyScopeType } from '../../api/governance/policies';
import { isoOf, periodOf, type Period } from '../../ui/fields/period';
import type { Party } from '../../ui/party-field';

export type Section = 'change' | 'incidents' | 'learned';
type ChangeRules = NonNullable<ContractPolicy['change']>;
type LearnedRules = NonNullable<ContractPolicy['learned']>;

/** A policy in its form. Sections that are switched off retain their entries until the form is closed. */
export interface PolicyDraft {
  readonly scopeType: PolicyScopeType;
  readonly scopeName: string;
  readonly has: Readonly<Record<Section, boolean>>;
  readonly mode: ChangeRules['mode'];
  readonly consentPeriod: Period;
  readonly mostExtension: Period;
  readonly sunsetNotice: Period;
  readonly atDeadline: ChangeRules['atDeadline'];
  readonly open: boolean;
  readonly assign: 'owner' | 'none' | 'party';
  readonly party: Party;
  readonly closeAfterRuns: string;
  readonly group: boolean;
  readonly groupWithin: Period;
  readonly freshness: boolean;
  readonly volume: boolean;
  readonly sensitivity: LearnedRules['sensitivity'];
  readonly timezone: string;
}

type Scope = Pick<PolicyDraft, 'scopeType' | 'scopeName'>;

/** Values of a section that is switched on. */
const DEFAULTS = {
  change: {
    mode: 'reviewed',
    consentPeriod: 'P30D',
    mostExtension: 'P30D',
    atDeadline: 'applyUnlessObjected',
    sunsetNotice: 'P30D',
  },
  incidents: { open: true, assign: 'owner', closeAfterRuns: 3, group: true, groupWithin: 'PT6H' },
  learned: { freshness: 'warn', volume: 'warn', sensitivity: 'medium', timezone: 'UTC' },
} as const;

/**
 * @param policy the one that is changed; absent: a new one, with the rules of changes switched on
 * @param assignee the user or team that its incidents go to
 */
export function policyDraft(scope: Scope, policy?: ContractPolicy, assignee?: Party): PolicyDraft {
  const change = policy?.change ?? DEFAULTS.change;
  const { assign, ...incidents } = policy?.incidents ?? DEFAULTS.incidents;
  const learned = policy?.learned ?? DEFAULTS.learned;
  return {
    ...scope,
    has: {
      change: policy ? policy.change !== undefined : true,
      incidents: policy?.incidents !== undefined,
      learned: policy?.learned !== undefined,
    },
    mode: change.mode,
    consentPeriod: periodOf(change.consentPeriod),
    mostExtension: periodOf(change.mostExtension),
    sunsetNotice: periodOf(change.sunsetNotice),
    atDeadline: change.atDeadline,
    open: incidents.open,
    assign: typeof assign === 'object' ? 'party' : (assign ?? 'none'),
    party: assignee ?? { type: 'user', fullyQualifiedName: '' },
    closeAfterRuns: String(incidents.closeAfterRuns),
    group: incidents.group,
    groupWithin: periodOf(incidents.groupWithin),
    freshness: learned.freshness === 'warn',
    volume: learned.volume === 'warn',
    sensitivity: learned.sensitivity,
    timezone: learned.timezone,
  };
}

/** The policy as it is sent: the sections that are switched on. */
export function policyBody(draft: PolicyDraft): PolicyBody {
  const { scopeType, scopeName, has, mode, atDeadline, open, group, sensitivity } = draft;
  const name = scopeName.trim();
  return {
    scope: { type: scopeType, ...(scopeType !== 'all' && { fullyQualifiedName: name }) },
    ...(has.change && {
      change: {
        mode,
        atDeadline,
        consentPeriod: isoOf(draft.consentPeriod),
        mostExtension: isoOf(draft.mostExtension),
        sunsetNotice: isoOf(draft.sunsetNotice),
      },
    }),
    ...(has.incidents && {
      incidents: {
        open,
        group,
        assign: assignOf(draft),
        closeAfterRuns: Number(draft.closeAfterRuns),
        groupWithin: isoOf(draft.groupWithin),
      },
    }),
    ...(has.learned && {
      learned: {
        freshness: draft.freshness ? 'warn' : 'off',
        volume: draft.volume ? 'warn' : 'off',
        sensitivity,
        timezone: draft.timezone.trim(),
      },
    }),
  };
}

function assignOf({ assign, party: { type, fullyQualifiedName } }: PolicyDraft) {
  return assign === 'party' ? { type, fullyQualifiedName: fullyQualifiedName.trim() } : assign;
}

/** A stored policy as it is sent again, such as to take its removal back. */
export function bodyOf({ scope, change, incidents, learned }: ContractPolicy): PolicyBody {
  const { assign, ...rules } = incidents ?? {};
  return {
    scope: { type: scope.type as PolicyScopeType, ...(scope.id !== undefined && { id: scope.id }) },
    ...(change && { change }),
    ...(incidents && {
      incidents: { ...rules, assign: assign as NonNullable<PolicyBody['incidents']>['assign'] },
    }),
    ...(learned && { learned }),
  };
}

/** Whether the form says all that the API needs. */
export const isComplete = ({ scopeType, scopeName, has, assign, party }: PolicyDraft): boolean =>
  (scopeType === 'all' || scopeName.trim() !== '') &&
  Object.values(has).some(Boolean) &&
  !(has.incidents && assign === 'party' && party.fullyQualifiedName.trim() === '');
