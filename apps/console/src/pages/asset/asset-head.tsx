import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { contractOfAssetQuery, type Asset } from '../../api/assets';
import { ENTITY_TYPES, typeLabel } from '../../api/entity-types';
import { useMayWriteContractOf } from '../../api/permissions';
import { AskToWriteContract } from '../../ui/buttons/ask-for-right';
import { FollowButton } from '../../ui/buttons/follow-button';
import { SubscribeButton } from '../../ui/subscribe-button';
import { Icon } from '../../ui/icon';
import { EntityLink, PageLink } from '../../ui/link';
import { Markdown } from '../../ui/markdown';
import { namesOf } from '../../ui/references';
import { contractWriters } from '../../ui/rights';
import { EditButton, OpenPart } from '../asset-edit/edit-part';
import { useEditRights } from '../asset-edit/use-edit-rights';
import { AssetFacts } from './asset-facts';
import { pathTo } from './asset-path';
import { Usable } from './usable';

interface HeadProps {
  readonly type: string;
  readonly asset: Asset;
}

export function AssetHead({ type, asset }: HeadProps) {
  const { name, displayName, fullyQualifiedName: fqn, description } = asset;
  const rights = useEditRights(type, asset);
  return (
    <header className="stack" style={{ gap: 12 }}>
      <div className="row row-apart">
        <div>
          <Path asset={asset} />
          <div className="row">
            <h1 style={{ margin: 0 }} className="fqn">
              {displayName ?? name}
            </h1>
            <span className="label">
              <Icon name="table" size={13} />
              {typeLabel(type)}
            </span>
          </div>
        </div>
        <div className="row">
          {ENTITY_TYPES[type]?.lineage && (
            <PageLink to="/lineage" search={{ type, fqn }} className="label action">
              <Icon name="graph" size={15} /> Lineage
            </PageLink>
          )}
          {asset.followers !== undefined && asset.deleted !== true && (
            <FollowButton type={type} id={asset.id} name={displayName ?? name} followers={asset.followers} />
          )}
          {asset.deleted !== true && <SubscribeButton type={type} fqn={fqn} name={displayName ?? name} />}
        </div>
      </div>
      {ENTITY_TYPES[type]?.promises && <ContractBadge type={type} asset={asset} />}
      <div>
        <Markdown text={description} />
        <EditButton part="description" rights={rights} />
      </div>
      <AssetFacts type={type} asset={asset} rights={rights} />
      <OpenPart type={type} asset={asset} rights={rights} />
    </header>
  );
}

/** From the service inwards; the name of what lies in nothing, where the page calls it otherwise. */
function Path({ asset }: { readonly asset: Asset }) {
  const above = pathTo(asset);
  if (above.length === 0) {
    return asset.displayName === undefined ? null : <div className="dimmed small fqn">{asset.fullyQualifiedName}</div>;
  }
  return (
    <nav aria-label="Breadcrumb" className="small fqn">
      {above.map(({ type, name, fqn }) => (
        <Fragment key={fqn}>
          <EntityLink type={type} fqn={fqn}>
            {name}
          </EntityLink>
          <span className="dimmed" aria-hidden>
            {' › '}
          </span>
        </Fragment>
      ))}
      <span className="dimmed">{asset.name}</span>
    </nav>
  );
}

/** Whether the asset can be relied on, at one look. */
function ContractBadge({ type, asset }: HeadProps) {
  const { fullyQualifiedName: fqn } = asset;
  const { data } = useQuery(contractOfAssetQuery(fqn));
  const mayWrite = useMayWriteContractOf(type, asset.id);
  if (data === undefined) return null;
  if (data === null) {
    return (
      <span className="row">
        <span className="dimmed">No contract yet</span>
        {mayWrite === true && (
          <>
            <PageLink to="/new-contract" search={{ type, fqn }}>
              Create a contract
            </PageLink>
            <PageLink to="/new-contract" search={{ type, fqn, from: 'suggestion' }}>
              Suggest from the data
            </PageLink>
          </>
        )}
        {mayWrite === false && (
          <>
            <span className="dimmed small">{contractWriters(namesOf(asset.owners))}</span>
            <AskToWriteContract type={type} asset={asset} />
          </>
        )}
      </span>
    );
  }
  return <Usable asset={asset} contract={data} />;
}
