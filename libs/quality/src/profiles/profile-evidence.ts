import { OWN_SOURCE, type Observation } from '../observations/observation';
import { holdsPointsInTime, instantOf } from './newest-value';
import type { TableColumn } from './table-columns';
import type { SentTableProfile } from './table-profile';

/** Operations that bring data; a deletion does not count for freshness. */
const REFRESHING: readonly string[] = ['INSERT', 'UPDATE', 'WRITE'];

/**
 * How much newer than its profile data may be: a profile bears the time at which it began. What lies beyond is a date in the
 * plans of the data (`valid_until`), which says nothing about its arrival.
 */
const PROFILING_TIME = 60 * 60_000;

/** How the sources of observations begin that follow from profiles. */
export const PROFILE_SOURCES = `${OWN_SOURCE}tableProfile/`;

/** Key of the observations that are derived from the profile of a table at that time. */
export function profileSource(timestamp: number): string {
  return `${PROFILE_SOURCES}${timestamp}`;
}

/**
 * The observations that follow from a profile. Refreshes: the profile itself, and every write that the system reported. One arrival: the
 * newest value of all columns with points in time, as seen by the profile.
 *
 * @param columns of the table, by the names that profiles give them
 */
export function observationsOf(
  { tableProfile: { timestamp }, columnProfile = [], systemProfile = [] }: SentTableProfile,
  columns: ReadonlyMap<string, TableColumn>,
): Observation[] {
  const source = profileSource(timestamp);
  const writes = systemProfile.filter(({ operation }) => REFRESHING.includes(operation));
  const refreshes = new Set([timestamp, ...writes.map((write) => write.timestamp)]);
  const values = columnProfile
    .filter(({ name }) => holdsPointsInTime(columns.get(name)?.dataType))
    .map(({ max }) => instantOf(max))
    .filter((value) => value !== undefined && value >= 0 && value <= timestamp + PROFILING_TIME);
  const newest = values.reduce((last, value) => (last === undefined || value! > last ? value : last), undefined);
  return [
    ...[...refreshes].map((at) => ({ timestamp: at, kind: 'refresh' as const, source })),
    ...(newest === undefined ? [] : [{ timestamp, kind: 'arrival' as const, dataTimestamp: newest, source }]),
  ];
}
