import type { EditedPart } from '../../search-parameters';

/** The right that changing a part of an asset takes, and its words. */
interface PartInfo {
  readonly operation: 'EditDescription' | 'EditOwners' | 'EditTags' | 'EditAll';
  /** Name of the part, as in `Edit the owners of orders`. */
  readonly label: string;
  /** Verb for one or for several. */
  readonly are: 'is' | 'are';
}

export const PARTS: Readonly<Record<EditedPart, PartInfo>> = {
  description: { operation: 'EditDescription', label: 'description', are: 'is' },
  owners: { operation: 'EditOwners', label: 'owners', are: 'are' },
  domains: { operation: 'EditAll', label: 'domains', are: 'are' },
  dataProducts: { operation: 'EditAll', label: 'data products', are: 'are' },
  tier: { operation: 'EditTags', label: 'tier', are: 'is' },
  tags: { operation: 'EditTags', label: 'tags and terms', are: 'are' },
};

/** Types of which an administrator changes some parts elsewhere, or which have no such part. */
const LACKING: Readonly<Record<string, readonly EditedPart[]>> = {
  user: ['description', 'owners', 'domains', 'dataProducts', 'tier', 'tags'],
  team: ['dataProducts', 'tier', 'tags'],
  domain: ['domains', 'dataProducts'],
  dataProduct: ['dataProducts'],
};

export const hasPart = (type: string, part: EditedPart): boolean => !(LACKING[type]?.includes(part) ?? false);

const TIERS = 'Tier.';

/** Whether a tag is of the classification of tiers: of these an asset has one at most. */
export const isTier = (tagFQN: string): boolean => tagFQN.startsWith(TIERS);

/** `Tier1`, without its classification. */
export const tierName = (tagFQN: string): string => tagFQN.slice(TIERS.length);
