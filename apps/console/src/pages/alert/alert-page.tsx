import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { alertQuery, resultsQuery, type Contract } from '../../api/contracts';
import { isBroken, isEnded } from '../../api/execution-status';
import { openIncidentQuery } from '../../api/governance/incidents';
import { EntityLink, PageLink, useTitle } from '../../ui/link';
import { nameOf } from '../../ui/references';
import { NoEntity } from '../../ui/shell/no-entity';
import { Loaded } from '../../ui/states';
import { Status } from '../../ui/status';
import { absoluteTime, Lasted } from '../../ui/time';
import { RunProgress } from '../contract-run/run-progress';
import { useRun } from '../contract-run/use-run';
import { STATUS_LABELS } from '../incident/incident-words';
import { FailingRows } from '../verdict/failing-rows';
import { failuresOf } from '../verdict/verdict-data';
import { AlertActions } from './alert-actions';
import { Concerned } from './concerned';

/** The page that a notification leads to, on a phone first: since when and why a contract fails, whom it concerns, and the actions to take at once. */
export function AlertPage() {
  const { contract } = useSearch({ from: '/inside/alert' });
  if (contract === '') {
    const text = 'The page of an alert is named by the id of its contract. Notifications lead to it.';
    return <NoEntity icon="contract" heading="Alert" title="Which contract?" text={text} />;
  }
  return <AlertOf id={contract} />;
}

function AlertOf({ id }: { readonly id: string }) {
  const query = useQuery(alertQuery(id));
  useTitle(query.data ? (query.data.displayName ?? query.data.name) : 'Alert');
  return (
    <Loaded query={query} what="Loading the alert" failedAs="Alert">
      {(contract) => <LoadedAlert id={id} contract={contract} />}
    </Loaded>
  );
}

interface LoadedProps {
  readonly id: string;
  readonly contract: Contract;
}

function LoadedAlert({ id, contract }: LoadedProps) {
  const results = useInfiniteQuery(resultsQuery(id));
  const { data: incident } = useQuery(openIncidentQuery(id));
  const run = useRun(id);
  const { name, displayName = name, fullyQualifiedName = '', entity, latestResult } = contract;
  return (
    <div className="stack alert-page">
      <header className="stack" style={{ gap: 8 }}>
        <div className="row">
          <h1 className="fqn" style={{ margin: 0 }}>
            <bdi>{displayName}</bdi>
          </h1>
          <Status of={latestResult?.status} />
        </div>
        <p className="fqn dimmed" style={{ margin: 0 }}>
          <EntityLink type={entity?.type ?? 'table'} fqn={entity?.fullyQualifiedName ?? ''}>
            {entity?.fullyQualifiedName}
          </EntityLink>
        </p>
      </header>
      <AlertActions contract={contract} incident={incident} run={run} />
      <RunProgress contract={contract.id ?? ''} run={run} latest={latestResult} />
      <Loaded query={results} what="Loading the newest result">
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          const newest = rows.find(({ contractExecutionStatus: status }) => isEnded(status));
          const since = latestResult?.since;
          const isFailing = newest !== undefined && isBroken(newest.contractExecutionStatus);
          return (
            <>
              <section className="panel" aria-label="The alert">
                <dl className="facts facts-narrow">
                  <dt>Since</dt>
                  <dd>
                    {since === undefined ? (
                      'No result says it yet'
                    ) : (
                      <>
                        {absoluteTime(since)}, for <Lasted since={since} />
                      </>
                    )}
                  </dd>
                  <dt>Reason</dt>
                  <dd className="said">
                    {newest === undefined ? 'No result yet' : (newest.result ?? failuresOf(newest).join('; '))}
                  </dd>
                  {incident && (
                    <>
                      <dt>Incident</dt>
                      <dd>
                        {STATUS_LABELS[incident.status]}
                        {incident.assignee && (
                          <>
                            , <bdi>{nameOf(incident.assignee)}</bdi>
                          </>
                        )}
                        {incident.snoozedUntil !== undefined &&
                          `, snoozed until ${absoluteTime(incident.snoozedUntil)}`}
                        {incident.cause && (
                          <>
                            , follows from{' '}
                            <PageLink to="/alert" search={{ contract: incident.cause.contract.id }}>
                              <bdi>{nameOf(incident.cause.contract)}</bdi>
                            </PageLink>
                          </>
                        )}
                      </dd>
                    </>
                  )}
                  <Concerned contract={contract} affected={incident?.affected ?? 0} />
                </dl>
              </section>
              <FailingRows contract={contract} result={isFailing ? newest : undefined} />
            </>
          );
        }}
      </Loaded>
      <p style={{ margin: 0 }}>
        <EntityLink type="dataContract" fqn={fullyQualifiedName}>
          All about the contract
        </EntityLink>
      </p>
    </div>
  );
}
