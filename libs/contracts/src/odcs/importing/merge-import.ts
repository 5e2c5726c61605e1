import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { type Json, objectsOf, textOf } from '../document/json';
import { type LaidOver, layOver } from '../document/merge-documents';
import { usualLayout } from '../document/usual-layout';
import { objectMeant } from '../mapping/select-object';
import { documentOf } from '../overlay/export-document';
import { OdcsRepository } from '../store/odcs.repository';
import { requireOdcs } from '../strict/recognise';
import { type ImportTarget, type PreparedImport, OdcsImporter } from './odcs-importer';
import { withUnsaid } from './merge-parts';

/** A document laid over that of the contract that an asset has. */
export interface BegunMerge extends LaidOver {
  readonly current: Json;
  /** The contract as a document, before, and what it calls the contract's object. */
  readonly own: Json;
  readonly ownName?: string;
}

/** Imports that change only what their document contains. */
@Injectable()
export class MergeImport {
  constructor(
    private readonly importer: OdcsImporter,
    private readonly documents: OdcsRepository,
  ) {}

  /** @throws {AppError} BAD_REQUEST for an invalid ODCS document */
  async begin(current: Json, { objectName }: ImportTarget, sent: unknown): Promise<BegunMerge> {
    const document = usualLayout(requireOdcs(sent));
    const stored = await this.documents.ofContract(String(current.id));
    const own = await documentOf(current, stored, undefined);
    const assetName = String((current.entity as Json).name);
    const at = stored?.object ?? objectsOf(own.schema).findIndex(({ name }) => name === assetName);
    const ownName = textOf(objectsOf(own.schema)[at]?.name);
    return { current, own, ownName, ...layOver(own, at, document, objectMeant(document, assetName, objectName)) };
  }

  /** The parts of the contract as the merged document has them, and where that says nothing new, in the contract's own words. */
  async parts(
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
