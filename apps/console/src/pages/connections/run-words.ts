import type { DataRun } from '../../api/connections';
import { counted } from '../../ui/changes/value-words';

export const KIND_LABELS: Readonly<Record<DataRun['kind'], string>> = {
  connectionTest: 'Connection test',
  crawl: 'Crawl',
  profile: 'Profile',
  check: 'Checks',
  reading: 'Validation',
};

/** The beginning of a run: by whom, or by what. */
const STARTS: Readonly<Record<DataRun['trigger'], (requestedBy: string) => string>> = {
  manual: (requestedBy) => `Run manually by ${requestedBy}`,
  schedule: () => 'Run by schedule',
  contract: () => 'Run for a contract',
};

export const startOf = ({ trigger, requestedBy }: Pick<DataRun, 'trigger' | 'requestedBy'>): string =>
  STARTS[trigger](requestedBy);

/** Counts that a crawl has always, and that say nothing where they are zero. */
const nonZero = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).flatMap(([name, count]) =>
    count > 0 ? [`${count} ${count === 1 ? name.replace(/s$/, '') : name}`] : [],
  );

/** The outcome of a run in one line: its message where it ended badly, else its figures, else its progress. */
export function summaryOf(run: DataRun): string {
  const { status, message, progress, counts, checks, profile, warningCount = 0 } = run;
  if (status === 'Running' && progress) return `${progress.done} of ${progress.total}`;
  const figures = [
    ...(counts ? nonZero(counts) : []),
    ...(checks ? [checksInWords(checks)] : []),
    ...(profile ? [`${counted(profile.columns, 'column')} measured`] : []),
    ...(warningCount > 0 ? [counted(warningCount, 'warning')] : []),
  ].join(', ');
  return status === 'Success' || status === 'PartialSuccess' ? figures || (message ?? '') : (message ?? figures);
}

function checksInWords(checks: NonNullable<DataRun['checks']>): string {
  const failed = checks.filter(({ status }) => status === 'Failed').length;
  const aborted = checks.filter(({ status }) => status === 'Aborted').length;
  return [
    counted(checks.length, 'check'),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(aborted > 0 ? [`${aborted} aborted`] : []),
  ].join(', ');
}
