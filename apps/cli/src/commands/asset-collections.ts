/** Where assets that can have a contract are found, by their type. */
export const COLLECTIONS = {
  table: 'tables',
  topic: 'topics',
  dashboard: 'dashboards',
  pipeline: 'pipelines',
  mlmodel: 'mlmodels',
  container: 'containers',
  searchIndex: 'searchIndexes',
  storedProcedure: 'storedProcedures',
  dashboardDataModel: 'dashboard/datamodels',
  apiEndpoint: 'apiEndpoints',
  dataProduct: 'dataProducts',
} as const;

export type AssetType = keyof typeof COLLECTIONS;

export const ASSET_TYPES = Object.keys(COLLECTIONS) as readonly AssetType[];
