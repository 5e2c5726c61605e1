import { allFields, type EntityDocument, EntityDocuments, EntityFinder, entityTypes } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { platformOf } from '@app/datatypes';
import { Injectable } from '@nestjs/common';
import type { AnsweredContract } from '../effective/effective-contract';
import { ContractGates } from '../entity/contract-gates';
import { dataContractType } from '../entity/data-contract.type';
import { comparedAsset, type ComparedAsset } from '../promises/column-names';
import { type ComparisonTerms, DEFAULT_SUNSET_NOTICE } from '../registry/contract-diff';

/** Terms by which changes of stored contracts are compared. */
@Injectable()
export class ChangeTerms {
  constructor(
    private readonly documents: EntityDocuments,
    private readonly database: Database,
    private readonly finder: EntityFinder,
    private readonly gates: ContractGates,
  ) {}

  /** Terms that apply to the contract at present, whatever version is compared. */
  async of(actor: Actor, contract: AnsweredContract): Promise<ComparisonTerms> {
    const { node } = await this.finder.findFor(actor, 'ViewBasic', dataContractType.type, { id: String(contract.id) });
    const [asset, notice] = await Promise.all([this.asset(contract), this.gates.sunsetNotice(node)]);
    return { ...asset, sunsetNotice: notice ?? DEFAULT_SUNSET_NOTICE };
  }

  /** The contract's asset, which the caller need not see for that. */
  private async asset({ entity }: AnsweredContract): Promise<ComparedAsset> {
    if (entity?.id === undefined || entity.type === undefined) return { platform: platformOf() };
    const type = entityTypes.get(entity.type);
    const asset = await this.documents.one(this.database, { id: entity.id }, allFields(type), 'all');
    return asset ? comparedAsset(entity.type, JSON.parse(asset.json) as EntityDocument) : { platform: platformOf() };
  }
}
