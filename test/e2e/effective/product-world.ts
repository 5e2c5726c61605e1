import { ContractWorld, unique, type Asset, type Contract } from '../contracts/contract-world';

/** What the contract of a product says where a test does not: its rule holds for no asset. */
export const PROMISES = {
  semantics: [{ name: 'is described', description: 'Says what it is', rule: { '!!': { var: 'description' } } }],
  termsOfUse: 'Not for resale.',
  security: { dataClassification: 'PII' },
};

export interface Inheriting {
  readonly product: Asset;
  readonly contract: Contract;
  readonly table: Asset & { readonly name: string };
}

/** A running service with a domain for data products. */
export class ProductWorld {
  private constructor(
    readonly contracts: ContractWorld,
    private readonly domain: string,
  ) {}

  static async shared(): Promise<ProductWorld> {
    const contracts = await ContractWorld.shared();
    const domain = unique('domain');
    await contracts.client.must('POST', '/domains', { name: domain, domainType: 'Aggregate', description: 'd' });
    return new ProductWorld(contracts, domain);
  }

  get client() {
    return this.contracts.client;
  }

  /** A table in a product with an active contract; the table has none of its own. */
  async inheriting(promises: object = PROMISES): Promise<Inheriting> {
    const body = { name: unique('p'), domains: [this.domain], description: 'd' };
    const product = await this.client.must<Asset>('POST', '/dataProducts', body);
    const contract = await this.client.must<Contract>('POST', '/dataContracts', {
      name: unique('c'),
      entity: { id: product.id, type: 'dataProduct' },
      entityStatus: 'Active',
      ...promises,
    });
    const table = await this.contracts.table({ dataProducts: [product.fullyQualifiedName] });
    return { product, contract, table: table as Inheriting['table'] };
  }

  effective({ id }: Asset, query = ''): Promise<Contract> {
    return this.client.must<Contract>('GET', `/dataContracts/entity?entityId=${id}&entityType=table${query}`);
  }

  contractsOf({ id }: Asset): Promise<{ readonly data: readonly Contract[] }> {
    return this.client.must('GET', `/dataContracts?entity=${id}&include=all`);
  }
}
