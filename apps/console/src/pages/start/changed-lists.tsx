import type { ReactNode } from 'react';
import type { SlaRisk, VerdictChanges } from '../../api/overview';
import { PageLink } from '../../ui/link';
import { Status } from '../../ui/status';
import { Time, utcTime } from '../../ui/time';

interface ChangedListsProps extends VerdictChanges {
  readonly risks: readonly SlaRisk[];
}

/** Contracts that changed within a day or have failed longest, and promises that are due soon. */
export function ChangedLists({ broke, recovered, longest, unjudged, risks }: ChangedListsProps) {
  return (
    <div className="halves">
      <Panel title="Failing since yesterday" empty="Nothing that passed a day ago is failing.">
        {broke.map((changed) => (
          <Changed key={changed.contract.id} {...changed} />
        ))}
      </Panel>
      <Panel title="Recovered since yesterday" empty="Nothing that failed a day ago is passing.">
        {recovered.map((changed) => (
          <Changed key={changed.contract.id} {...changed} />
        ))}
      </Panel>
      <Panel title="Failing longest" empty="Nothing is failing.">
        {longest.map((changed) => (
          <Changed key={changed.contract.id} {...changed} />
        ))}
      </Panel>
      <Panel title="Not judged" empty="Every run says something of its contract.">
        {unjudged.map(({ contract, since, reason, aborted }) => (
          <Line key={contract.id} fqn={contract.fullyQualifiedName} name={contract.name}>
            <span>
              {aborted} aborted{reason !== undefined && ` (${reason})`}
            </span>
            <Time of={since} />
          </Line>
        ))}
      </Panel>
      <Panel title="SLA at risk" empty="Nothing is due soon.">
        {risks.map(({ contract, target, dueAt }) => (
          <Line key={`${contract.id} ${target}`} fqn={contract.fullyQualifiedName} name={contract.name}>
            <span>{target === 'refreshFrequency' ? 'refresh' : 'data of the day'} due</span>
            <Time of={dueAt} isUpcoming />
            <span>({utcTime(dueAt)})</span>
          </Line>
        ))}
      </Panel>
    </div>
  );
}

function Panel({ title, empty, children }: { title: string; empty: string; children: readonly ReactNode[] }) {
  return (
    <section className="panel panel-flush">
      <h2 style={{ fontSize: 17, margin: 0, padding: '16px 16px 8px' }}>{title}</h2>
      {children.length === 0 ? (
        <p className="dimmed" style={{ padding: '0 16px 16px', margin: 0 }}>
          {empty}
        </p>
      ) : (
        <ul className="broken">{children}</ul>
      )}
    </section>
  );
}

function Changed({ contract, status, previousStatus, since, goneAt }: VerdictChanges['broke'][number]) {
  return (
    <Line fqn={contract.fullyQualifiedName} name={contract.name} isGone={goneAt !== undefined}>
      {previousStatus && (
        <>
          <Status of={previousStatus} />
          <span aria-label="then">→</span>
        </>
      )}
      <Status of={status} />
      <Time of={since} />
    </Line>
  );
}

interface LineProps {
  readonly fqn: string;
  readonly name: string;
  /** It went with its table, and has no page. */
  readonly isGone?: boolean;
  readonly children: ReactNode;
}

function Line({ fqn, name, isGone = false, children }: LineProps) {
  return (
    <li>
      {isGone ? (
        <span className="strong fqn">{name}</span>
      ) : (
        <PageLink to="/contract" search={{ fqn }} className="strong fqn">
          {name}
        </PageLink>
      )}
      <div className="row small dimmed" style={{ marginTop: 4 }}>
        {children}
      </div>
    </li>
  );
}
