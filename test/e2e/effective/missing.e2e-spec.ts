import { unique } from '../contracts/contract-world';
import { ProductWorld, type Inheriting } from './product-world';

describe('an asset without a contract in force', () => {
  let world: ProductWorld;

  beforeAll(async () => {
    world = await ProductWorld.shared();
  });

  const ask = async ({ id }: { id: string }, type = 'table') => {
    const { status, body } = await world.client.get(`/dataContracts/entity?entityId=${id}&entityType=${type}`);
    return [status, body.message];
  };
  const says = ({ id }: { id: string }, why: string, type = 'table') => [
    404,
    `dataContract instance for ${id} not found: the ${type} has no data contract, and ${why}`,
  ];
  const status = (contract: Inheriting['contract'], value: string) =>
    world.client.patch(`/dataContracts/${contract.id}`, [{ op: 'replace', path: '/entityStatus', value }]);

  it('is told that it is in no data product', async () => {
    const table = await world.contracts.table();
    expect(await ask(table)).toEqual(says(table, 'is in no data product from which it would inherit one'));
  });

  it('is told that the contract of its product is not in force', async () => {
    const { contract, product, table } = await world.inheriting();
    await status(contract, 'Draft');
    const why = (word: string) =>
      `that of its data product ${product.fullyQualifiedName} is not in force: its status is ${word}, and only an Active or Approved one is inherited`;
    expect(await ask(table)).toEqual(says(table, why('Draft')));
    await status(contract, 'Active');
    expect((await ask(table))[0]).toBe(200);
    await status(contract, 'Deprecated');
    expect(await ask(table)).toEqual(says(table, why('Deprecated')));
    await world.client.must('DELETE', `/dataContracts/${contract.id}`);
    expect(await ask(table)).toEqual(says(table, `its data product ${product.fullyQualifiedName} has none`));
    expect(await ask(product, 'dataProduct')).toEqual(says(product, 'a data product inherits none', 'dataProduct'));
  });

  it('is told that it is in two products', async () => {
    const [one, other] = [await world.inheriting(), await world.inheriting()];
    const name = unique('both');
    const products = [one.product, other.product].map(({ fullyQualifiedName }) => fullyQualifiedName);
    const table = await world.contracts.table({ name, dataProducts: products });
    const names = products.sort().join(', ');
    expect(await ask(table)).toEqual(
      says(table, `is in 2 data products (${names}): it inherits only where it is in exactly one`),
    );
  });
});
