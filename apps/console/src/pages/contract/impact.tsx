import { useQuery } from '@tanstack/react-query';
import { impactQuery } from '../../api/contracts';
import { typeLabel } from '../../api/entity-types';
import { EntityLink, PageLink } from '../../ui/link';
import { TableHead, TableScroll } from '../../ui/tables/list-table';
import { Owners } from '../../ui/references';
import { Loaded, Message } from '../../ui/states';
import { EntityStatus, IN_FORCE, Status } from '../../ui/status';

/** Whom a break of the contract reaches downstream, hop by hop. */
export function Impact({ id }: { readonly id: string }) {
  const query = useQuery(impactQuery(id));
  return (
    <Loaded query={query} what="Following the lineage">
      {({ entity, hops, paging }) => (
        <div className="stack">
          <div className="row row-apart">
            <span>
              {paging.total === 1 ? '1 asset lies' : `${paging.total} assets lie`} downstream of{' '}
              <strong>{entity.name}</strong>.
            </span>
            <PageLink to="/lineage" search={{ type: entity.type, fqn: entity.fullyQualifiedName }}>
              Show the lineage
            </PageLink>
          </div>
          {hops.length === 0 && (
            <div className="panel">
              <Message icon="graph" title="A break reaches nobody that the catalog knows">
                <p>Lineage comes from OpenLineage events, dbt, or edges that are drawn by hand.</p>
              </Message>
            </div>
          )}
          {hops.map(({ hop, assets = [] }) => (
            <section key={hop} className="panel panel-flush">
              <h2 style={{ fontSize: 16, margin: 0, padding: '14px 16px 4px' }}>
                {hop === 1 ? 'One hop away' : `${hop} hops away`}
              </h2>
              <TableScroll>
                <table className="list-table">
                  <TableHead labels={['Asset', 'Type', 'Its contract', 'Whom to tell']} />
                  <tbody>
                    {assets.map((asset) => (
                      <tr key={asset.id}>
                        <td>
                          <EntityLink type={asset.type} fqn={asset.fullyQualifiedName}>
                            {asset.displayName ?? asset.name}
                          </EntityLink>
                          <div className="dimmed small fqn">
                            {asset.columns?.join(', ') ?? asset.fullyQualifiedName}
                          </div>
                        </td>
                        <td>{typeLabel(asset.type)}</td>
                        <td>
                          {asset.contract?.fullyQualifiedName ? (
                            <span className="row">
                              <EntityLink type="dataContract" fqn={asset.contract.fullyQualifiedName}>
                                {asset.contract.name}
                              </EntityLink>
                              <Status of={asset.contract.latestStatus ?? undefined} />
                              {asset.contract.entityStatus !== IN_FORCE && (
                                <EntityStatus of={asset.contract.entityStatus} />
                              )}
                            </span>
                          ) : (
                            <span className="dimmed">none</span>
                          )}
                        </td>
                        <td>
                          <Owners of={(asset.contract?.owners ?? []) as Parameters<typeof Owners>[0]['of']} none="–" />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </TableScroll>
            </section>
          ))}
        </div>
      )}
    </Loaded>
  );
}
