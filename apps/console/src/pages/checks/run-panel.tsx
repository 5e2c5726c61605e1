import type { DataRun } from '../../api/connections';
import { isEnded } from '../../api/execution-status';
import { inWords } from '../../ui/changes/value-words';
import { StatusOfRun } from '../../ui/status';
import { WaitsForData } from '../connections/connection-test';
import { RunActions } from '../connections/run-actions';
import { summaryOf } from '../connections/run-words';

/** How far a run of checks is, and what came of it. */
export function RunPanel({ of: run }: { readonly of: DataRun }) {
  const { status, progress, reason } = run;
  const hasEnded = isEnded(status);
  return (
    <div className="panel stack" style={{ gap: 10 }} role="status" aria-label="Run of the checks">
      <div className="row">
        <strong>{hasEnded ? 'Run finished' : 'The checks run'}</strong>
        <StatusOfRun of={status} />
        <span>{summaryOf(run) || (reason !== undefined && inWords(reason))}</span>
        {!hasEnded && <RunActions of={run} />}
      </div>
      {status === 'Running' && progress && progress.total > 0 && (
        <progress max={progress.total} value={progress.done} aria-label="Checks that are done" />
      )}
      {status === 'Queued' && <WaitsForData />}
    </div>
  );
}
