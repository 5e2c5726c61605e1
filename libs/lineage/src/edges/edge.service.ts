import { checkedPatch, inTransaction, patchDocument } from '@app/catalog';
import { AppError, type Actor } from '@app/common';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Asset } from '../traversal/asset';
import { detailsAnswer, edgeAnswer, type DetailsAnswer, type EdgeAnswer } from './edge-answer';
import { EdgeChanger } from './edge-changer';
import { EdgeEnds, type EdgeKey, type EndKey } from './edge-ends';
import { EdgePermission } from './edge-permission';
import { EdgeReader } from './edge-reader';
import { readAddEdge, readDetails, type SentDetails, type SentReference } from './edge-schema';
import { draftById } from './edge-resolver';
import { EdgeWriter } from './edge-writer';
import { EdgeRepository } from './edge.repository';
import type { EdgeDraft, StoredEdge } from './stored-edge';

/** Operations on single edges. Writing an edge needs EditLineage on both of its ends. */
@Injectable()
export class EdgeService {
  constructor(
    private readonly database: Database,
    private readonly permission: EdgePermission,
    private readonly ends: EdgeEnds,
    private readonly changer: EdgeChanger,
    private readonly reader: EdgeReader,
    private readonly edges: EdgeRepository,
    private readonly writer: EdgeWriter,
  ) {}

  /** Creates or replaces the edge between two assets. @throws {AppError} FORBIDDEN, BAD_REQUEST, NOT_FOUND */
  async put(actor: Actor, body: unknown): Promise<EdgeAnswer> {
    this.permission.requireSomewhere(actor, 'EditLineage');
    const { edge: sent } = readAddEdge(body);
    const draft = this.permission.mayLinkAll(actor) ? draftById(sent) : undefined;
    const written = draft && (await this.writer.putInGroup(actor, draft));
    if (written) return edgeAnswer(written);
    const outcomes = await this.database.queuedTransaction(
      [edgeKey(sent.fromEntity, sent.toEntity)],
      (tx) => this.changer.put(tx, actor, [{ field: 'edge', sent }], { behind: () => this.database.endsNow(tx) }),
      actor.origin,
    );
    return edgeAnswer(writtenEdge(outcomes));
  }

  /** The details of the edge between two assets, by their ids. @throws {AppError} NOT_FOUND */
  async details(actor: Actor, key: EdgeKey): Promise<DetailsAnswer> {
    this.permission.requireSomewhere(actor, 'ViewBasic');
    return this.database.transaction(async (tx) => {
      const { from, to } = await this.ends.find(tx, actor, key, 'ViewBasic');
      return detailsAnswer(await this.stored(tx, actor, from, to));
    });
  }

  /** Applies a JSON Patch to the details of the edge. @throws {AppError} BAD_REQUEST, NOT_FOUND, FORBIDDEN, CONFLICT */
  async patch(actor: Actor, key: EdgeKey, patch: unknown): Promise<EdgeAnswer> {
    this.permission.requireSomewhere(actor, 'EditLineage');
    const operations = checkedPatch(patch);
    return this.locked(actor, key, async (tx, before) => {
      const { from, to, description } = before;
      const { details, keepsPipeline } = patched(before, operations);
      const sent = {
        fromEntity: { id: from.id, type: from.type },
        toEntity: { id: to.id, type: to.type },
        ...(description !== null && { description }),
        lineageDetails: details,
      };
      const kept = keepsPipeline && before.pipelineNode !== null ? { pipeline: before.pipelineNode } : {};
      const change = (draft: EdgeDraft): EdgeDraft => ({ ...draft, ...kept });
      return writtenEdge(await this.changer.put(tx, actor, [{ field: '', sent }], { change }));
    });
  }

  /** Returns the deleted edge. @throws {AppError} NOT_FOUND, FORBIDDEN */
  async remove(actor: Actor, key: EdgeKey): Promise<EdgeAnswer> {
    this.permission.requireSomewhere(actor, 'EditLineage');
    return this.locked(actor, key, async (tx, edge) => {
      await this.edges.remove(tx, actor, [edge.fromNode], [edge.toNode]);
      return edge;
    });
  }

  /** Changes a stored edge, behind its lock. */
  private async locked(
    actor: Actor,
    key: EdgeKey,
    change: (tx: Transaction, edge: StoredEdge) => Promise<StoredEdge>,
  ): Promise<EdgeAnswer> {
    const work = async (tx: Transaction): Promise<EdgeAnswer> => {
      const { from, to } = await this.ends.find(tx, actor, key, 'EditLineage');
      await this.edges.lock(tx, from.node, to.node);
      return edgeAnswer(await change(tx, await this.stored(tx, actor, from, to)));
    };
    return this.database.queuedTransaction([edgeKey(key.from, key.to)], work, actor.origin);
  }

  /** @throws {AppError} NOT_FOUND if the edge does not exist */
  private async stored(tx: Transaction, actor: Actor, from: Asset, to: Asset): Promise<StoredEdge> {
    const [edge] = await this.reader.read(inTransaction(tx), actor, [from.node], [to.node]);
    if (!edge) throw new AppError('NOT_FOUND', `lineage instance for ${from.fqn} -> ${to.fqn} not found`);
    return edge;
  }
}

/** The only edge of a request. @throws {AppError} its error */
function writtenEdge([outcome]: readonly (StoredEdge | AppError)[]): StoredEdge {
  if (!outcome || outcome instanceof AppError) throw outcome ?? new Error('an edge without an outcome');
  return outcome;
}

type PatchOperations = ReturnType<typeof checkedPatch>;

/**
 * Details after a patch. A pipeline that the patch does not change is retained, even if deleted or hidden from the
 * caller.
 * @throws {AppError} BAD_REQUEST, CONFLICT
 */
function patched(edge: StoredEdge, operations: PatchOperations): { details: SentDetails; keepsPipeline: boolean } {
  const document = structuredClone(detailsAnswer(edge)) as unknown as Record<string, unknown>;
  patchDocument(document, operations);
  const { pipeline, ...rest } = readDetails(document);
  const id = typeof pipeline === 'object' ? pipeline.id : pipeline;
  const keepsPipeline = edge.pipeline === null ? pipeline === undefined : id === edge.pipeline.id;
  return { details: keepsPipeline || pipeline === undefined ? rest : { ...rest, pipeline }, keepsPipeline };
}

/** Serialisation key for writers of one edge, made of the references to its ends. */
function edgeKey(...ends: readonly (EndKey | SentReference)[]): string {
  const names = ends.map((end) => {
    if (typeof end === 'string') return end;
    return 'fqn' in end ? end.fqn : 'fullyQualifiedName' in end ? end.fullyQualifiedName : end.id;
  });
  return JSON.stringify(['edge', ...names]);
}
