import { EXIT, type ExitCode } from '../../cli-error';
import { caseOf, count, type Report } from '../../report/report';
import { COPIED } from './collections';
import type { Progress } from './migration-state';

/** Ends as refused where all that was refused waits as proposals. */
function exitCodeOf(refused: Progress['refused']): ExitCode {
  if (refused.length === 0) return EXIT.passed;
  return refused.every(({ isHeld }) => isHeld) ? EXIT.refused : EXIT.failed;
}

/** @param here how many entities of each type the catalog has now */
export function migrationReport(progress: Progress, here: Readonly<Record<string, number>>): Report {
  const { from, counts, leftOut, refused, edges } = progress;
  const types = COPIED.filter(({ type }) => counts[type]).map(({ type }) => ({
    type,
    ...counts[type],
    here: here[type],
  }));
  const taken = types.reduce((sum, one) => sum + (one.taken ?? 0), 0);
  const title = `migrate ${from}`;
  return {
    title,
    exitCode: exitCodeOf(refused),
    summary: `${count(taken, 'entity', 'entities')} and ${count(edges, 'edge')} of lineage copied, ${refused.length} refused`,
    sections: [
      {
        title: 'Entities',
        columns: ['type', 'there', 'copied', 'left to the catalog', 'here now'],
        rows: types.map(({ type, there, taken, skipped, here }) => ({
          cells: [type, there, taken, skipped, here].map(String),
        })),
      },
      {
        title: 'Left out',
        columns: ['member', 'times', 'last of'],
        rows: Object.entries(leftOut)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([member, { times, last }]) => ({ cells: [member, String(times), last], tone: 'doubtful' })),
      },
      {
        title: 'Refused',
        columns: ['what', 'why'],
        rows: refused.map(({ what, reason }) => ({ cells: [what, reason], tone: 'bad' })),
      },
    ],
    findings: refused.map(({ what, reason }) => ({ level: 'error', title, message: `${what}: ${reason}` })),
    cases: [caseOf(title, 'entities'), ...refused.map(({ what, reason }) => caseOf(title, what, reason))],
    data: { types, edges, leftOut, refused },
  };
}
