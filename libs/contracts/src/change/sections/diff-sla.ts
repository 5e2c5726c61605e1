import type { ContractSla } from '../../document/contract-document';
import { compareDurations, parseDuration } from '@app/common';
import { breaking, change, compatible, info, type Change, type Compatibility } from '../change';
import { sameJson } from '../same-json';
import { compareDeadlines } from './deadline';
import { diffAttributes } from './diff-attributes';

type Compare = (before: ContractSla, after: ContractSla) => number;

/** The targets, how each is loosened, and a comparison that is negative where it is. */
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
/** `timezone` is judged with availabilityTime. */
const JUDGED: ReadonlySet<string> = new Set([...TARGET_NAMES, 'timezone', 'inherited']);

/** What changed in the SLA: a target that is loosened or dropped breaks, one that is tightened or added does not. */
export function diffSla(before: ContractSla, after: ContractSla): Change[] {
  return [
    ...TARGET_NAMES.flatMap((target) => diffTarget(target, before, after)),
    ...diffZone(before, after),
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

/** Negative where the new duration is longer. What cannot be read (it was never checked) counts as equal. */
function durationsOf(key: 'refreshFrequency' | 'maxLatency' | 'retention'): Compare {
  return (before, after) => {
    const [from, to] = [parseDuration(before[key]), parseDuration(after[key])];
    return from.ok && to.ok ? compareDurations(from.duration, to.duration) : 0;
  };
}

/** A zone alone moves the deadline; with another time, the time's change has told it. */
function diffZone(before: ContractSla, after: ContractSla): Change[] {
  const sides = [before.timezone, after.timezone] as const;
  if (sides[0] === sides[1]) return [];
  const told = before.availabilityTime !== after.availabilityTime || before.availabilityTime === undefined;
  if (told) return [info('sla.timezone', sides, 'the zone counts for availabilityTime alone')];
  const [compatibility, reason] = judge('availabilityTime', before, after);
  return [change(compatibility, 'sla.timezone', sides, reason)];
}
