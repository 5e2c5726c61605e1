import { Visibility } from '@app/catalog';
import { AppError, notFound, type Actor } from '@app/common';
import { Database, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { dataContractType } from '../entity/data-contract.type';
import { lifecycleSql, type LifecycleState } from '../status/validity';

interface ProductRow {
  readonly id: string;
  readonly fqn: string;
  readonly contract: string | null;
  readonly status: string | null;
  readonly state: LifecycleState | null;
}

/** Data products of an asset by its node, each with its contract. */
const PRODUCTS: PreparedStatement = {
  name: 'effective-products-of-asset',
  text: `
  select p.id::text, p.fqn, i.id::text as contract, c.status, case when c.node is not null then ${lifecycleSql('c')} end as state
    from entity_reference r join entity p on p.node = r.to_node and p.type = 'dataProduct' and p.deleted_by is null
    left join contract c on c.asset = p.node and c.live left join entity i on i.node = c.node
   where r.from_node = $1 and r.relation = 'dataProducts' order by p.fqn`,
};

/** Most products that the sentence names. */
const MOST_NAMED = 3;

/** Says why an asset has no effective contract. */
@Injectable()
export class MissingContract {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /**
   * Hidden products and contracts are treated as nonexistent. One statement, and one more where something may be hidden.
   * @returns NOT_FOUND, to be thrown
   */
  async of(actor: Actor, { node, id, type }: { node: string; id: string; type: string }): Promise<AppError> {
    const why = type === 'dataProduct' ? 'a data product inherits none' : reason(await this.products(actor, node));
    return new AppError(
      'NOT_FOUND',
      `${notFound(dataContractType.type, id).message}: the ${type} has no data contract, and ${why}`,
    );
  }

  private async products(actor: Actor, node: string): Promise<ProductRow[]> {
    const rows = await this.database.read<ProductRow & object>(PRODUCTS, [node]);
    const named = rows.flatMap(({ id, contract }) => [
      { id, type: 'dataProduct' },
      ...(contract === null ? [] : [{ id: contract, type: dataContractType.type }]),
    ]);
    const hidden = named.length > 0 ? await this.visibility.hiddenOf(this.database, actor, named) : new Set();
    return rows
      .filter(({ id }) => !hidden.has(id))
      .map((row) => (row.contract !== null && hidden.has(row.contract) ? { ...row, contract: null } : row));
  }
}

function reason(products: readonly ProductRow[]): string {
  const [product] = products;
  if (!product) return 'is in no data product from which it would inherit one';
  if (products.length > 1) {
    const names = products.slice(0, MOST_NAMED).map(({ fqn }) => fqn);
    const more = products.length > MOST_NAMED ? ', …' : '';
    return `is in ${products.length} data products (${names.join(', ')}${more}): it inherits only where it is in exactly one`;
  }
  const { fqn, contract, state, status } = product;
  if (contract === null || state === null || status === null) return `its data product ${fqn} has none`;
  // It came into force since it was looked for, or a product that is hidden stands in the way.
  if (state === 'inForce') return `inherits none from its data product ${fqn}`;
  return `that of its data product ${fqn} is not in force: ${STATES[state](status)}`;
}

const byStatus = (status: string): string => `its status is ${status}, and only an Active or Approved one is inherited`;

const STATES: Readonly<Record<Exclude<LifecycleState, 'inForce'>, (status: string) => string>> = {
  draft: byStatus,
  deprecated: byStatus,
  upcoming: () => 'its effectiveFrom has not come',
  ended: () => 'its effectiveUntil has come',
};
