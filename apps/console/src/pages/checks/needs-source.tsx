import { useQuery } from '@tanstack/react-query';
import type { Asset } from '../../api/assets';
import { dataAccessQuery } from '../../api/connections';
import { useMayDoToAll } from '../../api/permissions';
import { PageLink } from '../../ui/link';
import { refusalText } from '../../ui/rights';
import { Notice } from '../../ui/states';

/** The right to say where data is read. */
const RIGHT = { operation: 'ConnectData', resource: 'databaseService' } as const;

/** Whether it is known that the source of a table may not be read; who may not see that learns it from the first run. */
export function useIsUnread({ service }: Asset): boolean {
  const mayConnect = useMayDoToAll(RIGHT.resource, RIGHT.operation);
  const fqn = service?.fullyQualifiedName ?? '';
  const { data } = useQuery({ ...dataAccessQuery(fqn), enabled: mayConnect && fqn !== '' });
  return data === null || data?.enabled === false || data?.suspended === true;
}

/** Says what is needed before checks and profiles of a table can be made, with the way to it for who may. */
export function NeedsSource({ table: { service } }: { readonly table: Asset }) {
  const mayConnect = useMayDoToAll(RIGHT.resource, RIGHT.operation);
  const fqn = service?.fullyQualifiedName ?? '';
  return (
    <Notice tone="part" icon="source">
      <div className="stack" style={{ gap: 8 }}>
        <p>
          Checks and profiles are made of the data itself: the service <bdi>{service?.displayName ?? fqn}</bdi> needs a
          connection to its database, and data access. {!mayConnect && refusalText(RIGHT)}
        </p>
        {mayConnect && (
          <div className="row">
            <PageLink to="/connect" search={{ service: fqn }}>
              Connect the database
            </PageLink>
            <PageLink to="/connections" search={{ service: fqn }}>
              Its data access
            </PageLink>
          </div>
        )}
      </div>
    </Notice>
  );
}
