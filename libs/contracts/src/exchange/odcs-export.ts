import { type EntityKey, EntityReader, entityTypes } from '@app/catalog';
import { type Actor, unlessRefused } from '@app/common';
import { LargeReads } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type AssetColumns, assetColumns, nameCaseOf } from '../document/asset-columns';
import type { ContractColumn } from '../document/contract-document';
import { ContractTrial } from '../entity/contract-trial';
import { dataContractType } from '../entity/data-contract.type';
import type { ExportVersion } from '../odcs/document/api-version';
import type { Json } from '../document/json';
import { documentOf } from '../odcs/overlay/export-document';
import { withWrittenTypes } from '../odcs/overlay/overlay-columns';
import { OdcsRepository } from '../documents/odcs.repository';

/** Characters of the JSON of a contract from which its export is a large answer. */
const LARGE = 256 * 1024;

/** Makes documents of the Open Data Contract Standard of contracts. */
@Injectable()
export class OdcsExport {
  constructor(
    private readonly reader: EntityReader,
    private readonly documents: OdcsRepository,
    private readonly large: LargeReads,
    private readonly trial: ContractTrial,
  ) {}

  /**
   * The contract as a document, valid against the official schema of its apiVersion.
   *
   * @throws {AppError} SERVICE_UNAVAILABLE where it is large and too many large answers are being made
   */
  async document(actor: Actor, key: EntityKey, version: ExportVersion | undefined): Promise<Json> {
    const { json } = await this.reader.get(actor, dataContractType, key, '*', 'non-deleted');
    return this.read(actor, json, version);
  }

  /**
   * The contract that a PUT of the body would make, as its document; nothing is stored.
   *
   * @throws {AppError} as such a PUT; SERVICE_UNAVAILABLE as `document`
   */
  async preview(actor: Actor, body: unknown): Promise<Json> {
    const { json } = await this.trial.tryOut(actor, body, { allowDrift: true });
    return this.read(actor, json, undefined);
  }

  private read(actor: Actor, json: string, version: ExportVersion | undefined): Promise<Json> {
    return this.large.read(json.length > LARGE, () => this.exported(actor, JSON.parse(json) as Json, version));
  }

  private async exported(actor: Actor, contract: Json, version: ExportVersion | undefined): Promise<Json> {
    const stored = await this.documents.ofContract(String(contract.id));
    return documentOf(stored ? contract : await this.withWrittenTypes(actor, contract), stored, version);
  }

  /** Types as the source writes them, for tools that compare them with it; an asset that is hidden from the caller has none. */
  private async withWrittenTypes(actor: Actor, contract: Json): Promise<Json> {
    const { id, type } = (contract.entity ?? {}) as { id?: string; type?: string };
    const columns = contract.schema as ContractColumn[] | undefined;
    if (id === undefined || type !== 'table' || !columns?.length) return contract;
    const asset = await unlessRefused(['NOT_FOUND', 'FORBIDDEN'], () =>
      this.reader.get(actor, entityTypes.get(type), { id }, 'columns', 'all'),
    );
    if (!asset) return contract;
    const found: Pick<AssetColumns, 'columns' | 'platform'> = assetColumns(type, JSON.parse(asset.json) as Json) ?? {
      columns: [],
    };
    return { ...contract, schema: withWrittenTypes(columns, found.columns, nameCaseOf(found)) };
  }
}
