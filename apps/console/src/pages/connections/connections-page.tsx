import { useSearch } from '@tanstack/react-router';
import { useMayDoToAll } from '../../api/permissions';
import { PageLink, useTitle } from '../../ui/link';
import { OneConnection } from './one-connection';
import { RunList } from './run-list';
import { ServiceList } from './service-list';

/** The sources that the service reads, and what it asked of them; of one service where the address names it. */
export function ConnectionsPage() {
  const { service } = useSearch({ from: '/inside/connections' });
  useTitle(service ?? 'Connections');
  const mayConnect = useMayDoToAll('databaseService', 'ConnectData');
  return (
    <div className="stack" style={{ gap: 26 }}>
      {service === undefined ? (
        <>
          <div className="row row-apart">
            <h1 style={{ margin: 0 }}>Connections</h1>
            {mayConnect && (
              <PageLink to="/connect" search={{}}>
                Connect a database
              </PageLink>
            )}
          </div>
          <ServiceList />
        </>
      ) : (
        <>
          <header>
            <nav aria-label="Breadcrumb" className="small">
              <PageLink to="/connections" search={{}}>
                Connections
              </PageLink>
            </nav>
            <h1 style={{ margin: 0 }} className="fqn">
              {service}
            </h1>
          </header>
          <OneConnection key={service} service={service} />
        </>
      )}
      <RunList />
    </div>
  );
}
