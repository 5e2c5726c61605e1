import { EntityDocuments, entityTypes } from '@app/catalog';
import { dataContractType } from '@app/contracts';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';

export type Json = Readonly<Record<string, unknown>>;

/** What a run judges: the contract in force and the asset, each as its full JSON. */
export interface LoadedContract {
  readonly contract: Json;
  /** As answers show it, such as 1.2. */
  readonly contractVersion: number;
  readonly asset: Json;
  readonly assetType: string;
  /** The asset's node, a bigint in decimal. */
  readonly assetNode: string;
}

const NODES = {
  name: 'contract-to-validate',
  text: `select e.id as contract_id, e.version, a.id as asset_id, a.type, c.asset::text from contract c
           join entity e on e.node = c.node join entity a on a.node = c.asset where c.node = $1 and c.live`,
};

interface FoundNodes {
  readonly contract_id: string;
  readonly version: number;
  readonly asset_id: string;
  readonly type: string;
  readonly asset: string;
}

/** Loads what a run judges, in a number of statements that does not grow with it. */
@Injectable()
export class ContractLoader {
  constructor(
    private readonly database: Database,
    private readonly documents: EntityDocuments,
  ) {}

  /** Undefined when the contract is deleted. */
  async load(node: string): Promise<LoadedContract | undefined> {
    const [row] = await this.database.read<FoundNodes>(NODES, [node]);
    if (!row) return undefined;
    const [contract, asset] = await Promise.all([
      this.documents.full(this.database, dataContractType, row.contract_id),
      this.documents.full(this.database, entityTypes.get(row.type), row.asset_id),
    ]);
    if (!contract || !asset) return undefined;
    return { contract, contractVersion: row.version / 10, asset, assetType: row.type, assetNode: row.asset };
  }
}
