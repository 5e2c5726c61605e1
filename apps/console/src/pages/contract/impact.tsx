import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { impactQuery } from '../../api/contracts';
import type { Schemas } from '../../api/service/client';
import { typeLabel } from '../../api/entity-types';
import { EntityLink, PageLink } from '../../ui/link';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { Owners } from '../../ui/references';
import { Loaded, Message } from '../../ui/states';
import { EntityStatus, IN_FORCE, Status } from '../../ui/status';

type ReachedAsset = Schemas['ContractImpactHopsItemAssetsItem'];

const HEAD = ['Asset', 'Type', 'Its contract', 'Owners'];

/** Whom a break of the contract reaches downstream, hop by hop. */
export function Impact({ id }: { readonly id: string }) {
  const query = useQuery(impactQuery(id));
  return (
    <Loaded query={query} what="Following the lineage">
      {({ entity, hops, paging }) => (
        <div className="stack">
          <div className="row row-apart">
            <span>
              {paging.total === 1 ? '1 asset' : `${paging.total} assets`} downstream of <strong>{entity.name}</strong>.
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
              <h2 style={{ fontSize: 16, margin: 0, padding: '14px 16px 4px' }}>Level {hop}</h2>
              <TableScroll>
                <Table head={HEAD} rows={assets.map(rowOf)} keyOf={(at) => assets[at]!.id} />
              </TableScroll>
            </section>
          ))}
        </div>
      )}
    </Loaded>
  );
}

const rowOf = (asset: ReachedAsset): ReactNode[] => [
  <Fragment key="asset">
    <EntityLink type={asset.type} fqn={asset.fullyQualifiedName}>
      {asset.displayName ?? asset.name}
    </EntityLink>
    <div className="dimmed small fqn">{asset.columns?.join(', ') ?? asset.fullyQualifiedName}</div>
  </Fragment>,
  typeLabel(asset.type),
  <ContractOf key="contract" asset={asset} />,
  <Owners key="owners" of={(asset.contract?.owners ?? []) as Parameters<typeof Owners>[0]['of']} none="–" />,
];

function ContractOf({ asset: { contract } }: { readonly asset: ReachedAsset }) {
  if (!contract?.fullyQualifiedName) return <span className="dimmed">No contract yet</span>;
  return (
    <span className="row">
      <EntityLink type="dataContract" fqn={contract.fullyQualifiedName}>
        {contract.name}
      </EntityLink>
      <Status of={contract.latestStatus ?? undefined} />
      {contract.entityStatus !== IN_FORCE && <EntityStatus of={contract.entityStatus} />}
    </span>
  );
}
