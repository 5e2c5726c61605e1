import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../../support/rest-client';

export interface ShopContract {
  readonly id: string;
  readonly fullyQualifiedName: string;
  readonly tableId: string;
  /** `/dataContracts/<id>` */
  readonly path: string;
}

const SCHEMA = 'shop.sales.public';

/** The place for the tables of a test. */
export async function openShop(client: RestClient): Promise<void> {
  await client.must('PUT', '/services/databaseServices', { name: 'shop', serviceType: 'Postgres' });
  await client.must('PUT', '/databases', { name: 'sales', service: 'shop' });
  await client.must('PUT', '/databaseSchemas', { name: 'public', database: 'shop.sales' });
}

/** A table of two columns and a contract that one of them breaks. */
export async function makeContract(client: RestClient, owners?: readonly object[]): Promise<ShopContract> {
  const name = `orders_${randomUUID().slice(0, 8)}`;
  const table = await client.must<{ id: string; fullyQualifiedName: string }>('POST', '/tables', {
    name,
    description: 'All orders',
    databaseSchema: SCHEMA,
    columns: [
      { name: 'id', dataType: 'BIGINT', constraint: 'NOT_NULL' },
      { name: 'total', dataType: 'DECIMAL' },
    ],
    ...(owners && { owners }),
  });
  const contract = await client.must<{ id: string; fullyQualifiedName: string }>('POST', '/dataContracts', {
    name,
    entity: { id: table.id, type: 'table' },
    schema: [
      { name: 'id', dataType: 'INT', constraint: 'NOT_NULL' },
      { name: 'total', dataType: 'STRING' },
    ],
    semantics: [{ name: 'hasDescription' }],
  });
  const { id, fullyQualifiedName } = contract;
  return { id, fullyQualifiedName, tableId: table.id, path: `/dataContracts/${id}` };
}
