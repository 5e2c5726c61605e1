import { ConsoleWorld } from '../../support/console-world';
import { CONNECTED, fillConnections } from '../../support/fill-connections';
import { setStage, type Stage, type StageTables } from './stage';

const SCHEMA = 'shop_warehouse.shop.sales';

/** The web shop of the demo, and a source that is read. */
export async function demoStage(): Promise<Stage> {
  const world = await ConsoleWorld.open();
  const drop = await fillConnections(world);
  const { data } = await world.client.must<{ data: { name: string; fullyQualifiedName: string }[] }>(
    'GET',
    `/databaseSchemas?service=${CONNECTED}`,
  );
  const schema = data.find(({ name }) => name === 'sales');
  const profiled = ['couriers', 'depots'] as const;
  for (const name of profiled) {
    const columns = ['id', 'badge', 'city'].map((column) => ({ name: column, dataType: 'BIGINT' }));
    await world.client.must('PUT', '/tables', { name, databaseSchema: SCHEMA, columns });
  }
  const tables: StageTables = {
    domain: 'sales',
    service: CONNECTED,
    broken: `${schema?.fullyQualifiedName}.orders`,
    downstream: `${SCHEMA}.payments`,
    relied: `${SCHEMA}.orders`,
    upstream: `${SCHEMA}.customers`,
    upstreamColumn: 'customer_id',
    column: 'customer_id',
    described: 'One row for each order, paid or not',
    unpromised: [`${SCHEMA}.carriers`, `${schema?.fullyQualifiedName}.items`],
    profiled: [`${SCHEMA}.${profiled[0]}`, `${SCHEMA}.${profiled[1]}`],
    repeated: { column: 'amount', found: '0 of 3 rows fail' },
    check: 'amount_is_there',
  };
  return setStage(world, tables, drop);
}
