import type { EntityDocument, EntityDraft } from '@app/catalog';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { diffDocuments } from '../registry/kinds/stored-document';
import type { ComparedDocuments } from '../promises/promise-kind';
import { type ComparedAsset, ColumnNames } from '../promises/column-names';
import type { ContractDocument } from '../document/contract-document';
import type { ImportedDocument } from './odcs-import-observer';
import { OdcsRepository } from './odcs.repository';

/** The documents of a contract in a write of it. */
export interface WrittenDocument {
  readonly documents: ComparedDocuments;
  /** Whether the document of an import states other promises, which no member of the contract shows. */
  readonly isOther: boolean;
}

/** Documents before and after writes of contracts. */
@Injectable()
export class WrittenDocuments {
  constructor(private readonly repository: OdcsRepository) {}

  /** A write that is no import leaves the document. Undefined where the contract was not imported. To be asked before the write is stored. */
  async of(
    tx: Transaction,
    { node, attributes, options }: EntityDraft,
    previous: EntityDocument,
    asset: ComparedAsset,
  ): Promise<WrittenDocument | undefined> {
    const before = await this.repository.ofNode(tx, node);
    if (!before) return undefined;
    const imported = options.odcs as ImportedDocument | undefined;
    const after = attributes as ContractDocument;
    const documents = { before, after: imported ? { ...imported, baseline: after } : before };
    return { documents, isOther: imported !== undefined && isOther(documents, previous, after, asset) };
  }
}

function isOther(
  documents: ComparedDocuments,
  previous: EntityDocument,
  after: ContractDocument,
  asset: ComparedAsset,
): boolean {
  const changes = diffDocuments(documents, {
    ...{ before: previous as ContractDocument, after },
    names: ColumnNames.of(asset),
  });
  return changes.some(({ compatibility }) => compatibility !== 'info');
}
