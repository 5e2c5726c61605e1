import { EntityReader, entityTypes, Visibility } from '@app/catalog';
import { type Actor, notFound } from '@app/common';
import {
  type ContractDocument,
  dataContractType,
  type DocumentReference,
  effectiveContract,
  EffectiveRepository,
  type StoredPromises,
} from '@app/contracts';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { LoadedContract } from '../runs/work/contract-loader';
import type { Json } from '../runs/work/evidence-loader';

/** A contract as it would be. */
export interface ForecastQuestion {
  readonly asset: { readonly id: string; readonly type: string };
  readonly after: Json;
  /** The document that it would be of, where it is imported. */
  readonly document?: StoredPromises | undefined;
  /** The contract as it is; absent: the contract is a new one. */
  readonly before?: {
    readonly id: string;
    readonly node: string;
    readonly contract: Json;
    readonly document?: StoredPromises | undefined;
  };
}

/** The inputs of a judgement, without what is hidden from the caller. */
export interface ForecastDocuments {
  readonly after: LoadedContract;
  /** With what it inherits. */
  readonly before?: Json;
}

/** The node of a contract that is not there: nothing is stored of it. */
const NO_NODE = '0';

const CONTRACT = dataContractType.type;

/** Loads the documents that a contract would be judged with: what the caller may not view counts as not there. */
@Injectable()
export class ForecastLoader {
  constructor(
    private readonly database: Database,
    private readonly reader: EntityReader,
    private readonly visibility: Visibility,
    private readonly effective: EffectiveRepository,
  ) {}

  /** @throws {AppError} NOT_FOUND, FORBIDDEN for the asset */
  async load(actor: Actor, { asset, after, before }: ForecastQuestion): Promise<ForecastDocuments> {
    const { json } = await this.reader.get(actor, entityTypes.get(asset.type), { id: asset.id }, '*', 'non-deleted');
    const [found] = await this.effective.ofAssets([asset]);
    if (!found) throw notFound(asset.type, asset.id);
    const ofProduct = await this.inherited(actor, found.inherited);
    const whole = async (own: Json): Promise<Json> => {
      const visible = await this.visible(actor, own);
      return ofProduct ? effectiveContract(visible as ContractDocument, ofProduct) : visible;
    };
    return {
      after: {
        ...{
          contract: await whole(after),
          contractNode: before?.node ?? NO_NODE,
          isImported: false,
          contractVersion: 0,
        },
        ...{ asset: JSON.parse(json) as Json, assetType: asset.type, assetNode: found.node },
        ...{ now: await this.database.now(), validity: { status: 'Active' } },
      },
      ...(before && { before: await whole(before.contract) }),
    };
  }

  private async inherited(actor: Actor, id: string | null): Promise<ContractDocument | undefined> {
    const seen = id === null ? [] : await this.visibility.seenOf(this.database, actor, [{ id, type: CONTRACT }]);
    const [one] = seen;
    if (!one) return undefined;
    return JSON.parse(
      (await this.reader.get(actor, dataContractType, { id: one.id }, '*', 'non-deleted')).json,
    ) as ContractDocument;
  }

  /** The contract without test cases that the caller may not view. */
  private async visible(actor: Actor, contract: Json): Promise<Json> {
    const expected = (contract.qualityExpectations ?? []) as readonly DocumentReference[];
    if (expected.length === 0 || !this.visibility.isRestricted(actor)) return contract;
    const named = expected.flatMap(({ id }) => (id === undefined ? [] : [{ id, type: 'testCase' }]));
    const seen = new Set((await this.visibility.seenOf(this.database, actor, named)).map(({ id }) => id));
    return { ...contract, qualityExpectations: expected.filter(({ id }) => id === undefined || seen.has(id)) };
  }
}
