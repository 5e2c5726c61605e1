import { word } from '../../definition/build';
import { defineService } from './define-service';

export const databaseServiceType = defineService({
  type: 'databaseService',
  description: 'A database server or warehouse: the root of its databases, schemas and tables.',
  kinds: word,
  example: { name: 'shop_postgres', serviceType: 'Postgres', description: 'The shop’s operational database' },
});
