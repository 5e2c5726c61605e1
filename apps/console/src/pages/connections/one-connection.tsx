import { useQuery } from '@tanstack/react-query';
import { dataAccessQuery, serviceQuery, type DataAccess } from '../../api/connections';
import { useMayDoToAll } from '../../api/permissions';
import { EntityLink } from '../../ui/link';
import { Loaded } from '../../ui/states';
import { Tag } from '../../ui/status';
import { Time } from '../../ui/time';
import { ConnectionState, TestSteps } from './connection-test';

/** The connection of one service: its newest test, how it may be read, and when it is crawled. */
export function OneConnection({ service }: { readonly service: string }) {
  const query = useQuery(serviceQuery(service));
  const mayConnect = useMayDoToAll('databaseService', 'ConnectData');
  return (
    <Loaded query={query} what="Loading the connection">
      {(found) => (
        <div className="halves">
          <section className="panel stack" style={{ gap: 12 }}>
            <h2 className="row" style={{ margin: 0, fontSize: 17 }}>
              Connection <ConnectionState of={found} />
            </h2>
            <dl className="facts">
              <dt>Service</dt>
              <dd>
                <EntityLink type="databaseService" fqn={found.fullyQualifiedName}>
                  {found.displayName ?? found.name}
                </EntityLink>
              </dd>
              <dt>Type</dt>
              <dd>{found.serviceType}</dd>
              <dt>Last test</dt>
              <dd>
                {found.testConnectionResult ? <Time of={found.testConnectionResult.lastUpdatedAt} /> : 'Not tested'}
              </dd>
            </dl>
            <TestSteps of={found.testConnectionResult?.steps ?? []} />
          </section>
          {mayConnect && found.testConnectionResult && <Access service={service} />}
        </div>
      )}
    </Loaded>
  );
}

/** For those who may say where data is read. */
function Access({ service }: { readonly service: string }) {
  const query = useQuery(dataAccessQuery(service));
  return (
    <section className="panel stack" style={{ gap: 12 }}>
      <h2 style={{ margin: 0, fontSize: 17 }}>Data access</h2>
      <Loaded query={query}>
        {(access) =>
          access === null ? (
            <p style={{ margin: 0 }}>
              The service does not read this source: it has no data access. <span className="mono">connect</span> of the
              command line gives it.
            </p>
          ) : (
            <AccessFacts of={access} />
          )
        }
      </Loaded>
    </section>
  );
}

function AccessFacts({
  of: { enabled, suspended, suspendedBy, engine, driver, customSql, timezone, limits },
}: {
  readonly of: DataAccess;
}) {
  return (
    <dl className="facts">
      <dt>State</dt>
      <dd>
        {suspended ? (
          <Tag tone="part" icon="warning">
            suspended: {suspendedBy} changed the connection
          </Tag>
        ) : (
          <Tag tone={enabled ? 'ok' : 'idle'}>{enabled ? 'enabled' : 'disabled'}</Tag>
        )}
      </dd>
      <dt>Driver</dt>
      <dd>
        {engine} by <span className="mono">{driver.package}</span> {driver.version}
        {!driver.installed && ' (not installed)'}
      </dd>
      <dt>SQL of tests</dt>
      <dd>{customSql ? 'allowed' : 'not allowed'}</dd>
      <dt>Time zone</dt>
      <dd>{timezone}</dd>
      <dt>Limits</dt>
      <dd>
        {limits.connections} readings at a time, {limits.statementSeconds} s a statement, {limits.runSeconds} s a run
      </dd>
    </dl>
  );
}
