import { Refusal } from '../../ui/states';
import { lookOf, Status, Tag } from '../../ui/status';
import type { Run } from './use-run';

const LABELS: Readonly<Record<string, string>> = {
  schema: 'Schema',
  semantics: 'Semantics',
  quality: 'Quality',
  sla: 'SLA',
};

/** How far the run of this visit is, dimension by dimension. */
export function RunProgress({ run: { status, dimensions, error, isRunning } }: { readonly run: Run }) {
  if (error !== undefined) {
    return <Refusal error={error} />;
  }
  if (status === undefined) return null;
  return (
    <div className="panel row" role="status" aria-label="Validation">
      <strong>{isRunning ? 'Validating' : 'Validated'}</strong>
      <Status of={status} />
      {dimensions.map(({ dimension, passed, failed, total }) => (
        <Tag key={dimension} tone={failed > 0 ? 'bad' : 'ok'} icon={failed > 0 ? 'cross' : 'check'}>
          {LABELS[dimension] ?? dimension} {failed > 0 ? `${failed} of ${total} failed` : `${passed} passed`}
        </Tag>
      ))}
      {isRunning && dimensions.length === 0 && (
        <span className="dimmed">{lookOf(status).label}: a worker takes it next</span>
      )}
    </div>
  );
}
