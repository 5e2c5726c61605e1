import { AccessControl } from '@app/auth';
import { EntityWriter } from '@app/catalog';
import { AppError } from '@app/common';
import type { Actor, Operation } from '@app/common';
import { Injectable } from '@nestjs/common';
import { dataContractType } from '../entity/data-contract.type';
import { EffectiveRepository } from './effective.repository';
import type { AssetKey } from './effective.repository';
import { localContractName } from './local-contract';

/**
 * Contracts that hold the results of assets whose contract is inherited: drafts without a word of their own, so that the rules
 * stay those of the data product. Each is one that an own contract can grow from.
 */
@Injectable()
export class LocalContracts {
  /** By asset: who asks meanwhile waits for the one that is being made. */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly contracts: EffectiveRepository,
    private readonly writer: EntityWriter,
    private readonly access: AccessControl,
  ) {}

  /**
   * Sees to it that an asset with only an inherited contract has one of its own. An asset that has one, or none to inherit, is
   * left as it is. Whoever may do `operation` to the contract makes it, whether or not they may create contracts.
   *
   * @throws {AppError} FORBIDDEN
   */
  async ensure(actor: Actor, asset: AssetKey, operation: Operation): Promise<void> {
    const found = await this.contracts.inheritingAsset(asset.type, asset.id);
    if (!found || found.hasOwn || found.contractName === null) return;
    if (this.access.hides(actor, asset.type, found)) return;
    this.access.require(actor, [operation], dataContractType.type, found);
    await this.makeOnce(actor, asset, localContractName(found.contractName, found.name));
  }

  private makeOnce(actor: Actor, asset: AssetKey, name: string): Promise<void> {
    const underWay = this.underWay.get(asset.id);
    if (underWay) return underWay;
    const made = this.make(actor, asset, name).finally(() => this.underWay.delete(asset.id));
    this.underWay.set(asset.id, made);
    return made;
  }

  /** Another process, or a person, may be quicker: then the asset has a contract, which is all that is wanted. */
  private async make(actor: Actor, { type, id }: AssetKey, name: string): Promise<void> {
    const writing = { ...actor, isAdmin: true };
    const body = { name, entity: { id, type } };
    try {
      await this.writer.create(writing, dataContractType, body);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
      const found = await this.contracts.inheritingAsset(type, id);
      // The name is taken by a soft-deleted contract, which comes back with its results and without its old rules.
      if (found && !found.hasOwn) await this.writer.put(writing, dataContractType, body);
    }
  }
}
