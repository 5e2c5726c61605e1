import { AccessControl } from '@app/auth';
import { EntityWriter, Visibility } from '@app/catalog';
import { type Actor, type Operation, unlessRefused } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { dataContractType } from '../entity/data-contract.type';
import { type AssetKey, EffectiveRepository } from './effective.repository';

/**
 * Contracts that have the results of assets whose contract is inherited: empty drafts, so that the rules remain those of the data
 * product. Each can later be edited into an own contract.
 */
@Injectable()
export class LocalContracts {
  /** By asset: concurrent callers wait for the contract being created. */
  // eslint-disable-next-line house/no-learned-ways -- of requests at the same time, which wait for one write
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly contracts: EffectiveRepository,
    private readonly writer: EntityWriter,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
    private readonly database: Database,
  ) {}

  /**
   * Creates a contract for an asset that has only an inherited one. An asset that has one, or inherits none, is left unchanged.
   * Requires permission for `operation` on the contract, not permission to create contracts.
   *
   * @throws {AppError} FORBIDDEN
   */
  async ensure(actor: Actor, asset: AssetKey, operation: Operation): Promise<void> {
    const found = await this.contracts.inheritingAsset(asset.type, asset.id);
    if (!found || found.hasOwn || found.contractName === null) return;
    if (await this.visibility.hides(this.database, actor, asset.type, asset)) return;
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

  /** A conflict with a concurrent creation is ignored: the asset then has a contract. */
  private async make(actor: Actor, { type, id }: AssetKey, name: string): Promise<void> {
    const writing = { ...actor, isAdmin: true };
    const body = { name, entity: { id, type } };
    if (await unlessRefused(['CONFLICT'], () => this.writer.create(writing, dataContractType, body))) return;
    const found = await this.contracts.inheritingAsset(type, id);
    // The name is taken by a soft-deleted contract, which is restored with its results and without its old rules.
    if (found && !found.hasOwn) await this.writer.put(writing, dataContractType, body);
  }
}

/** Longest name of an entity, in code points. */
const MAX_NAME = 256;

/** The name of the contract that has the results of an asset whose contract is inherited. */
export function localContractName(productContract: string, asset: string): string {
  const name = [...`${productContract} - ${asset}`];
  return name.slice(0, MAX_NAME).join('').trimEnd();
}
