import type { BrokenContract } from '../../api/overview';
import { Icon } from '../../ui/icon';
import { PageLink } from '../../ui/link';
import { Owners } from '../../ui/references';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';

interface BrokenProps {
  readonly contracts: readonly BrokenContract[];
  /** Counts of all of them, also where not all are listed. */
  readonly byStatus: Readonly<Record<string, number>>;
}

/** Failing contracts, the newest first, each with the reason. */
export function BrokenList({ contracts, byStatus }: BrokenProps) {
  const { Failed: failed = 0, PartialSuccess: inPart = 0 } = byStatus;
  return (
    <section className="panel panel-flush">
      <h2 style={{ fontSize: 17, margin: 0, padding: '16px 16px 8px' }}>
        Failing
        {failed + inPart > 0 && (
          <span className="dimmed small" style={{ fontWeight: 400 }}>
            {' '}
            {failed} in every part, {inPart} in some
          </span>
        )}
      </h2>
      {contracts.length === 0 ? (
        <p className="row" style={{ padding: '0 16px 16px', margin: 0 }}>
          <Icon name="check" /> All contracts that have run are passing.
        </p>
      ) : (
        <ul className="broken">
          {contracts.map(({ id, name, displayName, fullyQualifiedName: fqn = '', latestResult, owners, deleted }) => (
            <li key={id}>
              <div className="row row-apart">
                <span className="row">
                  {deleted ? (
                    <span className="strong fqn">{fqn}</span>
                  ) : (
                    <PageLink to="/contract" search={{ fqn }} className="strong">
                      {displayName ?? name}
                    </PageLink>
                  )}
                  <Status of={latestResult?.status} />
                </span>
                <span className="row small dimmed">
                  <Owners of={owners} />
                  {latestResult && <Time of={latestResult.timestamp} />}
                </span>
              </div>
              <div className="small">{latestResult?.message}</div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
