import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { RelationContracts } from '@app/results';
import { relationKey, type Relation } from '../../../libs/results/src/reports/tool-report';
import { actor, ADMIN, ContractWorld } from '../runs/support/contract-world';

const relation = (name: string): Relation => ({ database: 'db', schema: 'main', name });

describe('contracts of the relations of a report', () => {
  let world: ContractWorld;
  let contracts: RelationContracts;
  const ids = new Map<string, string>();

  const table = async (fqn: string): Promise<void> => {
    const { node } = await world.entity('table', fqn);
    const contract = await world.entity('dataContract', `${fqn}.dataContract_c`);
    await world.database.query(`insert into contract (node, asset, status, live) values ($1, $2, 'Active', true)`, [
      contract.node,
      node,
    ]);
    ids.set(fqn, contract.id);
  };
  const found = async (name: string, platform?: string, who = ADMIN) =>
    (await contracts.of(who, [relation(name)], platform)).get(relationKey(relation(name)));

  beforeAll(async () => {
    world = await ContractWorld.create();
    contracts = new RelationContracts(world.database, new Visibility(new AccessControl()));
    await world.entity('databaseService', 'duck', { serviceType: 'DuckDB' });
    await world.entity('databaseService', 'ware', { serviceType: 'Snowflake' });
    for (const fqn of ['duck.db.main.orders', 'ware.db.main.orders', 'ware.DB.MAIN.CUSTOMERS']) await table(fqn);
    await world.entity('table', 'duck.db.main.plain');
  });
  afterAll(() => world.destroy());

  it('are those of the service of the platform', async () => {
    expect(await found('orders', 'snowflake')).toEqual({ contract: ids.get('ware.db.main.orders') });
    expect(await found('orders', 'duckdb')).toEqual({ contract: ids.get('duck.db.main.orders') });
  });

  it('are found where the platform folds names', async () => {
    expect(await found('customers', 'snowflake')).toEqual({ contract: ids.get('ware.DB.MAIN.CUSTOMERS') });
  });

  it('are named as none: two services, no contract, no table', async () => {
    expect(await found('orders', 'postgres')).toEqual({
      reason: 'it is a table of several services: duck.db.main.orders, ware.db.main.orders',
    });
    expect(await found('plain')).toEqual({ reason: 'duck.db.main.plain has no contract' });
    expect(await found('gone')).toEqual({ reason: 'it is no table of the catalog' });
  });

  it('are not told to whom the table or the contract is hidden', async () => {
    const rule = { name: 'own', effect: 'deny' as const, operations: ['ViewAll'] as const, condition: '!isOwner()' };
    const view = { name: 'view', effect: 'allow' as const, operations: ['ViewAll'] as const, resources: ['All'] };
    const without = (type: string) => actor('ada', { rules: [view, { ...rule, resources: [type] }] });
    expect(await found('orders', 'duckdb', without('table'))).toEqual({ reason: 'it is no table of the catalog' });
    expect(await found('orders', 'duckdb', without('dataContract'))).toEqual({
      reason: 'duck.db.main.orders has no contract',
    });
  });
});
