import { EntityReader, EntityVersions, EntityWriter, type WriteOptions } from '@app/catalog';
import { type Actor, invalidFields } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { Json } from '../document/json';
import type { AnsweredContract } from '../effective/effective-contract';
import { dataContractType } from '../entity/data-contract.type';
import { changedBody, type ImportMode } from '../exchange/importing/import-body';
import { type MergedImport, MergeImport } from '../exchange/importing/merge-import';
import { importedDocument, type ImportTarget, OdcsImporter } from '../exchange/importing/odcs-importer';
import { type NamedCase, TestCaseMaker } from '../exchange/importing/test-case-maker';
import type { Change } from '../promises/change';
import { ChangeTerms } from './change-terms';
import {
  type CompatibilityMode,
  type CompatibilityVerdict,
  type ComparisonTerms,
  checkCompatibility,
} from '../registry/contract-diff';
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
  /** How an ODCS document is imported; default: replace. */
  readonly mode?: ImportMode;
}

interface NativeProposal extends Pick<ComparisonTerms, 'documents'> {
  readonly sent: unknown;
  /** Options of the write that makes the contract so. */
  readonly writeOptions: WriteOptions;
  /** Test cases that the write would make. */
  readonly missing: readonly NamedCase[];
}

/** The body of a PUT that makes a contract what was proposed, and the options of the write. */
export interface ProposedPut extends Pick<NativeProposal, 'writeOptions'> {
  readonly body: Readonly<Record<string, unknown>>;
}

/** The same, with the documents of both states and the test cases that would be made. */
export type UndonePut = ProposedPut & Pick<NativeProposal, 'documents' | 'missing'>;

/** Changes between versions of a contract, and the effect of a proposed change. Nothing is stored. */
@Injectable()
export class ChangeControl {
  constructor(
    private readonly reader: EntityReader,
    private readonly versions: EntityVersions,
    private readonly writer: EntityWriter,
    private readonly importer: OdcsImporter,
    private readonly merges: MergeImport,
    private readonly cases: TestCaseMaker,
    private readonly terms: ChangeTerms,
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
    return { ...comparison(before, after, await this.terms.of(actor, after)), to: after.version as number };
  }

  /** The current contract, and the result of a PUT of the document (native or ODCS). @throws {AppError} as such a PUT */
  async withProposed(
    actor: Actor,
    id: string,
    document: unknown,
    options: ProposalOptions = {},
  ): Promise<ContractComparison> {
    const current = await this.current(actor, id);
    const { after, documents } = await this.proposed(actor, current, document, options);
    return comparison(current, after, { ...(await this.terms.of(actor, current)), ...(documents && { documents }) });
  }

  /** Whether the change to the document is compatible. @throws {AppError} as a PUT of the document */
  async check(
    actor: Actor,
    id: string,
    document: unknown,
    mode: CompatibilityMode,
    options: ProposalOptions = {},
  ): Promise<CompatibilityVerdict> {
    const current = await this.current(actor, id);
    const { after, documents } = await this.proposed(actor, current, document, options);
    const terms = await this.terms.of(actor, current);
    return checkCompatibility(current, after, mode, { ...terms, ...(documents && { documents }) });
  }

  private async current(actor: Actor, id: string): Promise<AnsweredContract> {
    return parsed((await this.reader.get(actor, dataContractType, { id }, '*', 'non-deleted')).json);
  }

  private async version(actor: Actor, id: string, version: string): Promise<AnsweredContract> {
    return parsed(await this.versions.one(actor, dataContractType, id, version));
  }

  /**
   * The write that makes the contract what a document (native or ODCS) says. Test cases of its rules that are not there yet are made; those
   * that are there stay as they are.
   *
   * @throws {AppError} NOT_FOUND, BAD_REQUEST
   */
  async putOf(actor: Actor, id: string, document: unknown): Promise<ProposedPut> {
    const current = await this.current(actor, id);
    const { sent, writeOptions } = await this.native(actor, current, document, { makesTests: true });
    return { body: proposedBody(sent, current), writeOptions };
  }

  /**
   * The write of `putOf` without the test cases that it would make: for one that is undone.
   *
   * @throws {AppError} NOT_FOUND, BAD_REQUEST
   */
  async undonePutOf(actor: Actor, id: string, document: unknown, options: ProposalOptions = {}): Promise<UndonePut> {
    const current = await this.current(actor, id);
    const { sent, ...others } = await this.native(actor, current, document, options);
    return { ...others, body: proposedBody(sent, current) };
  }

  /** The document of an imported contract, before and after a change that does not send another one. */
  storedDocuments(id: string): Promise<ComparisonTerms['documents']> {
    return this.importer.compared(id);
  }

  /**
   * A document of the standard as an import would read it; any other as it is.
   *
   * @param makesTests whether the test cases of its rules that are not there yet are made
   * @param objectName the object to use in a document of several; default: the object that the contract was imported from, else the
   * one named like the asset
   */
  private async native(
    actor: Actor,
    current: AnsweredContract,
    document: unknown,
    { objectName, mode, makesTests = false }: ProposalOptions & { readonly makesTests?: boolean } = {},
  ): Promise<NativeProposal> {
    if (!isOdcs(document)) return this.natively(current, document);
    const { id = '', type: entityType = '' } = current.entity ?? {};
    const target = { entity: { id }, entityType, objectName, allowDrift: true, contractId: String(current.id) };
    const merged = mode === 'merge' ? await this.merged(actor, current, target, document) : undefined;
    const prepared = merged?.prepared ?? (await this.importer.prepare(actor, target, document));
    const documents = await this.importer.compared(target.contractId, prepared);
    const tests = await this.cases.named(actor, prepared);
    const missing = tests.filter(({ id }) => id === undefined);
    const ids = tests.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const made = makesTests ? await this.cases.makeOf(actor, prepared, missing) : [];
    const expected = [...new Set([...ids, ...made, ...prepared.expected])];
    return {
      sent: merged
        ? changedBody(merged.current, prepared, 'merge', document)(expected.map(testCase))
        : importedProposal(prepared.parts, document.name, current, expected.map(testCase)),
      missing,
      ...(documents && { documents }),
      writeOptions: { allowDrift: true, odcs: importedDocument(prepared) },
    };
  }

  private async merged(
    actor: Actor,
    current: AnsweredContract,
    target: ImportTarget,
    document: Json,
  ): Promise<MergedImport> {
    const asset = await this.importer.asset(actor, target);
    return this.merges.read(actor, { ...current }, target, document, asset);
  }

  private async natively(current: AnsweredContract, sent: unknown): Promise<NativeProposal> {
    const documents = await this.importer.compared(String(current.id));
    return { sent, ...(documents && { documents }), writeOptions: { allowDrift: true }, missing: [] };
  }

  /** Columns missing in the asset are accepted: a contract may be agreed before its asset is changed. */
  private async proposed(
    actor: Actor,
    current: AnsweredContract,
    document: unknown,
    options: ProposalOptions,
  ): Promise<{ readonly after: AnsweredContract } & Pick<NativeProposal, 'documents'>> {
    const { sent, documents, writeOptions, missing } = await this.native(actor, current, document, options);
    const body = proposedBody(sent, current);
    const tried = parsed((await this.writer.tryOut(actor, dataContractType, body, writeOptions)).json);
    const { name } = sent as { name?: string };
    const qualityExpectations = [...(tried.qualityExpectations ?? []), ...missing.map(({ reference }) => reference)];
    const after = { ...tried, name: name ?? current.name, qualityExpectations };
    return { after, ...(documents && { documents }) };
  }
}

function comparison(before: AnsweredContract, after: AnsweredContract, terms: ComparisonTerms): ContractComparison {
  return { from: before.version as number, ...checkCompatibility(before, after, 'backward', terms) };
}

const testCase = (id: string): Json => ({ id, type: 'testCase' });

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
