import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { assetColumns } from '../../document/asset-columns';
import { type Json, objectsOf, textOf } from '../../document/json';
import { type LaidOver, layOver } from '../../odcs/document/merge-documents';
import { usualLayout } from '../../odcs/document/usual-layout';
import { objectMeant } from '../../odcs/mapping/select-object';
import { documentOf } from '../../odcs/overlay/export-document';
import { OdcsRepository } from '../../documents/odcs.repository';
import { requireOdcs } from '../../odcs/strict/recognise';
import { type ImportTarget, type PreparedImport, OdcsImporter } from './odcs-importer';
import { withUnsaid } from './merge-parts';
import { inCallersDocument } from './place-faults';
import { withNamesOf } from './same-columns';

/** A document laid over that of the contract that an asset has. */
export interface BegunMerge extends LaidOver {
  readonly current: Json;
  /** The contract as a document, before, and what it calls the contract's object. Both call columns as the sent document does. */
  readonly own: Json;
  readonly ownName?: string;
}

/** A merge that was read; nothing is stored yet. */
export interface MergedImport extends BegunMerge {
  /** The reading of the merged document, with the parts of the contract that it makes. */
  readonly prepared: PreparedImport;
}

/** Imports that change only what their document contains. */
@Injectable()
export class MergeImport {
  constructor(
    private readonly importer: OdcsImporter,
    private readonly documents: OdcsRepository,
  ) {}

  /** @throws {AppError} BAD_REQUEST that names the paths of the sent document */
  async read(actor: Actor, contract: Json, target: ImportTarget, sent: unknown, asset: Json): Promise<MergedImport> {
    const merge = await this.begin(contract, target, sent, asset);
    const meant = { ...target, objectName: merge.objectName ?? target.objectName };
    try {
      const prepared = await this.importer.prepare(actor, meant, merge.document, merge.own);
      const parts = await this.parts(actor, merge, target, prepared);
      return { ...merge, prepared: { ...prepared, parts } };
    } catch (error) {
      throw inCallersDocument(error, merge.document, sent);
    }
  }

  /** @throws {AppError} BAD_REQUEST for an invalid ODCS document */
  private async begin(
    contract: Json,
    { objectName, entityType }: ImportTarget,
    sent: unknown,
    asset: Json,
  ): Promise<BegunMerge> {
    const document = usualLayout(requireOdcs(sent));
    const stored = await this.documents.ofContract(String(contract.id));
    const exported = await documentOf(contract, stored, undefined);
    const assetName = String((contract.entity as Json).name);
    const at = stored?.object ?? objectsOf(exported.schema).findIndex(({ name }) => name === assetName);
    const ownName = textOf(objectsOf(exported.schema)[at]?.name);
    const meant = objectMeant(document, assetName, objectName);
    const object = meant ?? objectsOf(document.schema).find(({ name }) => name === ownName);
    const columns = assetColumns(entityType, asset);
    const { current, own } = withNamesOf(object, { current: contract, own: exported }, at, columns);
    return { current, own, ownName, ...layOver(own, at, document, meant) };
  }

  /** The parts of the contract as the merged document has them, and where that says nothing new, in the contract's own words. */
  private async parts(
    actor: Actor,
    { current, own, ownName }: BegunMerge,
    target: ImportTarget,
    prepared: PreparedImport,
  ): Promise<Json> {
    const { parts: before } = await this.importer.prepare(
      actor,
      { ...target, objectName: ownName ?? target.objectName },
      own,
      own,
    );
    const { entityStatus, owners, ...after } = prepared.parts;
    return { ...withUnsaid(current, before, after), entityStatus, ...(owners === undefined ? {} : { owners }) };
  }
}
