import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ASSETS_A_PAGE, coveredAssetsQuery, type Scope } from '../../api/coverage';
import { entityTypeOf, typeLabel } from '../../api/entity-types';
import { MOST_HITS, type SearchDocument } from '../../api/searches';
import type { Covered } from '../../search-parameters';
import { EntityLink } from '../../ui/link';
import { ListTable } from '../../ui/tables/list-table';
import { Owners } from '../../ui/references';
import { Loaded } from '../../ui/states';
import { NoContract, Status } from '../../ui/status';

const CHOICES: readonly { readonly value: Covered | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'without', label: 'Without a contract' },
  { value: 'with', label: 'With a contract' },
  { value: 'holding', label: 'Passing' },
  { value: 'failing', label: 'Failing' },
];

/** Which assets have a contract, and which of these pass; the selection is in the URL. */
export function CoveredAssets({ scope }: { readonly scope: Scope }) {
  const { show, page = 1 } = useSearch({ from: '/inside/coverage' });
  const navigate = useNavigate({ from: '/coverage' });
  const query = useQuery(coveredAssetsQuery(scope, show, page));
  const turn = (next: number) => void navigate({ search: (now) => ({ ...now, page: next === 1 ? undefined : next }) });
  return (
    <section className="stack" aria-labelledby="covered-assets">
      <div className="row row-apart">
        <h2 id="covered-assets" style={{ margin: 0, fontSize: 17 }}>
          Assets
        </h2>
        <SegmentedControl
          className="choices"
          aria-label="Which assets"
          value={show ?? 'all'}
          data={[...CHOICES]}
          onChange={(value) =>
            void navigate({
              search: (now) => ({ ...now, page: undefined, show: value === 'all' ? undefined : (value as Covered) }),
            })
          }
        />
      </div>
      <Loaded query={query} what="Looking for assets">
        {({ assets, total }) => (
          <ListTable
            head={['Asset', 'Type', 'Contract', 'Owners']}
            none="No asset is like that"
            total={total}
            rows={assets.map(cellsOf)}
            first={page > 1 ? () => turn(1) : undefined}
            more={page * ASSETS_A_PAGE < Math.min(total, MOST_HITS) ? () => turn(page + 1) : undefined}
          />
        )}
      </Loaded>
    </section>
  );
}

function cellsOf(asset: SearchDocument) {
  const { entityType, name, displayName, fullyQualifiedName: fqn, contract, owners } = asset;
  const type = entityTypeOf(entityType);
  return [
    <>
      <EntityLink type={type} fqn={fqn}>
        {displayName ?? name}
      </EntityLink>
      <div className="dimmed small fqn">{fqn}</div>
    </>,
    typeLabel(type),
    contract ? <Status of={contract.latestStatus} /> : <NoContract products={asset.dataProducts} />,
    <Owners of={owners} isShort />,
  ];
}
