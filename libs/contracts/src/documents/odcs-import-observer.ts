import { HiddenReferences, inTransaction, type EntityDraft } from '@app/catalog';
import { isUuid, type Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { type OnModuleInit, Injectable } from '@nestjs/common';
import { ContractObservers } from '../document/contract-observers';
import type { Json } from '../document/json';
import type { ContractState } from '../odcs/overlay/overlay-document';
import { OdcsRepository } from './odcs.repository';

/** Passed from an import to the write of its contract, as the write option `odcs`. */
export interface ImportedDocument {
  readonly document: Json;
  readonly object: number | null;
}

/** Saves the document of an import in the transaction that writes its contract. */
@Injectable()
export class OdcsImportObserver implements OnModuleInit {
  constructor(
    private readonly observers: ContractObservers,
    private readonly documents: OdcsRepository,
    private readonly references: HiddenReferences,
  ) {}

  onModuleInit(): void {
    this.observers.register(this);
  }

  /** A new contract takes the id of its document where it can. */
  async contractWritten(tx: Transaction, actor: Actor, draft: EntityDraft, isNew: boolean): Promise<void> {
    const imported = draft.options.odcs as ImportedDocument | undefined;
    if (!imported) return;
    const { document, object } = imported;
    const { id } = document;
    const lower = isUuid(id) ? id.toLowerCase() : undefined;
    if (isNew && lower !== undefined && (await this.documents.takeId(tx, draft.node, lower))) draft.id = lower;
    await this.documents.save(tx, draft.node, { document, object, baseline: await this.baseline(tx, actor, draft) });
  }

  /** The document lacks members that are hidden from its importer: for others that is a change of the contract. */
  private async baseline(tx: Transaction, actor: Actor, draft: EntityDraft): Promise<ContractState> {
    const state = stateOf(draft);
    const [shown] = (await this.references.shown(inTransaction(tx), actor, [state])) ?? [];
    return shown ? (shown.document as ContractState) : state;
  }
}

/** The draft in the words of an answer, as far as a document can say it. */
function stateOf({ name, attributes, relations }: EntityDraft): ContractState {
  const references = (property: string): { id: string; type: string; name: string; fullyQualifiedName: string }[] =>
    (relations.get(property) ?? []).map((target) => ({
      id: target.id,
      type: target.type,
      name: String(target.name),
      fullyQualifiedName: String(target.fullyQualifiedName),
    }));
  const state = {
    ...attributes,
    name,
    owners: references('owners'),
    qualityExpectations: references('qualityExpectations'),
    successor: references('successor')[0],
  };
  return state as ContractState;
}
