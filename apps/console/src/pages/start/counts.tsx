import { PageLink } from '../../ui/link';
import { Status } from '../../ui/status';

interface CountsProps {
  readonly mine: true | undefined;
  readonly total: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Without a result. */
  readonly unvalidated: number;
  readonly runs: { readonly queued: number; readonly running: number };
}

const SHOWN = ['Failed', 'PartialSuccess', 'Success', 'Aborted'] as const;

/** Contracts by the status of their latest result; each leads to the list of them. */
export function Counts({ mine, total, byStatus, unvalidated, runs }: CountsProps) {
  return (
    <section aria-label="Contracts by latest result" className="cards">
      {SHOWN.map((status) => (
        <PageLink key={status} to="/contracts" search={{ latest: status, mine }} className="panel card-link">
          <Status of={status} />
          <div className="figure">{byStatus[status] ?? 0}</div>
        </PageLink>
      ))}
      <PageLink to="/contracts" search={{ mine }} className="panel card-link">
        <span className="dimmed small">{mine ? 'All of mine' : 'All contracts'}</span>
        <div className="figure">{total}</div>
        <span className="dimmed small">
          {runs.queued + runs.running > 0
            ? `${runs.running} running, ${runs.queued} waiting`
            : `${unvalidated} without a run`}
        </span>
      </PageLink>
    </section>
  );
}
