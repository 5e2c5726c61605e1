import type { Asset } from '../../api/assets';
import type { EditedPart } from '../../search-parameters';

import { isTier } from './parts';
import { labelChange, namesOfSource, ownOf, referenceChange, textChange, type Change } from './changes';

/** Entries of the editors of an asset: texts and FQNs. */
export interface AssetDraft {
  readonly description: string;
  readonly users: readonly string[];
  readonly teams: readonly string[];
  readonly domains: readonly string[];
  readonly dataProducts: readonly string[];
  /** Empty for none. */
  readonly tier: string;
  readonly tags: readonly string[];
  readonly terms: readonly string[];
}

const fqnsOf = (references: Asset['owners'], type?: string): string[] =>
  ownOf(references)
    .filter((one) => type === undefined || one.type === type)
    .flatMap(({ fullyQualifiedName: fqn }) => fqn ?? []);

export function draftOf({ description = '', owners, domains, dataProducts, tags }: Asset): AssetDraft {
  const labels = namesOfSource(tags, 'Classification');
  return {
    description,
    users: fqnsOf(owners, 'user'),
    teams: fqnsOf(owners, 'team'),
    domains: fqnsOf(domains),
    dataProducts: fqnsOf(dataProducts),
    tier: labels.find(isTier) ?? '',
    tags: labels.filter((one) => !isTier(one)),
    terms: namesOfSource(tags, 'Glossary'),
  };
}

const allOf = (type: string, names: readonly string[]) => names.map((fqn) => ({ type, fqn }));

const labelsOf = (asset: Asset, { tier, tags, terms }: AssetDraft): Change[] =>
  labelChange('/tags', asset.tags, [
    ...[...(tier === '' ? [] : [tier]), ...tags].map((tagFQN) => ({ tagFQN, source: 'Classification' as const })),
    ...terms.map((tagFQN) => ({ tagFQN, source: 'Glossary' as const })),
  ]);

const CHANGES: Readonly<Record<EditedPart, (asset: Asset, draft: AssetDraft) => Change[]>> = {
  description: (asset, { description }) => textChange('/description', asset.description, description),
  owners: (asset, { users, teams }) =>
    referenceChange('/owners', asset.owners, [...allOf('user', users), ...allOf('team', teams)]),
  domains: (asset, { domains }) => referenceChange('/domains', asset.domains, allOf('domain', domains)),
  dataProducts: (asset, { dataProducts }) =>
    referenceChange('/dataProducts', asset.dataProducts, allOf('dataProduct', dataProducts)),
  // Each of the two leaves the other as it is.
  tier: (asset, { tier }) => labelsOf(asset, { ...draftOf(asset), tier }),
  tags: (asset, { tags, terms }) => labelsOf(asset, { ...draftOf(asset), tags, terms }),
};

/** Changes of one part of an asset. */
export const changesOf = (part: EditedPart, asset: Asset, draft: AssetDraft): Change[] => CHANGES[part](asset, draft);
