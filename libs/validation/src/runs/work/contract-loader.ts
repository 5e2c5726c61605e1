import { EntityDocuments, entityTypes } from '@app/catalog';
import { dataContractType, effectiveContract, EffectiveRepository } from '@app/contracts';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';

export type Json = Readonly<Record<string, unknown>>;

/** What a run judges: the effective contract and the asset, each as its full JSON. */
export interface LoadedContract {
  readonly contract: Json;
  /** Of the asset's own contract, as answers show it, such as 1.2. */
  readonly contractVersion: number;
  readonly asset: Json;
  readonly assetType: string;
  /** The asset's node, a bigint in decimal. */
  readonly assetNode: string;
}

/** Loads what a run judges, in a number of statements that does not grow with it. */
@Injectable()
export class ContractLoader {
  constructor(
    private readonly contracts: EffectiveRepository,
    private readonly database: Database,
    private readonly documents: EntityDocuments,
  ) {}

  /** Undefined when the contract is deleted. */
  async load(node: string): Promise<LoadedContract | undefined> {
    const found = await this.contracts.toValidate(node);
    if (!found) return undefined;
    const { assetType, inherited } = found;
    const [own, ofProduct, asset] = await Promise.all([
      this.contract(found.contractId),
      inherited === null ? undefined : this.contract(inherited),
      this.documents.full(this.database, entityTypes.get(assetType), found.assetId),
    ]);
    if (!own || !asset) return undefined;
    const contract = ofProduct ? effectiveContract(own, ofProduct) : own;
    return { contract, contractVersion: found.version / 10, asset, assetType, assetNode: found.asset };
  }

  private contract(id: string): Promise<Record<string, unknown> | undefined> {
    return this.documents.full(this.database, dataContractType, id);
  }
}
