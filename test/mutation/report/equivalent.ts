import type { Mutant } from '../mutate/mutant';

/** Changes of one line that no test can notice, since the program means the same with them. */
export interface Equivalent {
  readonly file: string;
  /** A part of the line. */
  readonly line: string;
  /** What stands there → what would stand there instead. */
  readonly changes: readonly (readonly [original: string, replacement: string])[];
  readonly why: string;
}

const CHECKS = 'libs/validation/src/checks';

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${CHECKS}/quality-check.ts`,
    line: "const how = newest.status === 'Success'",
    changes: [
      ["newest.status === 'Success'", 'false'],
      ["'Success'", "''"],
      ["'succeeded'", "''"],
    ],
    why: 'What succeeded is no failure and never comes here; only the compiler asks for the case.',
  },
  {
    file: `${CHECKS}/verdict.ts`,
    line: 'say(0)',
    changes: [
      ['0', '1'],
      ['0', '(-1)'],
    ],
    why: 'A part that passed names nothing, so it cuts nothing.',
  },
  {
    file: `${CHECKS}/verdict.ts`,
    line: 'fitting ?? sentences.at(-1)',
    changes: [
      ["fitting ?? sentences.at(-1) ?? ''", 'fitting ?? sentences.at(-1)'],
      ['fitting ?? sentences.at(-1)', 'fitting'],
      ['-1', '1'],
      ['1', '2'],
      ['1', '(0)'],
      ["''", "'changed'"],
    ],
    why: 'With the shortest names the sentence always fits: what stands beside them has less than 320 characters.',
  },
  {
    file: `${CHECKS}/schema/column-order.ts`,
    line: 'places.get(name) ?? 0',
    changes: [
      ['places.get(name) ?? 0', 'places.get(name)'],
      ['0', '1'],
      ['0', '(-1)'],
    ],
    why: 'Every name that is asked for is in both lists, so it has a place; only the compiler asks for the default.',
  },
  {
    file: `${CHECKS}/sla/availability.ts`,
    line: 'const arrival = arrivals.find',
    changes: [['<=', '<']],
    why: 'What came at the very time is in time already.',
  },
  {
    file: `${CHECKS}/sla/local-day.ts`,
    line: 'const DAY =',
    changes: [
      ['24', '25'],
      ['24', '(23)'],
      ['60', '61'],
      ['60', '(59)'],
      ['60_000', '60001'],
      ['60_000', '(59999)'],
    ],
    why: 'Any span does that is longer than an offset and shorter than the time between two changes of clocks.',
  },
];

export function equivalentOf({ file, original, replacement }: Mutant, line: string): Equivalent | undefined {
  return EQUIVALENTS.find(
    (known) =>
      known.file === file &&
      line.includes(known.line) &&
      known.changes.some(([from, to]) => from === original && to === replacement),
  );
}
