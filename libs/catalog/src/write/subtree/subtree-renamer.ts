import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../types/entity-types';
import type { EntityDraft } from '../entity-draft';
import { finishParts } from '../../document/finish-parts';
import { LabelRewriter } from './label-rewriter';
import { rewriteDocuments } from './rewrite-documents';
import { SubtreeStore } from './subtree-store';

interface NamedRow {
  readonly node: string;
  readonly type: string;
  readonly fqn: string;
}

/** Propagates a rename or move of an entity to all descendants, in the same transaction. */
@Injectable()
export class SubtreeRenamer {
  constructor(
    private readonly subtree: SubtreeStore,
    private readonly labels: LabelRewriter,
  ) {}

  async rename(tx: Transaction, draft: EntityDraft, oldFqn: string): Promise<void> {
    const below = await this.subtree.rename(tx, draft.node, oldFqn, draft.fqn, draft.parent?.root ?? draft.node);
    await this.labels.rename(tx, [draft.node, ...[...below.values()].flat()], oldFqn, draft.fqn);
    for (const [type, nodes] of below) await renameParts(tx, type, nodes);
  }

  /** Updates data derived from the FQN of an entity that already has its new one: labels that name it, FQNs of its parts. */
  async follow(tx: Transaction, { node, type, fqn }: NamedRow, oldFqn: string): Promise<void> {
    await this.labels.rename(tx, [node], oldFqn, fqn);
    await renameParts(tx, type, [node]);
  }
}

/** The FQNs of columns are stored in the document, so that a read passes it through unparsed. */
async function renameParts(tx: Transaction, type: string, nodes: readonly string[]): Promise<void> {
  const entityType = entityTypes.get(type);
  if (!Object.values(entityType.attributes).some(({ parts }) => parts)) return;
  await rewriteDocuments(tx, nodes, (document, { fqn }) => finishParts(entityType, document, fqn));
}
