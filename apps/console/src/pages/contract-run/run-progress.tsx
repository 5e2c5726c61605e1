import type { Contract } from '../../api/contracts';
import { Refusal } from '../../ui/states';
import { OUTCOMES, Status, Tag } from '../../ui/status';
import type { Run } from './use-run';
import { Waiting } from './waiting';

interface ProgressProps {
  readonly run: Run;
  readonly latest: Contract['latestResult'];
}

/** How far the run of this visit is, dimension by dimension; what came of it stays until there is a newer result. */
export function RunProgress({ run: { status, result, dimensions, error, isRunning }, latest }: ProgressProps) {
  if (error !== undefined) {
    return <Refusal error={error} />;
  }
  const isOvertaken =
    !isRunning && result && latest && latest.resultId !== result.id && latest.timestamp >= result.timestamp;
  if (status === undefined || isOvertaken) return null;
  return (
    <div className="panel row" role="status" aria-label="Validation">
      <strong>{isRunning ? 'Validating' : 'Validated'}</strong>
      <Status of={status} />
      {dimensions.map(({ name, label, passed, failed, total }) => (
        <Tag key={name} {...OUTCOMES[failed > 0 ? 'broken' : 'holds']}>
          {label} {failed > 0 ? `${failed} of ${total} failed` : `${passed} passed`}
        </Tag>
      ))}
      {isRunning && status === 'Queued' && <Waiting />}
    </div>
  );
}
