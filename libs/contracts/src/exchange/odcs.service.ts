import { AccessControl } from '@app/auth';
import { type ChangeOptions, type WriteAnswer, EntityReader, EntityWriter } from '@app/catalog';
import { type Actor, type ErrorDetail, AppError, invalidFields, unlessRefused } from '@app/common';
import type { IdempotencyToken } from '@app/database';
import { Injectable } from '@nestjs/common';
import { MOST_TEST_CASES } from '../document/contract-schema';
import { ContractTrial } from '../entity/contract-trial';
import { dataContractType } from '../entity/data-contract.type';
import type { Json } from '../document/json';
import { usualLayout } from '../odcs/document/usual-layout';
import { changedBody, type ImportMode, newBody } from './importing/import-body';
import { MergeImport } from './importing/merge-import';
import { type ImportTarget, importedDocument, type PreparedImport, OdcsImporter } from './importing/odcs-importer';
import { inCallersDocument, inDocument } from './importing/place-faults';
import { requireModest } from './importing/document-size';
import { TestCaseMaker } from './importing/test-case-maker';
import { notJudged } from './not-judged';
import type { ImportReport } from '../odcs/mapping/report';
import { objectNames } from '../odcs/mapping/select-object';
import { OdcsRepository } from '../documents/odcs.repository';
import type { ConformedDocument } from '../odcs/strict/conform';
import { requireOdcs } from '../odcs/strict/recognise';

/** Summary of a document before it is imported. */
export interface ParsedDocument {
  readonly name?: string;
  readonly version?: string;
  readonly status?: string;
  readonly schemaObjects: readonly string[];
  readonly hasMultipleObjects: boolean;
}

/** The findings of a check of a document against an asset. */
export interface OdcsVerdict {
  readonly valid: boolean;
  readonly errors: readonly ErrorDetail[];
  readonly odcsImportReport?: ImportReport;
}

/** Makes contracts of documents of the Open Data Contract Standard. */
@Injectable()
export class OdcsService {
  constructor(
    private readonly reader: EntityReader,
    private readonly writer: EntityWriter,
    private readonly trial: ContractTrial,
    private readonly access: AccessControl,
    private readonly importer: OdcsImporter,
    private readonly cases: TestCaseMaker,
    private readonly merges: MergeImport,
    private readonly documents: OdcsRepository,
  ) {}

  /** Makes a contract of a document. The answer is the contract with `odcsImportReport`. */
  async create(actor: Actor, target: ImportTarget, document: unknown, token?: IdempotencyToken): Promise<WriteAnswer> {
    this.access.requireAnyObject(actor, 'Create', dataContractType.type);
    return this.inCallersPaths(document, document, async () =>
      this.createPrepared(actor, await this.importer.prepare(actor, target, document), token),
    );
  }

  /** `create` of one object of a document that was read before. */
  async createFrom(actor: Actor, target: ImportTarget, conformed: ConformedDocument): Promise<WriteAnswer> {
    this.access.requireAnyObject(actor, 'Create', dataContractType.type);
    return this.createPrepared(actor, await this.importer.prepareConformed(actor, target, conformed));
  }

  /** Makes the contract of the asset, or changes the one that it has. */
  async put(
    actor: Actor,
    target: ImportTarget,
    document: unknown,
    mode: ImportMode,
    sent: Pick<ChangeOptions, 'precondition' | 'isStrict'> = {},
  ): Promise<WriteAnswer & { created: boolean }> {
    requireOdcs(document);
    requireModest(document);
    const asset = await this.importer.asset(actor, target);
    const current = await this.contractOf(actor, String(asset.id));
    if (!current) await this.requireCreation(actor, asset);
    // The stored document is replaced as a whole, even if the contract does not change.
    else await this.documents.requireEdit(actor, String(current.id));
    const meant = { ...target, contractId: current && String(current.id) };
    const merged =
      current && mode === 'merge' ? await this.merges.read(actor, current, meant, document, asset) : undefined;
    return this.inCallersPaths(merged?.document ?? document, document, async () => {
      const prepared = merged?.prepared ?? (await this.importer.prepare(actor, meant, document));
      const bodyWith = current
        ? changedBody(merged?.current ?? current, prepared, mode, document as Json)
        : newBody(prepared);
      const options = { ...sent, writeOptions: writeOptionsOf(prepared) };
      return this.written(actor, prepared, bodyWith, (body) => this.writer.put(actor, dataContractType, body, options));
    });
  }

  /** Runs the import; errors refer to the paths of the document as sent, which may differ from the processed one. */
  private async inCallersPaths<Result>(read: unknown, sent: unknown, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw inCallersDocument(error, read, sent);
    }
  }

  /** A dry run of an import; nothing is stored. */
  async check(actor: Actor, target: ImportTarget, document: unknown): Promise<OdcsVerdict> {
    try {
      const prepared = await this.importer.prepare(actor, target, document);
      const body = newBody(prepared)([]);
      const writeOptions = writeOptionsOf(prepared);
      await this.trial
        .tryOut(actor, await this.asStored(actor, prepared, body), writeOptions)
        .catch((error: unknown) => {
          throw inDocument(error, prepared.mapped.places);
        });
      return { valid: true, errors: [], odcsImportReport: reportOf(prepared) };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST') throw error;
      const { details, message } = inCallersDocument(error, document, document) as AppError;
      return { valid: false, errors: details ?? [{ field: '', message }] };
    }
  }

  /** @throws {AppError} BAD_REQUEST for what is no document of the standard */
  parse(sent: unknown): ParsedDocument {
    const document = usualLayout(requireOdcs(sent));
    const schemaObjects = objectNames(document);
    const said = (['name', 'version', 'status'] as const).flatMap((key) =>
      document[key] == null ? [] : [[key, String(document[key])] as const],
    );
    return { ...Object.fromEntries(said), schemaObjects, hasMultipleObjects: schemaObjects.length > 1 };
  }

  private async createPrepared(actor: Actor, prepared: PreparedImport, token?: IdempotencyToken): Promise<WriteAnswer> {
    await this.requireCreation(actor, prepared.asset);
    const writeOptions = writeOptionsOf(prepared);
    return this.written(actor, prepared, newBody(prepared), (body) =>
      this.writer.create(actor, dataContractType, body, { token, writeOptions }),
    );
  }

  /** Makes the test cases, writes the contract, and adds the report to the answer. */
  private async written<Answer extends WriteAnswer>(
    actor: Actor,
    prepared: PreparedImport,
    bodyWith: (expectations: readonly Json[]) => Json,
    write: (body: Json) => Promise<Answer>,
  ): Promise<Answer> {
    const { asset, mapped, expected } = prepared;
    try {
      // So that no test cases are created for a contract that is rejected.
      requireFewTests(mapped.tests.length + expected.length);
      await this.cases.requireOwnSql(actor, String(asset.fullyQualifiedName), mapped.tests);
      if (mapped.tests.length)
        await this.writer.tryOut(actor, dataContractType, bodyWith([]), writeOptionsOf(prepared));
      const made = await this.cases.make(actor, String(asset.fullyQualifiedName), mapped.tests, mapped.report);
      const answer = await write(
        bodyWith([...new Set([...made, ...expected])].map((id) => ({ id, type: 'testCase' }))),
      );
      const report = JSON.stringify(reportOf(prepared));
      return { ...answer, json: `${answer.json.slice(0, -1)},"odcsImportReport":${report}}` };
    } catch (error) {
      throw inDocument(error, mapped.places);
    }
  }

  /** Before test cases are made for the contract. @throws {AppError} FORBIDDEN */
  private async requireCreation(actor: Actor, { id }: Json): Promise<void> {
    const { type } = dataContractType;
    if (this.access.scope(actor, 'Create', type) === 'all') return;
    this.access.require(actor, ['Create'], type, { ownerIds: await this.documents.ownerIds(String(id)) });
  }

  private async contractOf(actor: Actor, assetId: string): Promise<Json | undefined> {
    const answer = await unlessRefused(['NOT_FOUND'], () =>
      this.reader.get(actor, dataContractType, { childOf: assetId }, '*', 'non-deleted'),
    );
    return answer && (JSON.parse(answer.json) as Json);
  }

  /** A check is a PUT that is rolled back: for an asset with a contract, under that contract's name. */
  private async asStored(actor: Actor, { asset }: PreparedImport, body: Json): Promise<Json> {
    const current = await this.contractOf(actor, String(asset.id));
    return current ? { ...body, name: current.name } : body;
  }
}

function writeOptionsOf(prepared: PreparedImport): Json {
  return { allowDrift: prepared.target.allowDrift, odcs: importedDocument(prepared) };
}

function reportOf({ mapped, conformed: { document, changes }, selected, known }: PreparedImport): ImportReport {
  return mapped.report.finish(document, changes, notJudged(mapped, document, selected, known));
}

function requireFewTests(count: number): void {
  if (count <= MOST_TEST_CASES) return;
  const message = `has ${count} items; at most ${MOST_TEST_CASES} are allowed`;
  throw invalidFields([{ field: 'qualityExpectations', message }]);
}
