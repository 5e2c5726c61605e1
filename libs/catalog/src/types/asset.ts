import { base, byRequest, text } from '../definition/build';
import type { Attribute, Traits } from '../definition/entity-type';

/** Data that lineage connects, contracts promise and events read or write. */
export const DATA_ASSET: Traits = {
  asset: true,
  lineage: true,
  exportable: true,
  contractSubject: true,
  dataset: true,
};

export const serviceType: Attribute = {
  ...base({ ...text, description: 'The kind of the service that it comes from, as the service has it.' }),
  readOnly: true,
  fromRoot: true,
};

/** Attributes written by ingestion about the origin of an asset. */
export const SOURCE: Readonly<Record<string, Attribute>> = { sourceUrl: byRequest(text), sourceHash: byRequest(text) };
