import { useQuery } from '@tanstack/react-query';
import { connectionsQuery, type Connection } from '../../api/connections';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { PageLink } from '../../ui/link';
import { Loaded, Message } from '../../ui/states';
import { StatusOfRun } from '../../ui/status';
import { Time } from '../../ui/time';
import { COMMAND } from '../connect/connection-command';
import { ConnectionState } from './connection-test';

const COLUMNS: readonly DataColumn<Connection>[] = [
  {
    label: 'Service',
    cell: ({ service: { name, displayName = name, fullyQualifiedName } }) => (
      <PageLink to="/connections" search={{ service: fullyQualifiedName }}>
        {displayName}
      </PageLink>
    ),
    sortBy: ({ service }) => service.displayName ?? service.name,
  },
  { label: 'Type', cell: ({ service }) => service.serviceType, sortBy: ({ service }) => service.serviceType },
  {
    label: 'Connection',
    cell: ({ service, crawl }) => <ConnectionState of={service} use={crawl} />,
    sortBy: ({ service }) => service.testConnectionResult?.status,
  },
  {
    label: 'Last test',
    cell: ({ service: { testConnectionResult: test } }) => (test ? <Time of={test.lastUpdatedAt} /> : ''),
    sortBy: ({ service }) => service.testConnectionResult?.lastUpdatedAt,
  },
  {
    label: 'Last crawl',
    cell: ({ crawl }) => crawl && <StatusOfRun of={crawl.status} />,
    sortBy: ({ crawl }) => crawl?.status,
  },
  {
    label: 'Crawled',
    cell: ({ crawl }) => crawl && <Time of={crawl.endedAt ?? crawl.timestamp} />,
    sortBy: ({ crawl }) => crawl?.timestamp,
  },
];

/** Database services with the state of their connections. */
export function ServiceList() {
  const query = useQuery(connectionsQuery);
  return (
    <Loaded query={query} what="Looking for connections">
      {(connections) =>
        connections.length === 0 ? (
          <div className="panel">
            <Message icon="source" title="No connections yet">
              <p>Connect a database above, or from a terminal, with the password from a file or typed:</p>
              <p className="mono">{COMMAND} connect shop --source postgresql://reader@db.example.org:5432/shop</p>
            </Message>
          </div>
        ) : (
          <DataTable
            label="Database services"
            columns={COLUMNS}
            rows={connections}
            keyOf={({ service }) => service.id}
          />
        )
      }
    </Loaded>
  );
}
