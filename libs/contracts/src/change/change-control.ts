import {
  allFields,
  assetPlatform,
  EntityDocuments,
  EntityFinder,
  EntityReader,
  entityTypes,
  EntityVersions,
  EntityWriter,
} from '@app/catalog';
import { type Actor, invalidFields } from '@app/common';
import { Database } from '@app/database';
import { type Platform, platformOf } from '@app/datatypes';
import { Injectable } from '@nestjs/common';
import type { AnsweredContract } from '../effective/effective-contract';
import { dataContractType } from '../entity/data-contract.type';
import { OdcsImporter } from '../odcs/importing/odcs-importer';
import type { Change } from './change';
import { ContractGates } from '../entity/contract-gates';
import {
  type CompatibilityMode,
  type CompatibilityVerdict,
  type ComparisonTerms,
  checkCompatibility,
  DEFAULT_SUNSET_NOTICE,
} from './contract-diff';
import { importedProposal, isOdcs, proposedBody } from './proposed-document';

/** A comparison of two states of a contract. Versions are numbers as in contracts; a proposed document has none. */
export interface ContractComparison {
  readonly from: number;
  readonly to?: number;
  /** Whether consumers of the old state can use the new one. */
  readonly compatible: boolean;
  readonly changes: readonly Change[];
}

export interface ProposalOptions {
  /** The selected object of an ODCS document, if it has several. */
  readonly objectName?: string;
}

/** Changes between versions of a contract, and the effect of a proposed change. Nothing is stored. */
@Injectable()
export class ChangeControl {
  constructor(
    private readonly reader: EntityReader,
    private readonly versions: EntityVersions,
    private readonly writer: EntityWriter,
    private readonly importer: OdcsImporter,
    private readonly documents: EntityDocuments,
    private readonly database: Database,
    private readonly finder: EntityFinder,
    private readonly gates: ContractGates,
  ) {}

  /**
   * Two versions of a contract.
   * @param versions such as `0.3`; `to` defaults to the current one, `from` to the one before `to`
   * @throws {AppError} NOT_FOUND, BAD_REQUEST
   */
  async betweenVersions(
    actor: Actor,
    id: string,
    versions: { readonly from?: string; readonly to?: string },
  ): Promise<ContractComparison> {
    const after =
      versions.to === undefined ? await this.current(actor, id) : await this.version(actor, id, versions.to);
    const before = await this.version(actor, id, versions.from ?? versionBefore(after));
    return { ...comparison(before, after, await this.terms(actor, after)), to: after.version as number };
  }

  /** The current contract, and the result of a PUT of the document (native or ODCS). @throws {AppError} as such a PUT */
  async withProposed(
    actor: Actor,
    id: string,
    document: unknown,
    { objectName }: ProposalOptions = {},
  ): Promise<ContractComparison> {
    const current = await this.current(actor, id);
    const after = await this.proposed(actor, current, document, objectName);
    return comparison(current, after, await this.terms(actor, current));
  }

  /** Whether the change to the document is compatible. @throws {AppError} as a PUT of the document */
  async check(
    actor: Actor,
    id: string,
    document: unknown,
    mode: CompatibilityMode,
    { objectName }: ProposalOptions = {},
  ): Promise<CompatibilityVerdict> {
    const current = await this.current(actor, id);
    const after = await this.proposed(actor, current, document, objectName);
    return checkCompatibility(current, after, mode, await this.terms(actor, current));
  }

  /** Terms that apply to the contract now, whatever version is compared. */
  private async terms(actor: Actor, contract: AnsweredContract): Promise<ComparisonTerms> {
    const { node } = await this.finder.findFor(actor, 'ViewBasic', dataContractType.type, { id: String(contract.id) });
    const [platform, notice] = await Promise.all([this.platform(contract), this.gates.gate?.sunsetNotice(node)]);
    return { platform, sunsetNotice: notice ?? DEFAULT_SUNSET_NOTICE };
  }

  /** Whose words the types of the contract's asset are, which the caller need not see for that. */
  private async platform({ entity }: AnsweredContract): Promise<Platform> {
    if (entity?.id === undefined || entity.type === undefined) return platformOf();
    const type = entityTypes.get(entity.type);
    const asset = await this.documents.one(this.database, { id: entity.id }, allFields(type), 'all');
    return asset ? assetPlatform(JSON.parse(asset.json) as Record<string, unknown>) : platformOf();
  }

  private async current(actor: Actor, id: string): Promise<AnsweredContract> {
    return parsed((await this.reader.get(actor, dataContractType, { id }, '*', 'non-deleted')).json);
  }

  private async version(actor: Actor, id: string, version: string): Promise<AnsweredContract> {
    return parsed(await this.versions.one(actor, dataContractType, id, version));
  }

  /** The body of a PUT that makes the contract what a document (native or ODCS) says. @throws {AppError} NOT_FOUND, BAD_REQUEST */
  async bodyOf(actor: Actor, id: string, document: unknown): Promise<Record<string, unknown>> {
    const current = await this.current(actor, id);
    return proposedBody(await this.native(actor, current, document), current);
  }

  /**
   * A document of the standard as a replacing import would read it; any other as it is.
   *
   * @param objectName the object to use in a document of several; default: the object that the contract was imported from, else the
   * one named like the asset
   */
  private async native(
    actor: Actor,
    current: AnsweredContract,
    document: unknown,
    objectName?: string,
  ): Promise<unknown> {
    if (!isOdcs(document)) return document;
    const { id = '', type: entityType = '' } = current.entity ?? {};
    const target = { entity: { id }, entityType, objectName, allowDrift: true, contractId: String(current.id) };
    return importedProposal(await this.importer.prepare(actor, target, document), document.name, current);
  }

  /** Columns missing in the asset are accepted: a contract may be agreed before its asset is changed. */
  private async proposed(
    actor: Actor,
    current: AnsweredContract,
    document: unknown,
    objectName: string | undefined,
  ): Promise<AnsweredContract> {
    const sent = await this.native(actor, current, document, objectName);
    const body = proposedBody(sent, current);
    const tried = parsed((await this.writer.tryOut(actor, dataContractType, body, { allowDrift: true })).json);
    const { name } = sent as { name?: string };
    return { ...tried, name: name ?? current.name };
  }
}

function comparison(before: AnsweredContract, after: AnsweredContract, terms: ComparisonTerms): ContractComparison {
  return { from: before.version as number, ...checkCompatibility(before, after, 'backward', terms) };
}

/** @throws {AppError} BAD_REQUEST for the first version */
function versionBefore({ version, changeDescription }: AnsweredContract): string {
  const { previousVersion } = (changeDescription ?? {}) as { previousVersion?: number };
  if (previousVersion !== undefined) return previousVersion.toFixed(1);
  const message = `is required: there is no version before ${(version as number).toFixed(1)}`;
  throw invalidFields([{ field: 'from', message }]);
}

function parsed(json: string): AnsweredContract {
  return JSON.parse(json) as AnsweredContract;
}
