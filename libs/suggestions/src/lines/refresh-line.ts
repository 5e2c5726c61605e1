import { HOUR } from '@app/common';
import { confidenceOf, type Suggestion } from './suggested-line';

/** Gaps before a rhythm is seen in them. */
const LEAST_GAPS = 10;
/** Gaps that a frequency has to cover, and how much longer than these it is at least. */
const [SHARE, MARGIN] = [0.95, 1.1];

/** Frequencies that people agree on, with their hours, the shortest first. */
const FREQUENCIES: readonly (readonly [duration: string, hours: number])[] = [
  ['PT15M', 0.25],
  ['PT30M', 0.5],
  ['PT1H', 1],
  ['PT2H', 2],
  ['PT3H', 3],
  ['PT6H', 6],
  ['PT12H', 12],
  ['P1D', 24],
  ['P2D', 48],
  ['P7D', 168],
  ['P14D', 336],
  ['P31D', 744],
];

/** The shortest frequency that nearly all gaps between refreshes meet, with room to spare. @param refreshes in ascending order */
export function refreshLine(refreshes: readonly number[]): Suggestion[] {
  const gaps = refreshes.slice(1).map((at, index) => at - refreshes[index]!);
  if (gaps.length < LEAST_GAPS) return [];
  const usual = gaps.toSorted((one, other) => one - other)[Math.ceil(SHARE * gaps.length) - 1]!;
  const [duration, hours = 0] = FREQUENCIES.find(([, length]) => length * HOUR >= MARGIN * usual) ?? [];
  if (duration === undefined) return [];
  const kept = gaps.filter((gap) => gap <= hours * HOUR).length;
  const text = `${kept} of ${gaps.length} gaps between refreshes were not longer`;
  const [from, to] = [refreshes[0], refreshes.at(-1)];
  return [
    {
      line: {
        path: 'sla.refreshFrequency',
        value: duration,
        confidence: confidenceOf(kept, gaps.length),
        evidence: [{ kind: 'refresh', count: gaps.length, from, to, text }],
      },
      promised: { kind: 'refreshFrequency', duration },
    },
  ];
}
