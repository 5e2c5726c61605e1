import {
  allFields,
  type EntityAnswer,
  EntityDocuments,
  type EntityKey,
  EntityReader,
  entityTypes,
  type Include,
} from '@app/catalog';
import { type Actor, type ErrorDetail, AppError, MOST_FAULTS } from '@app/common';
import { Database, type AskVersion } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ContractDocument } from './document/contract-document';
import { typeWarnings } from './document/type-warnings';
import { EffectiveContracts, type EffectiveView } from './effective/effective-contracts';
import type { AssetKey } from './effective/effective.repository';
import { ContractTrial } from './entity/contract-trial';
import { dataContractType } from './entity/data-contract.type';

/** The findings of a check of a document. */
export interface DocumentVerdict {
  readonly valid: boolean;
  readonly errors: readonly ErrorDetail[];
  /** Columns of a valid document whose types the asset does not meet; absent without any. */
  readonly warnings?: readonly ErrorDetail[];
}

/** Read options of a contract. */
export interface ContractView extends EffectiveView {
  readonly include: Include;
  /** Includes what it inherits from the contract of its asset's data product. */
  readonly effective: boolean;
}

/** Contract operations that no other entity type has. */
@Injectable()
export class ContractService {
  constructor(
    private readonly reader: EntityReader,
    private readonly trial: ContractTrial,
    private readonly effective: EffectiveContracts,
    private readonly documents: EntityDocuments,
    private readonly database: Database,
  ) {}

  /**
   * The effective contract of an asset: its own with inherited parts, else that of its data product. @throws {AppError} NOT_FOUND
   */
  ofAsset(actor: Actor, asset: AssetKey, view: EffectiveView): Promise<EntityAnswer> {
    return this.effective.ofAsset(actor, asset, view);
  }

  /** @throws {AppError} NOT_FOUND, BAD_REQUEST (fields) */
  get(actor: Actor, key: EntityKey, view: ContractView, ask?: AskVersion): Promise<EntityAnswer> {
    return view.effective
      ? this.effective.of(actor, key, view)
      : this.reader.get(actor, dataContractType, key, view.fields, view.include, ask);
  }

  /** Validates a document as a PUT would, including against its asset, without storing it. */
  async check(actor: Actor, document: unknown, allowDrift: boolean): Promise<DocumentVerdict> {
    try {
      const { json } = await this.trial.tryOut(actor, document, { allowDrift });
      const warnings = await this.warnings(JSON.parse(json) as ContractDocument);
      return { valid: true, errors: [], ...(warnings.length > 0 && { warnings }) };
    } catch (error) {
      if (!(error instanceof AppError) || !VERDICTS.has(error.code)) throw error;
      return { valid: false, errors: errorsOf(error) };
    }
  }

  private async warnings(contract: ContractDocument): Promise<ErrorDetail[]> {
    const { id, type } = contract.entity ?? {};
    if (!contract.schema?.length || id === undefined || type === undefined) return [];
    const asset = await this.documents.one(this.database, { id }, allFields(entityTypes.get(type)), 'all');
    return asset ? typeWarnings(contract, type, JSON.parse(asset.json) as Record<string, unknown>) : [];
  }
}

/** All errors, and whether there may be more. */
function errorsOf({ details, message }: AppError): readonly ErrorDetail[] {
  if (!details) return [{ field: '', message }];
  const cut = { field: '', message: `no more than ${MOST_FAULTS} wrong fields are listed; mend these and check again` };
  return details.length < MOST_FAULTS ? details : [...details, cut];
}

/** Errors about the document, not about the caller or the service. */
const VERDICTS = new Set(['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT']);
