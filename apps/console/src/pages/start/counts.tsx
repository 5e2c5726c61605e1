import type { ExecutionStatus } from '../../api/contracts';
import { PageLink } from '../../ui/link';
import { Status } from '../../ui/status';

interface CountsProps {
  readonly total: number;
  readonly byStatus: Readonly<Record<ExecutionStatus, number>>;
}

const SHOWN = ['Failed', 'PartialSuccess', 'Success', 'Aborted'] as const;

/** Contracts by the status of their latest result; each leads to the list of them. */
export function Counts({ total, byStatus }: CountsProps) {
  const waiting = byStatus.Queued + byStatus.Running;
  const judged = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  return (
    <section aria-label="Contracts by latest result" className="cards">
      {SHOWN.map((status) => (
        <PageLink key={status} to="/contracts" search={{ latest: status }} className="panel card-link">
          <Status of={status} />
          <div className="figure">{byStatus[status]}</div>
        </PageLink>
      ))}
      <PageLink to="/contracts" search={{}} className="panel card-link">
        <span className="dimmed small">All contracts</span>
        <div className="figure">{total}</div>
        <span className="dimmed small">
          {waiting > 0 ? `${waiting} being validated` : `${Math.max(0, total - judged)} not validated yet`}
        </span>
      </PageLink>
    </section>
  );
}
