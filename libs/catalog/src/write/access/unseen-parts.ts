import { attempt, copyOfJson, sameJson, type AppError } from '@app/common';
import { Injectable } from '@nestjs/common';
import { inTransaction } from '../../read/queryable';
import { HiddenReferences } from '../../visibility/hidden-references';
import { Visibility } from '../../visibility/visibility';
import type { Positions } from '../../visibility/without-hidden';
import { withoutInherited } from '../document/inherited';
import { mergePut } from '../document/put-merge';
import type { EntityDocument } from '../entity-behaviour';
import type { WriteContext } from '../entity-draft';
import type { Origins } from '../unseen/match-items';
import { PatchableDocument } from '../unseen/patchable-document';
import { copyWithOrigins } from '../unseen/restore-unseen';
import { dropUnseen, unresolved } from '../unseen/sent-names';
import { restored, unseenFields, type MergedBody, type WriterSight } from '../unseen/writer-sight';

type Body = Record<string, unknown>;

/**
 * What is hidden from the writer of an entity, which a write must neither compare nor change. A patch is applied to the document as
 * reads show it, a body is merged with that; then what was not shown is restored, see `restoreUnseen`.
 */
@Injectable()
export class UnseenParts {
  constructor(
    private readonly references: HiddenReferences,
    private readonly visibility: Visibility,
  ) {}

  /** The document that a patch is applied to. No query is made if nothing can be hidden from the actor. */
  async patchable(context: WriteContext, stored: EntityDocument): Promise<PatchableDocument> {
    const { actor, entityType } = context;
    if (this.visibility.sightOf(actor) === 'all') return new PatchableDocument(copyOfJson(stored));
    const [sight] = await this.sights(context, [stored]);
    const origins: Origins = new WeakMap<object, object>();
    const document = copyWithOrigins(sight?.shown ?? stored, origins);
    // What results tell is shortened in answers, and no part of what can be changed.
    for (const name of entityType.refused) delete document[name];
    return new PatchableDocument(document, sight, origins, async (body) => {
      await this.dropUnseen(context, [body]);
    });
  }

  /**
   * The bodies of PUTs on existing entities: merged with what is stored, of which what the writer does not see stays.
   */
  async mergedPuts(
    context: WriteContext,
    currents: readonly EntityDocument[],
    bodies: readonly Body[],
  ): Promise<(MergedBody | AppError)[]> {
    const { entityType, keeps } = context;
    const own = currents.map((current) => withoutInherited(entityType, current));
    const sights = await this.sights(context, own);
    const named = bodies.map(copyOfJson);
    await this.dropUnseen(context, named);
    return named.map((sent, i) =>
      attempt(() => {
        const sight = sights[i];
        if (!sight) return { body: mergePut(entityType, own[i] as EntityDocument, sent, keeps) };
        const refused = unseenFields(sight, sent);
        const merged = mergePut(entityType, sight.shown, sent, keeps);
        // The parts of a body are completed in place.
        const body = restored(sight, copyOfJson(merged));
        return { body, seen: { body: merged, previous: sight.shown, unseenFields: refused } };
      }),
    );
  }

  /** Changes the bodies in place. */
  private async dropUnseen({ tx, actor, entityType }: WriteContext, bodies: readonly Body[]): Promise<void> {
    if (this.visibility.sightOf(actor) === 'all') return;
    const naming = bodies.map((body) => unresolved(entityType, body));
    const hidden = await this.references.hidden(inTransaction(tx), actor, naming);
    if (hidden) for (const body of bodies) dropUnseen(entityType, body, hidden);
  }

  /** For each document; undefined where its writer sees all of it. */
  private async sights(
    { tx, actor, entityType }: WriteContext,
    documents: readonly EntityDocument[],
  ): Promise<(WriterSight | undefined)[]> {
    const all = await this.references.shown(inTransaction(tx), actor, documents);
    return documents.map((stored, i) => {
      const { document, positions } = all?.[i] ?? { document: stored, positions: NO_POSITIONS };
      if (sameJson(document, stored)) return undefined;
      return { entityType, stored, shown: document as EntityDocument, positions };
    });
  }
}

const NO_POSITIONS: Positions = new WeakMap<readonly unknown[], readonly number[]>();
