import type { ReactNode } from 'react';
import type { Asset } from '../../api/assets';
import type { EditedPart } from '../../search-parameters';
import { AskForRight } from '../../ui/buttons/ask-for-right';
import { EntityLink } from '../../ui/link';
import { Owners, References, Tags } from '../../ui/references';
import { editors, EditButton } from '../asset-edit/edit-part';
import { hasPart, isTier, tierName } from '../asset-edit/parts';
import type { EditRights } from '../asset-edit/use-edit-rights';
import { pathTo } from './asset-path';

interface FactsProps {
  readonly type: string;
  readonly asset: Asset;
  readonly rights: EditRights;
}

/** Statements of people about an asset, each part with the button to change it; empty ones are shown to those who can fill them. */
export function AssetFacts({ type, asset, rights }: FactsProps) {
  const { owners, domains = [], dataProducts = [], tags = [] } = asset;
  const tier = tags.find(({ tagFQN }) => isTier(tagFQN));
  const labels = tags.filter((one) => one !== tier);
  const part = (name: EditedPart, label: string, isEmpty: boolean, content: ReactNode) =>
    (!isEmpty || rights.mayEdit(name)) && (
      <span className="row" key={name}>
        <span className="dimmed small">{label}</span> {content} <EditButton part={name} rights={rights} />
      </span>
    );
  return (
    <>
      <div className="row" style={{ gap: '8px 24px' }}>
        {hasPart(type, 'owners') &&
          part(
            'owners',
            'Owners',
            false,
            <>
              <Owners of={owners} isShort />
              <InheritedFrom of={owners} asset={asset} />
            </>,
          )}
        {part(
          'domains',
          'Domains',
          domains.length === 0,
          <>
            <References of={domains} none="No domain" />
            <InheritedFrom of={domains} asset={asset} />
          </>,
        )}
        {part(
          'dataProducts',
          'Data products',
          dataProducts.length === 0,
          <>
            <References of={dataProducts} none="None" />
            <InheritedFrom of={dataProducts} asset={asset} />
          </>,
        )}
        {part('tier', 'Tier', !tier, tier ? <Tier of={tier.tagFQN} /> : <span className="dimmed">No tier</span>)}
        {part(
          'tags',
          'Tags',
          labels.length === 0,
          labels.length > 0 ? <Tags of={labels} /> : <span className="dimmed">No tags</span>,
        )}
      </div>
      <WhoMayEdit type={type} asset={asset} rights={rights} />
    </>
  );
}

export const Tier = ({ of }: { readonly of: string }) => (
  <span className="label">
    <EntityLink type="tag" fqn={of}>
      {tierName(of)}
    </EntityLink>
  </span>
);

interface InheritedProps {
  readonly of: Asset['owners'];
  readonly asset: Asset;
}

/** The nearest of what the asset lies in: it has what is inherited, of its own or from further out. */
function InheritedFrom({ of = [], asset }: InheritedProps) {
  const above = pathTo(asset).at(-1);
  if (!of.some((one) => one.inherited)) return null;
  return (
    <span className="dimmed small">
      Inherited
      {above && (
        <>
          {' from '}
          <EntityLink type={above.type} fqn={above.fqn}>
            <bdi>{above.name}</bdi>
          </EntityLink>
        </>
      )}
    </span>
  );
}

/** Rights that are given by themselves; who changes all else has a role or owns the asset. */
const ASKED = ['EditDescription', 'EditOwners', 'EditTags'] as const;

/** For who may change nothing of it: who may, and how to ask for that. */
function WhoMayEdit({ type, asset, rights }: FactsProps) {
  const lacked = ASKED.filter((right) => rights.lacked.includes(right));
  if (lacked.length < ASKED.length) return null;
  return (
    <span className="row">
      <span className="dimmed small">{editors(asset)}</span>
      <AskForRight type={type} id={asset.id} name={asset.displayName ?? asset.name} operations={lacked} />
    </span>
  );
}
