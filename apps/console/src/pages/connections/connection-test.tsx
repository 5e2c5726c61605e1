import type { DatabaseService, DataRun, TestStep } from '../../api/connections';
import { isEnded } from '../../api/execution-status';
import { Notice } from '../../ui/states';
import { Tag } from '../../ui/status';
import { duration } from '../../ui/time';

interface ConnectionStateProps {
  readonly of: DatabaseService;
  /** The newest run that read the source, if there is one. */
  readonly use: DataRun | undefined;
}

/** Whether the newest test of the connection of a service went through; of one that was never tested, whether a run could read by it. */
export function ConnectionState({ of: { testConnectionResult }, use }: ConnectionStateProps) {
  if (!testConnectionResult && !hasRead(use))
    return <span className="dimmed">{use && !isEnded(use.status) ? 'Being read' : 'Not tested'}</span>;
  return !testConnectionResult || testConnectionResult.status === 'Successful' ? (
    <Tag tone="ok" icon="check">
      Connected
    </Tag>
  ) : (
    <Tag tone="bad" icon="cross">
      Failed
    </Tag>
  );
}

/** Whether a run could read its source. */
export const hasRead = (run: DataRun | undefined): boolean =>
  run?.status === 'Success' || run?.status === 'PartialSuccess';

const LABELS: Readonly<Record<TestStep['name'], string>> = {
  Reach: 'Reach',
  LogIn: 'Log in',
  List: 'List tables',
  Read: 'Read a row',
};

/** The steps of a test of a connection, up to the one that failed, with its cure. */
export function TestSteps({ of }: { readonly of: readonly TestStep[] }) {
  return (
    <ol className="steps">
      {of.map(({ name, passed, message, field, cure, durationMs }) => (
        <li key={name}>
          <div className="row">
            <Tag tone={passed ? 'ok' : 'bad'} icon={passed ? 'check' : 'cross'}>
              {LABELS[name]}
            </Tag>
            <span>{message}</span>
            {durationMs !== undefined && <span className="dimmed small">{duration(durationMs)}</span>}
          </div>
          {cure && <p style={{ margin: '4px 0 0' }}>What to do: {cure}</p>}
          {field && (
            <p className="dimmed small" style={{ margin: 0 }}>
              Set by <span className="mono">{field}</span>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Why a run has not begun: data is read by workers of the lane `data` alone, which others need not have. */
export function WaitsForData() {
  return (
    <Notice tone="busy" icon="clock">
      <p>
        Waits for a worker that reads data. If it does not begin, no worker has the lane{' '}
        <span className="mono">data</span>: start one with it in <span className="mono">WORKER_QUEUES</span>.
      </p>
    </Notice>
  );
}
