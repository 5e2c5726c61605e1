import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { cancelDataRun, dataRunQuery, type DataRun } from '../../api/connections';
import { tryCheck, type TriedCheck } from '../../api/operations/checks';
import { isEnded } from '../../api/execution-status';
import { statementOf } from '../../api/failing-rows';
import { BusyButton } from '../../ui/buttons/busy-button';
import { inWords } from '../../ui/changes/value-words';
import { refusalText } from '../../ui/rights';
import { SqlText } from '../../ui/sql-text';
import { Refusal } from '../../ui/states';
import { StatusOfRun } from '../../ui/status';

/** A person waits for it. */
const WATCH_MS = 1_000;

interface TrialProps {
  /** Id of the table. */
  readonly table: string;
  /** Absent: it cannot be tried as it is. */
  readonly check: TriedCheck | undefined;
  readonly mayTry: boolean;
}

/** Tries a check on the source before it is made: how far the run is, and how many rows fail. */
export function Trial({ table, check, mayTry }: TrialProps) {
  const begin = useMutation({ mutationFn: (tried: TriedCheck) => tryCheck(table, tried) });
  const id = begin.data?.id;
  const run = useQuery({ ...dataRunQuery(id ?? '', WATCH_MS), enabled: id !== undefined });
  const shown = run.data?.id === id ? run.data : begin.data;
  const isRunning = begin.isPending || (shown !== undefined && !isEnded(shown.status));
  // What was found is of the check as it was tried.
  const isOld = JSON.stringify(begin.variables) !== JSON.stringify(check);
  if (!mayTry) {
    return (
      <p className="dimmed small" style={{ margin: 0 }}>
        It cannot be tried by you. {refusalText({ operation: 'CheckData', resource: 'table' })}
      </p>
    );
  }
  return (
    <div className="stack" style={{ gap: 10 }}>
      <div className="row">
        <BusyButton
          variant="default"
          isBusy={isRunning}
          disabled={check === undefined}
          onClick={() => check && begin.mutate(check)}
        >
          Try on the data
        </BusyButton>
        {isRunning && id !== undefined && (
          <Button variant="subtle" onClick={() => void cancelDataRun(id).then(() => run.refetch())}>
            Cancel the run
          </Button>
        )}
      </div>
      <Refusal error={begin.error ?? run.error} />
      <div role="status" aria-label="Trial" className="stack" style={{ gap: 8 }}>
        {shown && !isOld && <Found of={shown} />}
      </div>
    </div>
  );
}

function Found({ of: run }: { readonly of: DataRun }) {
  if (!isEnded(run.status)) {
    const { done, total } = run.progress ?? { done: 0, total: 0 };
    return (
      <div className="row">
        <StatusOfRun of={run.status} />
        <span className="dimmed">
          {run.status === 'Queued' ? 'It waits for a worker' : total > 0 ? `${done} of ${total}` : 'The source is read'}
        </span>
      </div>
    );
  }
  const [check] = run.checks ?? [];
  if (!check) {
    return (
      <div className="row">
        <StatusOfRun of={run.status} />
        <span>{run.message ?? (run.reason === undefined ? '' : inWords(run.reason))}</span>
      </div>
    );
  }
  const { status, failedRows, rows, message, reason } = check;
  const statement = statementOf(check);
  return (
    <>
      <div className="row">
        <StatusOfRun of={status} />
        <strong>
          {failedRows === undefined || rows === undefined
            ? (message ?? (reason === undefined ? '' : inWords(reason)))
            : `${failedRows} of ${rows} rows ${failedRows === 1 ? 'fails' : 'fail'}`}
        </strong>
      </div>
      {statement !== undefined && (
        <details>
          <summary className="small">SQL for the failing rows</summary>
          <SqlText of={statement} about={check.name} />
        </details>
      )}
    </>
  );
}
