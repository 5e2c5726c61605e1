import {
  base,
  boolean,
  byRequest,
  children,
  defineEntityType,
  openObject,
  part,
  text,
  votes,
} from '../../definition/build';
import { serviceType, SOURCE } from '../asset';

export const databaseType = defineEntityType({
  type: 'database',
  collection: 'databases',
  traits: { asset: true },
  description: 'A database of a database service.',
  parents: [{ property: 'service', types: ['databaseService'], required: true }],
  ancestors: [{ property: 'service', at: 'root', types: ['databaseService'] }],
  attributes: {
    serviceType,
    default: base(boolean),
    retentionPeriod: byRequest(text),
    ...SOURCE,
    votes,
    location: byRequest(part('EntityReference')),
    databaseProfilerConfig: byRequest(openObject),
  },
  relations: { databaseSchemas: children('databaseSchema') },
  search: { index: 'database_search_index' },
  example: { name: 'shop', service: 'shop_postgres', description: 'Orders, customers and products' },
});
