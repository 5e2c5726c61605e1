import { base, byRequest, defineEntityType, link, text, votes } from '../definition/build';
import type { AncestorProperty, Attribute, EntityType, Traits } from '../definition/entity-type';

/** Data that lineage connects, contracts promise and events read or write. */
export const DATA_ASSET: Traits = {
  asset: true,
  lineage: true,
  exportable: true,
  contractSubject: true,
  dataset: true,
};

const SERVICE_TYPE: Attribute = {
  ...base({ ...text, description: 'The kind of the service that it comes from, as the service has it.' }),
  readOnly: true,
  fromRoot: true,
};

/** Attributes of every asset: written by ingestion about its origin, and the votes of users. */
const OF_EVERY_ASSET = { sourceUrl: byRequest(link), sourceHash: byRequest(text), votes };

type Declaration = Parameters<typeof defineEntityType>[0];

interface Asset extends Declaration {
  /** The type of the service that is the root of the asset. */
  readonly service: string;
  /** The type that the asset lies in, and the type above it, where that is not the service. */
  readonly parent?: string;
  readonly grandparent?: string;
}

/** The members of every asset that the OpenMetadata API does not have. */
export const ASSET_SHAPE = { without: ['reviewers'] };

/** A data asset. Default: it lies in its service, and belongs to domains and data products, but has no lineage and no contract. */
export function defineAsset({ service, parent, grandparent, attributes, ...own }: Asset): EntityType {
  const place = parent ?? 'service';
  const at = (property: string, where: AncestorProperty['at'], type = property): AncestorProperty[] => [
    { property, at: where, types: [type] },
  ];
  return defineEntityType({
    traits: { asset: true },
    compatible: ASSET_SHAPE,
    parents: [{ property: place, types: [parent ?? service], required: true }],
    ancestors: [
      ...(parent ? at(parent, 'parent') : []),
      ...(grandparent ? at(grandparent, 'grandparent') : []),
      ...at('service', 'root', service),
    ],
    attributes: { serviceType: SERVICE_TYPE, ...attributes, ...OF_EVERY_ASSET },
    ...own,
  });
}
