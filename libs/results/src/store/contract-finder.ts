import { notFound } from '@app/common';
import type { Actor, Operation } from '@app/common';
import { AccessControl } from '@app/auth';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';

/** What a use case of results and runs needs to know of a contract. Nodes are bigint in decimal. */
export interface FoundContract {
  readonly node: string;
  readonly id: string;
  readonly fqn: string;
  /** Of the contract, or of its asset when the contract has none. */
  readonly ownerIds: readonly string[];
}

const OWNERS = (node: string) => `
  (select array_agg(o.id::text) from entity_reference r join entity o on o.node = r.to_node
    where r.from_node = ${node} and r.relation = 'owners')`;

const COLUMNS = `c.node::text as node, e.id::text as id, e.fqn,
  coalesce(${OWNERS('c.node')}, ${OWNERS('c.asset')}, '{}') as "ownerIds"`;

const BY_ID = {
  name: 'contract-by-id',
  text: `select ${COLUMNS} from entity e join contract c on c.node = e.node where e.id = $1 and c.live`,
};

const BY_ASSET = {
  name: 'contract-by-asset',
  text: `select a.id as asset, ${COLUMNS}
           from entity a left join contract c on c.asset = a.node and c.live left join entity e on e.node = c.node
          where a.id = $1 and a.type = $2 and a.deleted_by is null`,
};

/** Finds a live contract and holds it against what the actor may do: one statement for both. */
@Injectable()
export class ContractFinder {
  constructor(
    private readonly database: Database,
    private readonly access: AccessControl,
  ) {}

  /** @throws {AppError} NOT_FOUND, also for a contract that is hidden from the actor; FORBIDDEN */
  async byId(actor: Actor, id: string, operation: Operation): Promise<FoundContract> {
    const [contract] = await this.database.read<FoundContract>(BY_ID, [id]);
    return this.granted(actor, operation, contract, id);
  }

  /** The asset's own contract. @throws {AppError} NOT_FOUND when there is no such asset, or it has no contract; FORBIDDEN */
  async byAsset(actor: Actor, type: string, id: string, operation: Operation): Promise<FoundContract> {
    const [row] = await this.database.read<FoundContract & { node: string | null }>(BY_ASSET, [id, type]);
    if (!row) throw notFound(type, id);
    return this.granted(actor, operation, row.node === null ? undefined : row, `${type} ${id}`);
  }

  private granted(actor: Actor, operation: Operation, found: FoundContract | undefined, name: string): FoundContract {
    if (!found || this.isHidden(actor, found)) throw notFound('dataContract', name);
    this.access.require(actor, [operation], 'dataContract', found);
    return found;
  }

  /** Who may view some contracts, but not this one, must not learn that it is there. */
  private isHidden(actor: Actor, contract: FoundContract): boolean {
    const { access } = this;
    return (
      access.scope(actor, 'ViewBasic', 'dataContract') === 'some' &&
      !access.allows(actor, 'ViewBasic', 'dataContract', contract)
    );
  }
}
