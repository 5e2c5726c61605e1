import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from './complete-operation';

const TABLE = 'shop_warehouse.shop.sales.orders';

/** One name of each collection that the demo has something in, so that a read that is sent from /docs as it stands finds it. */
const NAMES: Readonly<Record<string, string>> = {
  dataContracts: `${TABLE}.dataContract_orders_contract`,
  tables: TABLE,
  databaseSchemas: 'shop_warehouse.shop.sales',
  databases: 'shop_warehouse.shop',
  'services/databaseServices': 'shop_warehouse',
  dashboards: 'shop_reports.revenue',
  'services/dashboardServices': 'shop_reports',
  domains: 'sales',
  dataProducts: 'logistics',
  'dataQuality/testDefinitions': 'tableRowCountToBeBetween',
  users: 'admin',
  teams: 'commerce',
  roles: 'DataSteward',
  policies: 'AdminPolicy',
  'lineage/{type}': TABLE,
};

/** Gives the names in paths of reads an example. */
export function sayNames(document: OpenAPIObject): void {
  for (const [path, { get }] of Object.entries(document.paths)) {
    const [, collection = ''] = /^\/api\/v1\/(.+)\/name\/\{fqn\}/.exec(path) ?? [];
    const example = NAMES[collection];
    const read = get as unknown as Operation | undefined;
    if (example === undefined || read === undefined) continue;
    read.parameters = read.parameters?.map((one) => (one.name === 'fqn' ? { ...one, example } : one));
  }
}
