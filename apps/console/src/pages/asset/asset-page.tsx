import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { assetQuery, type Asset } from '../../api/assets';
import { ENTITY_TYPES, typeLabel } from '../../api/entity-types';
import { ASSET_TABS, type AssetTab } from '../../search-parameters';
import { columnsOf } from '../../ui/text/column-type';
import { NoEntity } from '../../ui/shell/no-entity';
import { Loaded, Loading, Message } from '../../ui/states';
import { PageTabs } from '../../ui/tabs';
import { useTitle } from '../../ui/link';
import { EditableColumns } from '../asset-edit/editable-columns';
import { About } from './about';
import { WhoMay } from './who-may';
import { AssetHead } from './asset-head';
import { AssetVersions } from './asset-versions';
import { Contents, hasContents } from './contents';
import { SchemaNotes } from './schema-notes';

const Profile = lazy(async () => ({ default: (await import('../profile/profile')).Profile }));
const TableChecks = lazy(async () => ({ default: (await import('../checks/table-checks')).TableChecks }));

export function AssetPage() {
  const { type, fqn } = useSearch({ from: '/inside/asset' });
  if (!(type in ENTITY_TYPES)) {
    const text = `The catalog has no type ${type}. It knows tables, topics, dashboards, domains, teams and others.`;
    return <NoEntity icon="table" heading="Assets" title="There is no such type" text={text} />;
  }
  if (fqn === '') {
    const text = 'The page of an asset is named by its type and its full name, such as warehouse.shop.sales.orders.';
    return <NoEntity icon="table" heading="Assets" title="Which asset?" text={text} />;
  }
  return <AssetOf type={type} fqn={fqn} />;
}

function AssetOf({ type, fqn }: { readonly type: string; readonly fqn: string }) {
  const query = useQuery(assetQuery(type, fqn));
  useTitle(query.data?.displayName ?? query.data?.name ?? (query.error ? fqn : typeLabel(type)));
  return (
    <Loaded query={query} what="Loading the asset" failedAs={fqn}>
      {(asset) => <LoadedAsset key={asset.id} type={type} asset={asset} />}
    </Loaded>
  );
}

interface LoadedProps {
  readonly type: string;
  readonly asset: Asset;
}

const LABELS: Readonly<Record<AssetTab, string>> = {
  contents: 'Contents',
  columns: 'Columns',
  tests: 'Test cases',
  profile: 'Profile',
  versions: 'Versions',
  about: 'About',
};

function LoadedAsset({ type, asset }: LoadedProps) {
  const columns = columnsOf(asset);
  const has: Partial<Record<AssetTab, boolean>> = {
    contents: hasContents(type),
    columns: columns.length > 0 || (asset.messageSchema?.schemaNotes?.length ?? 0) > 0,
    tests: type === 'table',
    profile: type === 'table',
  };
  const shown = ASSET_TABS.filter((tab) => has[tab] ?? true);
  const { tab = shown[0] ?? 'about' } = useSearch({ from: '/inside/asset' });
  const navigate = useNavigate({ from: '/asset' });
  const contents: Readonly<Record<AssetTab, () => ReactNode>> = {
    contents: () => <Contents type={type} asset={asset} />,
    columns: () => (
      <div className="stack">
        <SchemaNotes of={asset.messageSchema} />
        {columns.length > 0 && (
          <div className="panel panel-flush">
            <EditableColumns type={type} asset={asset} />
          </div>
        )}
      </div>
    ),
    tests: () => (
      <Suspense fallback={<Loading what="Loading the checks" />}>
        <TableChecks table={asset} />
      </Suspense>
    ),
    profile: () => (
      <Suspense fallback={<Loading what="Loading the profile" />}>
        <Profile table={asset} />
      </Suspense>
    ),
    versions: () => <AssetVersions type={type} id={asset.id} />,
    about: () => (
      <div className="stack">
        <About type={type} asset={asset} />
        <WhoMay type={type} asset={asset} />
      </div>
    ),
  };
  return (
    <div className="stack">
      <AssetHead type={type} asset={asset} />
      {asset.deleted && (
        <div className="panel">
          <Message icon="warning" title="This is deleted">
            <p>It is hidden from lists and searches until somebody restores it.</p>
          </Message>
        </div>
      )}
      <PageTabs
        label="Parts of the asset"
        value={shown.includes(tab) ? tab : 'about'}
        choose={(next) => void navigate({ search: (now) => ({ ...now, tab: next }), replace: true })}
        tabs={shown.map((value) => ({ value, label: LABELS[value], content: contents[value] }))}
      />
    </div>
  );
}
