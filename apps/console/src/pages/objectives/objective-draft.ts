import type { Objective } from '../../api/governance/objectives';
import { isoOf, periodOf, type Period } from '../../ui/fields/period';

export interface ObjectiveDraft {
  readonly name: string;
  readonly on: Objective['on'];
  readonly unit: Objective['unit'];
  readonly target: string;
  readonly window: 'rolling' | 'month';
  readonly rolling: Period;
  readonly timezone: string;
  /** Age of the newest refresh; empty: the one that the contract promises. */
  readonly within: Period;
  readonly noData: NonNullable<Objective['noData']>;
  /** Absent: those that are usual for the unit. */
  readonly alerts?: readonly AlertDraft[] | undefined;
}

type Alert = NonNullable<Objective['alerts']>[number];

/** An alert of an objective in its form. */
export interface AlertDraft {
  readonly long: Period;
  readonly short: Period;
  readonly factor: string;
}

/** The most that an objective has. */
export const MOST_ALERTS = 4;

export const ALERTS = { default: 'As usual for the unit', own: 'Own alerts' } as const;

/** Alerts that the API takes where an objective names none: the beginning of an own list. */
const USUAL: Readonly<Record<'days' | 'other', readonly Alert[]>> = {
  days: [
    { long: 'P3D', short: 'P1D', factor: 3 },
    { long: 'P7D', short: 'P1D', factor: 1 },
  ],
  other: [
    { long: 'P1D', short: 'PT2H', factor: 3 },
    { long: 'P3D', short: 'PT6H', factor: 1 },
  ],
};

const alertDraft = ({ long, short, factor }: Alert): AlertDraft => ({
  long: periodOf(long),
  short: periodOf(short),
  factor: String(factor),
});

/** The usual alerts of a unit, to be changed. */
export const defaultAlerts = (unit: Objective['unit']): readonly AlertDraft[] =>
  USUAL[unit === 'days' ? 'days' : 'other'].map(alertDraft);

export const newAlert = (): AlertDraft => alertDraft({ long: 'P1D', short: 'PT6H', factor: 2 });

const alertOf = ({ long, short, factor }: AlertDraft): Alert => ({
  long: isoOf(long),
  short: isoOf(short),
  factor: Number(factor),
});

export const ONS: Readonly<Record<Objective['on'], string>> = {
  status: 'Status: runs that pass',
  freshness: 'Freshness: the age of the newest refresh',
  availability: 'Availability: observations of the asset',
};

const UNITS: Readonly<Record<Objective['unit'], string>> = { days: 'Days', hours: 'Hours', runs: 'Runs' };

/** Units in which an objective can be counted: freshness has no runs. */
export const unitsOf = (
  on: Objective['on'],
): readonly { readonly value: Objective['unit']; readonly label: string }[] =>
  (Object.keys(UNITS) as Objective['unit'][])
    .filter((unit) => on !== 'freshness' || unit !== 'runs')
    .map((value) => ({ value, label: UNITS[value] }));

export const WINDOWS = { rolling: 'The last days or hours', month: 'The month of the calendar' } as const;

export const NO_DATA: Readonly<Record<ObjectiveDraft['noData'], string>> = {
  carry: 'As the last one before it',
  ignore: 'Not counted',
  bad: 'As bad',
};

/** @param objective the one that is changed; absent: a new one, for which a month may have one or two bad days */
export function objectiveDraft(objective?: Objective): ObjectiveDraft {
  return {
    name: objective?.name ?? '',
    on: objective?.on ?? 'status',
    unit: objective?.unit ?? 'days',
    target: String(objective?.target ?? 95),
    window: objective?.window.calendar === undefined ? 'rolling' : 'month',
    rolling: periodOf(objective?.window.rolling ?? 'P30D'),
    timezone: objective?.timezone ?? 'UTC',
    within: periodOf(objective?.within),
    noData: objective?.noData ?? 'carry',
    alerts: objective?.alerts?.map(alertDraft),
  };
}

/** The objective as it is sent. */
export function objectiveOf(draft: ObjectiveDraft): Objective {
  const { on, unit, noData, alerts } = draft;
  const within = isoOf(draft.within);
  return {
    name: draft.name.trim(),
    on,
    unit,
    target: Number(draft.target),
    window: draft.window === 'month' ? { calendar: 'month' } : { rolling: isoOf(draft.rolling) },
    timezone: draft.timezone.trim(),
    ...(on === 'freshness' && within !== '' && { within }),
    noData,
    ...(alerts && { alerts: alerts.map(alertOf) }),
  };
}

/** The list with an objective that replaces the one of that name, or at its end. */
export function withObjective(
  list: readonly Objective[],
  name: string | undefined,
  objective: Objective,
): readonly Objective[] {
  const at = list.findIndex((one) => one.name === name);
  return at < 0 ? [...list, objective] : list.with(at, objective);
}
