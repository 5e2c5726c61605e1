import { allFields, EntityDocuments, entityTypes, parseFields } from '@app/catalog';
import { Batcher } from '@app/common';
import {
  dataContractType,
  effectiveContract,
  EffectiveRepository,
  lifecycleState,
  type ContractToValidate,
  type Validity,
} from '@app/contracts';
import { Database, isOfAValue } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { RunDocuments } from '../../events/run-notice';
import { EvidenceLoader, type Json, type LikelyEvidence } from './evidence-loader';

/** Input of a run: the effective contract and the asset, each as its full JSON. */
export interface LoadedContract {
  readonly contract: Json;
  /** The node of the asset's own contract, a bigint in decimal. */
  readonly contractNode: string;
  /** Whether that was imported from a document. */
  readonly isImported: boolean;
  /** The version of the asset's own contract, as shown in responses, such as 1.2. */
  readonly contractVersion: number;
  readonly asset: Json;
  readonly assetType: string;
  /** The asset's node, a bigint in decimal. */
  readonly assetNode: string;
  /** The instant that it is evaluated at, in epoch ms by the clock of the database: after the run was claimed. */
  readonly now: number;
  /** The validity of the asset's own contract. */
  readonly validity: Validity;
  /** Where it was prefetched. */
  readonly likelyEvidence?: LikelyEvidence;
}

/** A contract that has ended is not validated, so nothing of it is read. */
export interface EndedContract {
  /** Epoch ms. */
  readonly endedAt: number;
}

/** Which documents a run is evaluated with. */
export interface FoundDocuments extends ContractToValidate {
  readonly prefetched?: Prefetched;
}

/** Texts of the documents, and the evidence that they will most likely need. */
interface Prefetched {
  readonly contract: string;
  readonly asset: string;
  readonly evidence: LikelyEvidence;
}

interface Asked {
  readonly node: string;
  readonly found: FoundDocuments | undefined;
}

/** Contracts loaded in one batch: a larger batch would delay its first request. */
const TOGETHER = { most: 16, atOnce: 1, isOnes: isOfAValue };

/** Contract fields that are evaluated, or inherited and evaluated. */
const judgedFields = () => parseFields(dataContractType, 'schema,semantics,sla,extension,qualityExpectations', false);

/** Loads the inputs of runs: several contracts need as many statements as one. */
@Injectable()
export class ContractLoader {
  private readonly loading = new Batcher((asked: readonly Asked[]) => this.several(asked), TOGETHER);

  constructor(
    private readonly contracts: EffectiveRepository,
    private readonly database: Database,
    private readonly documents: EntityDocuments,
    private readonly evidence: EvidenceLoader,
  ) {}

  /** Undefined if the contract is deleted. The dates are judged by the clock of the database. @param found where it has just been read which documents these are */
  async load(node: string, found?: FoundDocuments): Promise<LoadedContract | EndedContract | undefined> {
    return (found && (ended(found) ?? prefetchedOf(found))) ?? this.loading.ask({ node, found });
  }

  /**
   * Looks which documents the run of a contract is evaluated with, and prefetches those that it most likely is, by statements that are all
   * sent at once. Undefined if the contract is deleted.
   */
  async look(db: Pick<Database, 'read'>, expected: RunDocuments): Promise<FoundDocuments | undefined> {
    const [[found], prefetched] = await Promise.all([
      this.contracts.toValidate([expected.contract], db),
      this.prefetch(db, expected),
    ]);
    const isExpected = found?.contractId === expected.contractId && found.assetId === expected.assetId;
    return found && isExpected && prefetched ? { ...found, prefetched } : found;
  }

  private async prefetch(
    db: Pick<Database, 'read'>,
    { contract: node, contractId, assetId, assetType }: RunDocuments,
  ): Promise<Prefetched | undefined> {
    const type = entityTypes.get(assetType);
    const [contract, asset, evidence] = await Promise.all([
      this.documents.one(db, { id: contractId }, judgedFields(), 'all'),
      this.documents.one(db, { id: assetId }, allFields(type), 'all'),
      this.evidence.likely(db, node),
    ]);
    return contract && asset && { contract: contract.json, asset: asset.json, evidence };
  }

  private async several(asked: readonly Asked[]): Promise<(LoadedContract | EndedContract | undefined)[]> {
    const others = asked.filter((one) => !one.found).map(({ node }) => node);
    const known = asked.flatMap((one) => one.found ?? []);
    const found = others.length ? [...known, ...(await this.contracts.toValidate(others))] : known;
    const judged = found.filter((one) => !ended(one));
    const [contracts, assets] = await Promise.all([this.contractsOf(judged), this.assetsOf(judged)]);
    const byNode = new Map(found.map((one) => [one.node, ended(one) ?? loaded(one, contracts, assets)]));
    return asked.map(({ node }) => byNode.get(node));
  }

  private contractsOf(found: readonly ContractToValidate[]): Promise<Documents> {
    const ids = found.flatMap(({ contractId, inherited }) =>
      inherited === null ? [contractId] : [contractId, inherited],
    );
    return this.documents.several(this.database, [...new Set(ids)], judgedFields());
  }

  private async assetsOf(found: readonly ContractToValidate[]): Promise<Documents> {
    const types = [...new Set(found.map(({ assetType }) => assetType))];
    const ofTypes = await Promise.all(
      types.map((type) => {
        const ids = found.filter(({ assetType }) => assetType === type).map(({ assetId }) => assetId);
        const entityType = entityTypes.get(type);
        return this.documents.several(this.database, [...new Set(ids)], allFields(entityType));
      }),
    );
    return new Map(ofTypes.flatMap((documents) => [...documents]));
  }
}

/** By id, as JSON text. */
type Documents = ReadonlyMap<string, { readonly json: string }>;

/** The prefetched contract, unless a part of it is inherited. */
function prefetchedOf({ prefetched, ...found }: FoundDocuments): LoadedContract | undefined {
  if (!prefetched || found.inherited !== null) return undefined;
  const { contract, asset, evidence } = prefetched;
  return { ...input(found, JSON.parse(contract) as Json, JSON.parse(asset) as Json), likelyEvidence: evidence };
}

function loaded(found: ContractToValidate, contracts: Documents, assets: Documents): LoadedContract | undefined {
  const own = parsed(contracts, found.contractId);
  const asset = parsed(assets, found.assetId);
  if (!own || !asset) return undefined;
  const ofProduct = found.inherited === null ? undefined : parsed(contracts, found.inherited);
  return input(found, ofProduct ? effectiveContract(own, ofProduct) : own, asset);
}

function ended(found: ContractToValidate): EndedContract | undefined {
  const validity = validityOf(found);
  return lifecycleState(validity, Number(found.now)) === 'ended' ? { endedAt: validity.until! } : undefined;
}

function validityOf({ status, effectiveFrom, effectiveUntil }: ContractToValidate): Validity {
  return {
    status,
    ...(effectiveFrom !== null && { from: Number(effectiveFrom) }),
    ...(effectiveUntil !== null && { until: Number(effectiveUntil) }),
  };
}

function input(found: ContractToValidate, contract: Json, asset: Json): LoadedContract {
  return {
    validity: validityOf(found),
    contract,
    contractNode: found.node,
    isImported: found.isImported,
    contractVersion: found.version / 10,
    asset,
    assetType: found.assetType,
    assetNode: found.asset,
    now: Number(found.now),
  };
}

function parsed(documents: Documents, id: string): Json | undefined {
  const document = documents.get(id);
  return document && (JSON.parse(document.json) as Json);
}
