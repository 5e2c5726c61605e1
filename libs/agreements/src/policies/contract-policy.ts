import type { Reference } from '@app/catalog';
import { parseDuration } from '@app/common';

export const CHANGE_MODES = ['open', 'reviewed', 'consented'] as const;
export const DEADLINE_RULES = ['applyUnlessObjected', 'apply', 'reject'] as const;
export const LEARNED_MODES = ['off', 'warn'] as const;
export const SENSITIVITIES = ['low', 'medium', 'high'] as const;
/** Types of entities that a policy can be for, beside all contracts. */
export const SCOPE_TYPES = ['domain', 'dataProduct', 'tag', 'dataContract'] as const;
export type ScopeType = (typeof SCOPE_TYPES)[number] | 'all';

/** Rules of how contracts are changed. Durations in ISO 8601. */
export interface ChangeRules {
  readonly mode: (typeof CHANGE_MODES)[number];
  readonly consentPeriod: string;
  readonly mostExtension: string;
  readonly atDeadline: (typeof DEADLINE_RULES)[number];
  readonly sunsetNotice: string;
}

/** Rules of who has to mend a contract that fails. */
export interface IncidentRules {
  readonly open: boolean;
  /** To the owner, to no one, or to a user or team. */
  readonly assign: 'owner' | 'none' | Pick<Reference, 'id' | 'type'>;
  /** Runs that pass until an incident is closed; 0: it is closed by hand. */
  readonly closeAfterRuns: number;
  readonly group: boolean;
  readonly groupWithin: string;
}

/** Rules of what is learned from the past of an asset. */
export interface LearnedRules {
  readonly freshness: (typeof LEARNED_MODES)[number];
  readonly volume: (typeof LEARNED_MODES)[number];
  readonly sensitivity: (typeof SENSITIVITIES)[number];
  readonly timezone: string;
}

/** The sections of a policy; one that is there is complete. */
export interface PolicySections {
  readonly change?: ChangeRules;
  readonly incidents?: IncidentRules;
  readonly learned?: LearnedRules;
}

export const SECTIONS = ['change', 'incidents', 'learned'] as const satisfies readonly (keyof PolicySections)[];

/** The members of a section that its writer leaves out. */
export const DEFAULT_CHANGE: Omit<ChangeRules, 'mode'> = {
  consentPeriod: 'P30D',
  mostExtension: 'P30D',
  atDeadline: 'applyUnlessObjected',
  sunsetNotice: 'P30D',
};
export const DEFAULT_INCIDENTS: IncidentRules = {
  open: true,
  assign: 'owner',
  closeAfterRuns: 3,
  group: true,
  groupWithin: 'PT6H',
};
export const DEFAULT_LEARNED: LearnedRules = {
  freshness: 'off',
  volume: 'off',
  sensitivity: 'medium',
  timezone: 'UTC',
};

/** The sections where no policy has them: nothing is governed. */
export const NO_POLICY: Required<PolicySections> = {
  change: { mode: 'open', ...DEFAULT_CHANGE },
  incidents: { ...DEFAULT_INCIDENTS, open: false },
  learned: DEFAULT_LEARNED,
};

/** One second. */
const SHORTEST_PERIOD_MS = 1_000;
/** The longest period of what governs contracts, 366 days: of a policy, a snooze, a mute. */
export const LONGEST_PERIOD_MS = 366 * 86_400_000;

/** The fault of a duration of a policy; months and years have no fixed length. */
export function periodFault(text: unknown): string | undefined {
  const parsed = typeof text === 'string' ? parseDuration(text) : undefined;
  const isRight =
    parsed?.ok === true &&
    parsed.duration.months === 0 &&
    parsed.duration.milliseconds >= SHORTEST_PERIOD_MS &&
    parsed.duration.milliseconds <= LONGEST_PERIOD_MS;
  return isRight ? undefined : 'must be an ISO 8601 duration from PT1S to P366D, without months and years';
}

/** Milliseconds of a duration of a policy. */
export function periodOf(text: string): number {
  const parsed = parseDuration(text);
  if (!parsed.ok) throw new Error(`${text} is no duration of a policy`);
  return parsed.duration.milliseconds;
}

const rankOf = ({ mode }: Pick<ChangeRules, 'mode'>): number => CHANGE_MODES.indexOf(mode);

/** Above zero: the first is stricter by its mode; below: looser. */
export function compareModes(one: Pick<ChangeRules, 'mode'>, other: Pick<ChangeRules, 'mode'>): number {
  return rankOf(one) - rankOf(other);
}

/** In this order a deadline helps those who object more. */
export const DEADLINE_RULES_BY_STRICTNESS: readonly ChangeRules['atDeadline'][] = [
  'apply',
  'applyUnlessObjected',
  'reject',
];

/** The member of rules of incidents that is looser than in others, in words; undefined: none is. */
export function looserIncidents(rules: IncidentRules, others: IncidentRules): string | undefined {
  // 0 runs: an incident is closed by hand alone.
  const runs = ({ closeAfterRuns }: IncidentRules): number => (closeAfterRuns === 0 ? Infinity : closeAfterRuns);
  if (!rules.open && others.open) return 'incidents.open false is looser than true';
  if (runs(rules) >= runs(others)) return undefined;
  return `incidents.closeAfterRuns ${rules.closeAfterRuns} is looser than ${others.closeAfterRuns}`;
}

/** `looserIncidents` of what is learned. */
export function looserLearned(rules: LearnedRules, others: LearnedRules): string | undefined {
  for (const metric of ['freshness', 'volume'] as const)
    if (rules[metric] === 'off' && others[metric] === 'warn') return `learned.${metric} off is looser than warn`;
  const rank = ({ sensitivity }: LearnedRules): number => SENSITIVITIES.indexOf(sensitivity);
  if (rank(rules) >= rank(others)) return undefined;
  return `learned.sensitivity ${rules.sensitivity} is looser than ${others.sensitivity}`;
}

/** Whether no member of the rules gives consumers less than the others do. */
export function isAsStrict(rules: ChangeRules, others: ChangeRules): boolean {
  const byMode = compareModes(rules, others);
  if (byMode !== 0 || rules.mode !== 'consented') return byMode >= 0;
  const periods = ['consentPeriod', 'mostExtension', 'sunsetNotice'] as const;
  return (
    DEADLINE_RULES_BY_STRICTNESS.indexOf(rules.atDeadline) >= DEADLINE_RULES_BY_STRICTNESS.indexOf(others.atDeadline) &&
    periods.every((name) => periodOf(rules[name]) >= periodOf(others[name]))
  );
}
