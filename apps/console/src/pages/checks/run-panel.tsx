import type { DataRun } from '../../api/connections';
import { isEnded } from '../../api/execution-status';
import { inWords } from '../../ui/changes/value-words';
import { StatusOfRun } from '../../ui/status';
import { WaitsForData } from '../connections/connection-test';
import { RunActions } from '../connections/run-actions';
import { summaryOf } from '../connections/run-words';

/** Words of a run of checks and of a profile. */
const WORDS = {
  check: { label: 'Run of the checks', ongoing: 'The checks run', unit: 'Checks that are done' },
  profile: { label: 'Run of the profile', ongoing: 'The table is profiled', unit: 'Columns that are done' },
} as const;

/** How far a run of checks or a profile is, and what came of it. */
export function RunPanel({ of: run }: { readonly of: DataRun }) {
  const { status, progress, reason } = run;
  const words = WORDS[run.kind === 'profile' ? 'profile' : 'check'];
  const hasEnded = isEnded(status);
  return (
    <div className="panel stack" style={{ gap: 10 }} role="status" aria-label={words.label}>
      <div className="row">
        <strong>{hasEnded ? 'Run finished' : words.ongoing}</strong>
        <StatusOfRun of={status} />
        <span>{summaryOf(run) || (reason !== undefined && inWords(reason))}</span>
        {!hasEnded && <RunActions of={run} />}
      </div>
      {status === 'Running' && progress && progress.total > 0 && (
        <progress max={progress.total} value={progress.done} aria-label={words.unit} />
      )}
      {status === 'Queued' && <WaitsForData />}
    </div>
  );
}
