import { inTransaction } from '@app/catalog';
import { AppError, type Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EdgeReader } from './edge-reader';
import { EdgeResolver, type ResolvedEdge } from './edge-resolver';
import { EdgeWriter } from './edge-writer';
import { KeptPipelines } from './kept-pipelines';
import { keyOfNodes, type EdgeDraft, type StoredEdge } from './stored-edge';

interface EdgeChange {
  readonly change?: (draft: EdgeDraft) => EdgeDraft;
  readonly behind?: () => void;
}

/** Stores the edges of a request, in the caller's transaction. */
@Injectable()
export class EdgeChanger {
  constructor(
    private readonly resolver: EdgeResolver,
    private readonly pipelines: KeptPipelines,
    private readonly writer: EdgeWriter,
    private readonly reader: EdgeReader,
  ) {}

  /**
   * The stored edge or the error of each edge, in order.
   * @param behind sends what follows the edges, without a wait for their answer; not called where more is read
   */
  async put(
    tx: Transaction,
    actor: Actor,
    edges: readonly ResolvedEdge[],
    { change = (draft) => draft, behind }: EdgeChange = {},
  ): Promise<(StoredEdge | AppError)[]> {
    const resolved = await this.resolver.resolve(tx, actor, edges);
    const sent = resolved.flatMap((one) => (one instanceof AppError ? [] : [change(one)]));
    const drafts = await this.pipelines.keep(tx, actor, sent);
    const written = this.writer.put(tx, actor, drafts);
    if (drafts.length > 0 && this.reader.readsAtOnce(actor)) behind?.();
    const stored = (await written).flatMap((edge) => edge ?? []);
    const shown = await this.reader.visible(inTransaction(tx), actor, stored);
    const byEnds = new Map(shown.map((edge) => [keyOfNodes(edge), edge]));
    return resolved.map((one) => (one instanceof AppError ? one : (byEnds.get(keyOfNodes(one)) ?? deletedEnd())));
  }
}

/** The error of an edge whose ends existed when the request was resolved. */
const deletedEnd = (): AppError => new AppError('NOT_FOUND', 'An asset of this edge was deleted while it was written');
