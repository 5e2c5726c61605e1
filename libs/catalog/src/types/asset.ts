import { base, byRequest, text } from '../definition/build';
import type { Attribute } from '../definition/entity-type';

/** The data asset types: assigned to domains and data products, and followed by users. */
export const ASSET_TYPES: readonly string[] = [
  'table',
  'topic',
  'dashboard',
  'chart',
  'dashboardDataModel',
  'pipeline',
  'mlmodel',
  'container',
  'searchIndex',
  'storedProcedure',
  'apiCollection',
  'apiEndpoint',
  'database',
  'databaseSchema',
];

export const SERVICE_TYPES: readonly string[] = [
  'databaseService',
  'messagingService',
  'dashboardService',
  'pipelineService',
  'mlmodelService',
  'storageService',
  'searchService',
  'apiService',
];

/** Types that can be owned by users and teams and can belong to a domain. */
export const OWNABLE_TYPES: readonly string[] = [
  ...ASSET_TYPES,
  ...SERVICE_TYPES,
  'glossary',
  'glossaryTerm',
  'classification',
  'tag',
  'domain',
  'dataProduct',
  'dataContract',
  'testDefinition',
  'testSuite',
  'testCase',
];

export const serviceType: Attribute = {
  ...base({ ...text, description: 'The kind of the service that it comes from, as the service has it.' }),
  readOnly: true,
  fromRoot: true,
};

/** Attributes written by ingestion about the origin of an asset. */
export const SOURCE: Readonly<Record<string, Attribute>> = { sourceUrl: byRequest(text), sourceHash: byRequest(text) };
