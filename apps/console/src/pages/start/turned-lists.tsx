import type { ReactNode } from 'react';
import type { Turns } from '../../api/overview';
import { PageLink } from '../../ui/link';
import { Status } from '../../ui/status';
import { Time, utcTime } from '../../ui/time';

/** Contracts that changed within a day or have failed longest, and promises that are due soon. */
export function TurnedLists({ broke, recovered, longest, risks }: Turns) {
  return (
    <div className="halves">
      <Panel title="Broke since yesterday" empty="Nothing that held a day ago fails now.">
        {broke.map((turned) => (
          <Turned key={turned.contract.id} {...turned} />
        ))}
      </Panel>
      <Panel title="Recovered since yesterday" empty="Nothing that failed a day ago holds now.">
        {recovered.map((turned) => (
          <Turned key={turned.contract.id} {...turned} />
        ))}
      </Panel>
      <Panel title="Failing longest" empty="Nothing fails.">
        {longest.map((turned) => (
          <Turned key={turned.contract.id} {...turned} />
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

function Turned({ contract, status, previousStatus, since }: Turns['broke'][number]) {
  return (
    <Line fqn={contract.fullyQualifiedName} name={contract.name}>
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

function Line({ fqn, name, children }: { fqn: string; name: string; children: ReactNode }) {
  return (
    <li>
      <PageLink to="/contract" search={{ fqn }} className="strong fqn">
        {name}
      </PageLink>
      <div className="row small dimmed" style={{ marginTop: 4 }}>
        {children}
      </div>
    </li>
  );
}
