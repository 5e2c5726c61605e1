import type { Contract } from '../../api/contracts';
import { Refusal } from '../../ui/states';
import { Status, Tag } from '../../ui/status';
import type { Run } from './use-run';
import { Waiting } from './waiting';

const LABELS: Readonly<Record<string, string>> = {
  schema: 'Schema',
  semantics: 'Semantics',
  quality: 'Quality',
  sla: 'SLA',
};

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
      {dimensions.map(({ dimension, passed, failed, total }) => (
        <Tag key={dimension} tone={failed > 0 ? 'bad' : 'ok'} icon={failed > 0 ? 'cross' : 'check'}>
          {LABELS[dimension] ?? dimension} {failed > 0 ? `${failed} of ${total} failed` : `${passed} passed`}
        </Tag>
      ))}
      {isRunning && status === 'Queued' && <Waiting />}
    </div>
  );
}
