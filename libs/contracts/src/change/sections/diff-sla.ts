import { MINUTE, compareDurations, parseDuration, sameJson } from '@app/common';
import { LEARNED_METRICS, type ContractSla, type LearnedMetric } from '../../document/contract-document';
import { parseSla } from '../../document/sla-terms';
import { zoneOffset } from '../../document/time';
import { type Change, type Compatibility, breaking, change, compatible, info } from '../../promises/change';
import type { ColumnNames } from '../../promises/column-names';
import { diffAttributes } from './diff-attributes';

type Compare = (before: ContractSla, after: ContractSla) => number;

/** The targets, the name of each one's loosening, and a comparison that is negative for it. */
const TARGETS = {
  refreshFrequency: { looserIs: 'longer', compare: durationsOf('refreshFrequency') },
  maxLatency: { looserIs: 'longer', compare: durationsOf('maxLatency') },
  retention: { looserIs: 'shorter', compare: (before, after) => durationsOf('retention')(after, before) },
  availability: {
    looserIs: 'lower',
    compare: (before, after) => (after.availability ?? 0) - (before.availability ?? 0),
  },
  availabilityTime: { looserIs: 'later', compare: compareDeadlines },
} as const satisfies Record<string, { looserIs: string; compare: Compare }>;

type Target = keyof typeof TARGETS;

const TARGET_NAMES = Object.keys(TARGETS) as Target[];
/** `timezone` is compared with availabilityTime. */
const JUDGED: ReadonlySet<string> = new Set([...TARGET_NAMES, 'columnName', 'timezone', 'inherited', 'learned']);

/** Changes in the SLA: loosening or removing a target is breaking, tightening or adding one is not. */
export function diffSla(before: ContractSla, after: ContractSla, names?: ColumnNames): Change[] {
  return [
    ...TARGET_NAMES.flatMap((target) => diffTarget(target, before, after)),
    ...diffZone(before, after),
    ...diffColumnName(before, after, names),
    ...LEARNED_METRICS.flatMap((metric) => diffLearned(metric, before, after)),
    ...diffAttributes({ ...before }, { ...after }, 'sla', JUDGED),
  ];
}

function diffTarget(target: Target, before: ContractSla, after: ContractSla): Change[] {
  const sides = [before[target], after[target]] as const;
  const path = `sla.${target}`;
  if (sameJson(...sides)) return [];
  if (sides[0] === undefined) return [compatible(path, sides, `${target} is now promised`)];
  if (sides[1] === undefined) return [breaking(path, sides, `${target} is no longer promised`)];
  const [compatibility, reason] = judge(target, before, after);
  return [change(compatibility, path, sides, reason)];
}

function judge(target: Target, before: ContractSla, after: ContractSla): [Compatibility, string] {
  const { looserIs, compare } = TARGETS[target];
  const difference = compare(before, after);
  if (difference < 0) return ['breaking', `${target} is loosened: it is ${looserIs} than before`];
  if (difference > 0) return ['compatible', `${target} is tightened`];
  return ['info', `${target} means the same in another spelling`];
}

/** Negative if the new duration is longer. Unreadable durations (stored without validation) count as equal. */
function durationsOf(key: 'refreshFrequency' | 'maxLatency' | 'retention'): Compare {
  return (before, after) => {
    const [from, to] = [parseDuration(before[key]), parseDuration(after[key])];
    return from.ok && to.ok ? compareDurations(from.duration, to.duration) : 0;
  };
}

/** A change of zone alone moves the deadline; if the time changed too, that change is already reported. */
function diffZone(before: ContractSla, after: ContractSla): Change[] {
  const sides = [before.timezone, after.timezone] as const;
  if (sides[0] === sides[1]) return [];
  const told = before.availabilityTime !== after.availabilityTime || before.availabilityTime === undefined;
  if (told) return [info('sla.timezone', sides, 'the zone counts for availabilityTime alone')];
  const [compatibility, reason] = judge('availabilityTime', before, after);
  return [change(compatibility, 'sla.timezone', sides, reason)];
}

/** The column whose newest value is the age of the data: another one makes another promise of the targets about age. */
function diffColumnName(before: ContractSla, after: ContractSla, names?: ColumnNames): Change[] {
  const sides = [before.columnName, after.columnName] as const;
  const [from, to] = sides;
  if (from === to) return [];
  const path = 'sla.columnName';
  if (from !== undefined && to !== undefined && names && names.keyOfPath(from) === names.keyOfPath(to))
    return [info(path, sides, 'it is the same column')];
  if (from === undefined) return [info(path, sides, 'the age of the data is now read from a column')];
  if (before.refreshFrequency === undefined && before.maxLatency === undefined)
    return [info(path, sides, 'no target is about the age of the data')];
  const reason = to === undefined ? 'no longer read from the column' : 'read from another column';
  return [breaking(path, sides, `the age of the data is ${reason}`)];
}

function diffLearned(metric: LearnedMetric, before: ContractSla, after: ContractSla): Change[] {
  const sides = [before, after].map(({ learned }) => (learned?.includes(metric) ? metric : undefined));
  const [from, to] = [sides[0], sides[1]];
  if (from === to) return [];
  const path = `sla.learned.${metric}`;
  return to === undefined
    ? [breaking(path, [from, to], `unusual ${metric} no longer fails the contract`)]
    : [compatible(path, [from, to], `unusual ${metric} fails the contract now`)];
}

/** Winter and summer of one year, so that zones with daylight saving time are compared in both. */
const SEASONS = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];

/**
 * Negative if the new deadline (availabilityTime in its zone, else in `timezone`, else in UTC) is later in some season, positive if
 * it is earlier in some and later in none, zero if equal.
 */
export function compareDeadlines(before: ContractSla, after: ContractSla): number {
  const [from, to] = [deadlines(before), deadlines(after)];
  if (!from || !to) return 0;
  const later = to.map((minutes, season) => minutes - (from[season] as number));
  return Math.max(...later) > 0 ? -1 : -Math.min(...later);
}

/** Minutes after midnight UTC, by season; before or after that day where the zone is far away. */
function deadlines(sla: ContractSla): number[] | undefined {
  const { availabilityTime: time } = parseSla(sla).terms;
  return time && SEASONS.map((instant) => time.hour * 60 + time.minute - zoneOffset(time.zone, instant) / MINUTE);
}
