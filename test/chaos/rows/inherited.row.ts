import { randomBytes } from 'node:crypto';
import { SIZE } from '../../support/chaos/chaos-size';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { Tally } from '../../support/chaos/tally';
import type { RestClient } from '../../support/rest-client';

const AT_ONCE = SIZE.crowd / 2;

interface Named {
  readonly id: string;
  readonly fullyQualifiedName: string;
}

/** Many validate an asset that has no contract of its own. */
export function inheritedRow(stackOf: () => ChaosStack): void {
  it(`${AT_ONCE} validates of an asset that inherits its contract: one local contract holds the results`, async () => {
    const stack = stackOf();
    const client = await stack.client();
    const table = await inheritingTable(client);
    await stack.startWorker();
    const path = `/dataContracts/entity/validate?entityId=${table.id}&entityType=table`;
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        client.post<{ id: string; dataContractFQN: string }>(path, undefined, { prefer: 'wait=60' }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    const { data } = await client.must<{ data: Named[] }>('GET', `/dataContracts?entity=${table.id}&include=all`);
    expect(data).toHaveLength(1);
    const [local] = data;
    expect(new Set(answers.map(({ body }) => body.dataContractFQN))).toEqual(new Set([local!.fullyQualifiedName]));
    const runs = new Set(answers.map(({ body }) => body.id)).size;
    const results = await client.must<{ paging: { total: number } }>(
      'GET',
      `/dataContracts/${local!.id}/results?limit=0`,
    );
    expect(results.paging.total).toBe(runs);
    new Tally(`${stack.backend} inherited contract`, ['answered', 'runs']).close({ answered: answers.length, runs });
  });
}

/** In a data product whose contract is in force. */
async function inheritingTable(client: RestClient): Promise<Named> {
  const name = `chaos_${randomBytes(5).toString('hex')}`;
  await client.must('POST', '/domains', { name, domainType: 'Aggregate', description: 'd' });
  const product = await client.must<Named>('POST', '/dataProducts', { name, domains: [name], description: 'd' });
  const entity = { id: product.id, type: 'dataProduct' };
  const semantics = [{ name: 'has a name', rule: { '!!': { var: 'name' } } }];
  await client.must('POST', '/dataContracts', { name, entity, entityStatus: 'Active', semantics });
  await client.must('POST', '/services/databaseServices', { name, serviceType: 'Postgres' });
  await client.must('POST', '/databases', { name: 'db', service: name });
  await client.must('POST', '/databaseSchemas', { name: 's', database: `${name}.db` });
  return client.must<Named>('POST', '/tables', {
    name: 't',
    databaseSchema: `${name}.db.s`,
    columns: [{ name: 'id', dataType: 'INT' }],
    dataProducts: [product.fullyQualifiedName],
  });
}
