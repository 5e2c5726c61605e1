import { inTransaction, Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EdgeReader } from './edge-reader';
import { EdgeRepository } from './edge.repository';
import { keyOfNodes, type EdgeDraft } from './stored-edge';

/** Pipelines of edges that are replaced by a user who may not view them: they stay where the new edge names none. */
@Injectable()
export class KeptPipelines {
  constructor(
    private readonly edges: EdgeRepository,
    private readonly reader: EdgeReader,
    private readonly visibility: Visibility,
  ) {}

  /** The drafts with them. No query is made if nothing can be hidden from the actor. */
  async keep(tx: Transaction, actor: Actor, drafts: readonly EdgeDraft[]): Promise<readonly EdgeDraft[]> {
    const open = drafts.filter(({ pipeline }) => pipeline === undefined);
    if (!open.length || !this.visibility.isRestricted(actor)) return drafts;
    const stored = await this.edges.lockWithPipelines(
      tx,
      open.map(({ fromNode }) => fromNode),
      open.map(({ toNode }) => toNode),
    );
    const shown = await this.reader.visible(inTransaction(tx), actor, stored);
    const unseen = shown.filter(({ pipeline }) => pipeline === null);
    const hidden = new Map(unseen.map((edge) => [keyOfNodes(edge), edge.pipelineNode]));
    return drafts.map((draft) => {
      const pipeline = draft.pipeline ?? hidden.get(keyOfNodes(draft));
      return pipeline === undefined ? draft : { ...draft, pipeline };
    });
  }
}
