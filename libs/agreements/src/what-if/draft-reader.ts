import { AccessControl } from '@app/auth';
import {
  checkedPatch,
  type EntityDocument,
  EntityFinder,
  EntityReader,
  EntityWriter,
  type FoundEntity,
  type NamedReference,
  patchDocument,
  referenceKey,
  writerKey,
} from '@app/catalog';
import { type Actor, invalidFields, isObject } from '@app/common';
import { ChangeControl, dataContractType, type ProposalOptions, type UndonePut } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import type { UndoneWrite } from './tried-write';

const CONTRACT = dataContractType.type;

/** Columns missing in the asset are accepted, and broken: a contract may be agreed before its asset is changed. */
const WRITE_OPTIONS = { allowDrift: true };

/** A contract as it would be saved: one of both. */
export interface SentDraft {
  readonly document?: unknown;
  readonly patch?: unknown;
  /** How an ODCS document is imported. */
  readonly options?: ProposalOptions;
}

/** A contract that is to be changed. */
export interface PresentContract {
  readonly found: FoundEntity;
  /** Document as the caller may see it. */
  readonly document: EntityDocument;
}

/** A draft that was read. */
export interface ReadDraft extends UndoneWrite {
  /** The document that is compared with the contract. */
  readonly compared: unknown;
  readonly documents?: UndonePut['documents'];
  /** References to test cases that an import would make. */
  readonly missing: readonly object[];
}

/** Reads drafts of contracts as writes. It asks for connections of its own, and so precedes their transaction. */
@Injectable()
export class DraftReader {
  constructor(
    private readonly reader: EntityReader,
    private readonly finder: EntityFinder,
    private readonly access: AccessControl,
    private readonly writer: EntityWriter,
    private readonly changes: ChangeControl,
  ) {}

  /** @throws {AppError} NOT_FOUND, FORBIDDEN */
  async present(actor: Actor, id: string): Promise<PresentContract> {
    const found = await this.finder.findFor(actor, 'ViewBasic', CONTRACT, { id });
    const { json } = await this.reader.get(actor, dataContractType, { id }, '*', 'non-deleted');
    return { found, document: JSON.parse(json) as EntityDocument };
  }

  /** @throws {AppError} BAD_REQUEST, FORBIDDEN for who may change nothing of the contract */
  async change(actor: Actor, { found, document: current }: PresentContract, sent: SentDraft): Promise<ReadDraft> {
    const { node, id } = found;
    const keys = [writerKey(CONTRACT, { id })];
    const target = { keys, node, version: current.version };
    if (sent.patch !== undefined) {
      const operations = checkedPatch(sent.patch);
      const compared = structuredClone(current);
      patchDocument(compared, operations);
      const documents = await this.changes.storedDocuments(id);
      const write: UndoneWrite['write'] = (context) =>
        this.writer.patchIn(context, { id }, operations, { writeOptions: WRITE_OPTIONS });
      return { ...target, write, compared, missing: [], ...(documents && { documents }) };
    }
    const { body, writeOptions, documents, missing } = await this.changes.undonePutOf(
      actor,
      id,
      sent.document,
      sent.options,
    );
    const received = this.writer.receive(actor, dataContractType, body, writeOptions);
    return {
      ...{ ...target, compared: sent.document, missing: missing.map(({ reference }) => reference) },
      write: (context) => this.writer.putIn(context, received),
      ...(documents && { documents }),
    };
  }

  /** @throws {AppError} BAD_REQUEST, FORBIDDEN for who may create no contract, NOT_FOUND for the asset */
  async creation(actor: Actor, { document, patch }: SentDraft): Promise<ReadDraft & { readonly asset: FoundEntity }> {
    if (patch !== undefined)
      throw invalidFields([{ field: 'patch', message: 'is of a contract that is there: send its document' }]);
    const received = this.writer.receive(actor, dataContractType, document, WRITE_OPTIONS);
    this.access.requireAnyObject(actor, 'Create', CONTRACT);
    const asset = await this.assetOf(actor, (received.body as EntityDocument).entity);
    return {
      ...{ keys: [writerKey(CONTRACT, { id: asset.id })], node: asset.node, asset, compared: document, missing: [] },
      write: (context) => this.writer.createIn(context, received),
    };
  }

  private assetOf(actor: Actor, entity: unknown): Promise<FoundEntity> {
    const sent = (isObject(entity) ? entity : {}) as Partial<NamedReference>;
    return this.finder.findFor(actor, 'ViewBasic', sent.type ?? '', referenceKey(sent));
  }
}

/** @throws {AppError} BAD_REQUEST */
export function requireOneDraft({ document, patch }: SentDraft): void {
  if ((document === undefined) !== (patch === undefined)) return;
  throw invalidFields([{ field: '', message: 'must have exactly one of document and patch' }]);
}
