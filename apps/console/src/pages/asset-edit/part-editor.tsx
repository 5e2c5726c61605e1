import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { tiersQuery } from '../../api/operations/asset-changes';
import type { Asset } from '../../api/assets';
import type { EditedPart } from '../../search-parameters';
import { NamesField } from '../../ui/fields/names-field';
import { namesOf } from '../../ui/references';
import { pathTo } from '../asset/asset-path';
import { changesOf, draftOf, type AssetDraft } from './asset-draft';
import { descriptionField, labelFields } from './described-fields';
import { EditDialog, type Fields } from './edit-dialog';
import { PARTS, tierName } from './parts';

interface PartEditorProps {
  readonly type: string;
  readonly asset: Asset;
  readonly part: EditedPart;
  readonly close: () => void;
}

/** Changes one part of an asset. */
export function PartEditor({ type, asset: { id, name, displayName }, part, close }: PartEditorProps) {
  const { label, are } = PARTS[part];
  return (
    <EditDialog<AssetDraft>
      type={type}
      id={id}
      close={close}
      of={{
        what: `the ${label} of ${displayName ?? name}`,
        are,
        draftOf,
        changesOf: (asset, draft) => changesOf(part, asset, draft),
        fields: FIELDS[part],
      }}
    />
  );
}

type PartFields = (fields: Fields<AssetDraft>) => ReactNode;

const FIELDS: Readonly<Record<EditedPart, PartFields>> = {
  description: descriptionField,
  owners: ({ draft, set, asset, refused }) => (
    <>
      <Inherited of={asset.owners} asset={asset} />
      <NamesField
        label="People"
        types={['user']}
        isFirst
        value={draft.users}
        change={(users) => set({ users })}
        error={refused('owners', draft.users)}
      />
      <NamesField
        label="Teams"
        description="Yourself and teams of yours are named by those who may change all of it"
        types={['team']}
        value={draft.teams}
        change={(teams) => set({ teams })}
        error={refused('owners', draft.teams)}
      />
    </>
  ),
  domains: ({ draft, set, asset, refused }) => (
    <>
      <Inherited of={asset.domains} asset={asset} />
      <NamesField
        label="Domains"
        types={['domain']}
        isFirst
        value={draft.domains}
        change={(domains) => set({ domains })}
        error={refused('domains')}
      />
    </>
  ),
  dataProducts: ({ draft, set, asset, refused }) => (
    <>
      <Inherited of={asset.dataProducts} asset={asset} />
      <NamesField
        label="Data products"
        types={['dataProduct']}
        isFirst
        value={draft.dataProducts}
        change={(dataProducts) => set({ dataProducts })}
        error={refused('dataProducts')}
      />
    </>
  ),
  tier: ({ draft, set, refused }) => (
    <TierField value={draft.tier} change={(tier) => set({ tier })} error={refused('tags')} />
  ),
  tags: (fields) => labelFields(fields, true),
};

interface InheritedProps {
  readonly of: Asset['owners'];
  readonly asset: Asset;
}

/** Says what holds as long as nothing of its own is entered. */
function Inherited({ of = [], asset }: InheritedProps) {
  const inherited = of.filter((one) => one.inherited);
  if (inherited.length === 0) return null;
  const from = pathTo(asset).at(-1)?.name ?? 'what it lies in';
  return (
    <p style={{ margin: 0 }}>
      Inherited from <bdi>{from}</bdi>: <bdi>{namesOf(inherited).join(', ')}</bdi>. What you enter here replaces it for{' '}
      <bdi>{asset.displayName ?? asset.name}</bdi>; with nothing entered it stays inherited.
    </p>
  );
}

interface TierFieldProps {
  readonly value: string;
  readonly change: (value: string) => void;
  readonly error: string | undefined;
}

function TierField({ value, change, error }: TierFieldProps) {
  const { data: tiers } = useQuery(tiersQuery);
  const names = new Set([...(value === '' ? [] : [value]), ...(tiers ?? []).map((tag) => tag.fullyQualifiedName)]);
  if (tiers !== undefined && names.size === 0)
    return <p style={{ margin: 0 }}>There are no tiers yet: they are the tags of a classification called Tier.</p>;
  return (
    <Select
      label="Tier"
      placeholder="None"
      clearable
      data-autofocus
      error={error}
      comboboxProps={{ withinPortal: false }}
      data={[...names].map((fqn) => ({ value: fqn, label: tierName(fqn) }))}
      value={value === '' ? null : value}
      onChange={(next) => change(next ?? '')}
    />
  );
}
