import { useQuery } from '@tanstack/react-query';
import { dataRunQuery, type DataRun } from '../../api/connections';
import { isEnded } from '../../api/execution-status';
import { Notice } from '../../ui/states';
import { StatusOfRun } from '../../ui/status';
import { TestSteps, WaitsForData } from '../connections/connection-test';

/** A run as it goes on after the answer that began it. */
export function useRunNow(begun: DataRun | undefined): DataRun | undefined {
  const { data } = useQuery({
    ...dataRunQuery(begun?.id ?? ''),
    enabled: begun !== undefined && !isEnded(begun.status),
  });
  return data ?? begun;
}

/** The outcome of the test of a connection. */
export function Tried({ run }: { readonly run: DataRun }) {
  const { status, steps = [], message } = run;
  return (
    <section className="panel stack" style={{ gap: 12 }} aria-label="Connection test" aria-live="polite">
      <h2 className="row section-title" style={{ margin: 0 }}>
        Connection test <StatusOfRun of={status} />
      </h2>
      {status === 'Queued' && <WaitsForData />}
      <TestSteps of={steps} />
      {isEnded(status) && steps.length === 0 && message && (
        <Notice tone="bad" icon="warning">
          <p>{message}</p>
        </Notice>
      )}
    </section>
  );
}
