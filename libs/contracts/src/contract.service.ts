import { EntityReader, EntityWriter } from '@app/catalog';
import type { EntityAnswer } from '@app/catalog';
import { AppError, notFound } from '@app/common';
import type { Actor, ErrorDetail } from '@app/common';
import { Injectable } from '@nestjs/common';
import { dataContractType } from './entity/data-contract.type';

/** An asset as requests name it. */
interface AssetKey {
  readonly type: string;
  readonly id: string;
}

/** What a check of a document found. */
export interface DocumentVerdict {
  readonly valid: boolean;
  readonly errors: readonly ErrorDetail[];
}

/** Questions about contracts that no other entity type has. */
@Injectable()
export class ContractService {
  constructor(
    private readonly reader: EntityReader,
    private readonly writer: EntityWriter,
  ) {}

  /** @throws {AppError} NOT_FOUND where there is no asset of that type and id, or it has no contract */
  async ofAsset(actor: Actor, asset: AssetKey, fields: string | undefined): Promise<EntityAnswer> {
    const answer = await this.reader.get(actor, dataContractType, { childOf: asset.id }, fields, 'non-deleted');
    const { entity } = JSON.parse(answer.json) as { entity: { type: string } };
    if (entity.type !== asset.type) throw notFound(asset.type, asset.id);
    return answer;
  }

  /** Checks a document as a PUT would, against its asset too, and stores nothing. */
  async check(actor: Actor, document: unknown, allowDrift: boolean): Promise<DocumentVerdict> {
    try {
      await this.writer.tryOut(actor, dataContractType, document, { allowDrift });
      return { valid: true, errors: [] };
    } catch (error) {
      if (!(error instanceof AppError) || !VERDICTS.has(error.code)) throw error;
      return { valid: false, errors: error.details ?? [{ field: '', message: error.message }] };
    }
  }
}

/** Refusals that speak of the document, not of the caller or the service. */
const VERDICTS = new Set(['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT']);
