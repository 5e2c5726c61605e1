import type { DatabaseService, TestStep } from '../../api/connections';
import { Notice } from '../../ui/states';
import { Tag } from '../../ui/status';
import { duration } from '../../ui/time';

/** Whether the newest test of the connection of a service went through. */
export function ConnectionState({ of: { testConnectionResult } }: { readonly of: DatabaseService }) {
  if (!testConnectionResult) return <span className="dimmed">Not tested</span>;
  return testConnectionResult.status === 'Successful' ? (
    <Tag tone="ok" icon="check">
      Connected
    </Tag>
  ) : (
    <Tag tone="bad" icon="cross">
      Failed
    </Tag>
  );
}

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
