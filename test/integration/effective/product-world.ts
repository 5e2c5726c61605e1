import { ADMIN, ContractFixture, read, type Document, type Json } from '../contracts/contract.fixture';

export const RULE = { name: 'has an owner', description: 'Somebody answers', rule: { '!!': { var: 'owners' } } };
export const SLA = { refreshFrequency: 'P1D', availability: 99 };
export const SECURITY = { dataClassification: 'PII', policies: [{ accessPolicy: 'read', identities: ['sales'] }] };

/** What the contract of a product says where a test does not. */
export const PROMISES = { semantics: [RULE], sla: SLA, security: SECURITY, termsOfUse: 'Not for resale.' };

/** Data products with their contracts, and assets in them. */
export class ProductWorld {
  private constructor(
    readonly contracts: ContractFixture,
    private readonly domain: string,
  ) {}

  static async open(): Promise<ProductWorld> {
    const contracts = await ContractFixture.open();
    const domain = await contracts.make('domain', { domainType: 'Aggregate', description: 'd' });
    return new ProductWorld(contracts, domain.fullyQualifiedName);
  }

  close(): Promise<void> {
    return this.contracts.close();
  }

  product(): Promise<Document> {
    return this.contracts.make('dataProduct', { domains: [this.domain], description: 'd' });
  }

  /** An active contract of the product. */
  contractOf(product: Document, body: Json = PROMISES): Promise<Document> {
    return this.contracts.contract({ entityStatus: 'Active', ...body }, product, 'dataProduct');
  }

  /** A table in these products. */
  table(...products: readonly Document[]): Promise<Document> {
    return this.contracts.table({ dataProducts: products.map(({ fullyQualifiedName }) => fullyQualifiedName) });
  }

  /** A table in one product that has a contract. */
  async inheriting(body: Json = PROMISES): Promise<{ product: Document; contract: Document; table: Document }> {
    const product = await this.product();
    return { product, contract: await this.contractOf(product, body), table: await this.table(product) };
  }

  /** What holds for the asset. */
  async effective({ id }: Document, fields?: string, type = 'table'): Promise<Document & Json> {
    return read(await this.contracts.service.ofAsset(ADMIN, { type, id }, { fields, terms: 'text' }));
  }
}

export { ADMIN };
