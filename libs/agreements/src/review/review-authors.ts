import type { EntityDocument } from '@app/catalog';
import type { ContractDocument } from '@app/contracts';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { isDecision, lastBinding, type ContractState, type Person } from './authors';
import { guardedChanges } from './guarded-changes';
import { ReviewRepository } from './review.repository';

/** Says who has changed a contract since it last bound, or was made. */
@Injectable()
export class ReviewAuthors {
  constructor(private readonly reviews: ReviewRepository) {}

  /**
   * From the versions of the contract, so that it applies also to changes written before there was a policy.
   *
   * @param node of a contract that does not bind now @param current its document
   */
  async of(tx: Transaction, node: string, current: EntityDocument): Promise<Person[]> {
    const kept = await this.reviews.find(tx, node);
    const past = await this.reviews.states(tx, node, kept?.version ?? 0);
    const bound = lastBinding([...past, stateOf(current)]);
    const from = bound?.version ?? kept?.version ?? 0;
    const documents = [...(past.length > 0 ? await this.reviews.documents(tx, node, from) : []), current];
    const writers = documents.flatMap((document, i) => {
      const before = documents[i - 1];
      // Of what never bound, who made it.
      if (!before) return bound || kept ? [] : [String(document.updatedBy)];
      return isDecision(before, document) || !isAnother(before, document) ? [] : [String(document.updatedBy)];
    });
    return this.people(tx, bound ? [] : (kept?.authors ?? []), writers);
  }

  private async people(tx: Transaction, known: readonly Person[], names: readonly string[]): Promise<Person[]> {
    const added = [...new Set(names)].filter((name) => !known.some((one) => one.name === name));
    const ids = added.length > 0 ? await this.reviews.idsOf(tx, added) : new Map<string, string>();
    return [...known, ...added.map((name) => ({ ...(ids.has(name) && { id: ids.get(name) as string }), name }))];
  }
}

const isAnother = (before: EntityDocument, after: EntityDocument): boolean =>
  guardedChanges(before as ContractDocument, after as ContractDocument).length > 0;

function stateOf(document: EntityDocument): ContractState {
  const { version, updatedAt, entityStatus, effectiveUntil } = document as Record<string, string | number | undefined>;
  return {
    version: Math.round(Number(version) * 10),
    updatedAt: Number(updatedAt),
    entityStatus: String(entityStatus),
    ...(effectiveUntil !== undefined && { effectiveUntil: String(effectiveUntil) }),
  };
}
