import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { connectionKindsQuery, editedServiceQuery } from '../../api/connection-kinds';
import { useIsRefused } from '../../api/permissions';
import { PageLink, useTitle } from '../../ui/link';
import { Loaded, Loading, Message, Refused } from '../../ui/states';
import { ConnectionForm } from './connection-form';

const RIGHT = { operation: 'ConnectData', resource: 'databaseService' };

/** Connects a database, or changes the connection of a service that the address names. */
export function ConnectPage() {
  const { service } = useSearch({ from: '/inside/connect' });
  const heading = service === undefined ? 'Connect a database' : 'Edit the connection';
  useTitle(heading);
  const isRefused = useIsRefused(RIGHT.resource, RIGHT.operation);
  return (
    <div className="stack" style={{ gap: 20 }}>
      <header>
        <nav aria-label="Breadcrumb" className="small">
          <PageLink to="/connections" search={{}}>
            Connections
          </PageLink>
          {service !== undefined && (
            <>
              {' / '}
              <PageLink to="/connections" search={{ service }}>
                {service}
              </PageLink>
            </>
          )}
        </nav>
        <h1 style={{ margin: 0 }}>{heading}</h1>
      </header>
      {isRefused === undefined ? (
        <Loading />
      ) : isRefused ? (
        <Refused right={RIGHT} />
      ) : service === undefined ? (
        <NewConnection />
      ) : (
        <EditedConnection key={service} service={service} />
      )}
    </div>
  );
}

function NewConnection() {
  const query = useQuery(connectionKindsQuery);
  return <Loaded query={query}>{(kinds) => <ConnectionForm kinds={kinds} />}</Loaded>;
}

function EditedConnection({ service }: { readonly service: string }) {
  const kinds = useQuery(connectionKindsQuery);
  const edited = useQuery(editedServiceQuery(service));
  return (
    <Loaded query={edited} what="Loading the connection">
      {({ service: found, etag }) => (
        <Loaded query={kinds}>
          {(known) =>
            known.some(({ serviceTypes }) => serviceTypes.includes(found.serviceType ?? '')) ? (
              <ConnectionForm key={etag} kinds={known} edited={{ service: found, etag }} />
            ) : (
              <div className="panel">
                <Message icon="source" title="This source is not read">
                  <p>No engine reads services of the type {found.serviceType}.</p>
                </Message>
              </div>
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}
