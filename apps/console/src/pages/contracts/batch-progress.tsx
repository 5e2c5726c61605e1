import { Progress } from '@mantine/core';
import { Refusal } from '../../ui/states';
import { lookOf, Status } from '../../ui/status';
import type { Batch } from './use-batch';

/** Progress of a validation of many, announced to screen readers as well. */
export function BatchProgress({ batch: { total, byStatus, isRunning, error } }: { readonly batch: Batch }) {
  if (error !== undefined) {
    return <Refusal error={error} />;
  }
  if (total === 0) return null;
  const waiting = (byStatus.Queued ?? 0) + (byStatus.Running ?? 0);
  const ended = total - waiting;
  return (
    <div className="panel stack" style={{ gap: 10 }}>
      <div className="row row-apart">
        <span role="status">{isRunning ? `${ended} of ${total} validated` : `All ${total} validated`}</span>
        <span className="row">
          {Object.entries(byStatus)
            .filter(([, count]) => count > 0)
            .map(([status, count]) => (
              <span key={status} className="row" style={{ gap: 4 }} aria-label={`${count} ${lookOf(status).label}`}>
                {count} <Status of={status} />
              </span>
            ))}
        </span>
      </div>
      <Progress value={total === 0 ? 0 : (100 * ended) / total} aria-label="Validated contracts" />
    </div>
  );
}
