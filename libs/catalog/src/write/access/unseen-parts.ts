import { copyOfJson, sameJson } from '@app/common';
import { Injectable } from '@nestjs/common';
import { inTransaction, type Queryable } from '../../query/queryable';
import { HiddenReferences } from '../../visibility/hidden-references';
import { Visibility } from '../../visibility/visibility';
import type { Hidden, Positions } from '../../visibility/without-hidden';
import { withoutInherited } from '../../definition/inherited';
import type { EntityDocument } from '../../definition/entity-document';
import type { WriteContext, Writing } from '../entity-draft';
import type { Origins } from '../unseen/match-items';
import type { UnseenOfPut } from '../unseen/merged-put';
import { PatchableDocument } from '../unseen/patchable-document';
import { copyWithOrigins } from '../unseen/restore-unseen';
import { dropUnseen, unresolved } from '../unseen/sent-names';
import type { WriterSight } from '../unseen/writer-sight';

type Body = Record<string, unknown>;

/**
 * Finds what is hidden from the writer of an entity, which a write must neither compare nor change. A patch is applied to the document as
 * reads show it, a body is merged with that; then what was not shown is restored, see `restoreUnseen`.
 */
@Injectable()
export class UnseenParts {
  constructor(
    private readonly references: HiddenReferences,
    readonly visibility: Visibility,
  ) {}

  /** The document that a patch is applied to. No query is made if nothing can be hidden from the actor. */
  async patchable({ tx, actor, entityType }: WriteContext, stored: EntityDocument): Promise<PatchableDocument> {
    if (!this.visibility.isRestricted(actor)) return new PatchableDocument(copyOfJson(stored));
    const db = inTransaction(tx);
    const [sight] = await this.sights(db, { actor, entityType }, [stored]);
    const origins: Origins = new WeakMap<object, object>();
    const document = copyWithOrigins(sight?.shown ?? stored, origins);
    // The content of results is shortened in answers, and no part of what can be changed.
    for (const name of entityType.refused) delete document[name];
    return new PatchableDocument(document, sight, origins, async (body) => {
      const hidden = await this.hiddenIn(db, { actor, entityType }, [body]);
      if (hidden) dropUnseen(entityType, body, hidden);
    });
  }

  /** The hidden parts of entities, each with the body of a PUT on it. No query is made if nothing can be hidden from the actor. */
  async ofPuts(
    db: Queryable,
    { actor, entityType }: Writing,
    currents: readonly EntityDocument[],
    bodies: readonly Body[],
  ): Promise<readonly UnseenOfPut[]> {
    if (!this.visibility.isRestricted(actor)) return currents.map(() => ({}));
    const own = currents.map((current) => withoutInherited(entityType, current));
    const sights = await this.sights(db, { actor, entityType }, own);
    const hidden = await this.hiddenIn(db, { actor, entityType }, bodies);
    return sights.map((sight) => ({ sight, hidden }));
  }

  /** `ofPuts` for one entity, whose document is JSON. */
  async ofPut(db: Queryable, by: Writing, json: string, body: Body): Promise<UnseenOfPut> {
    const [unseen = {}] = await this.ofPuts(db, by, [JSON.parse(json) as EntityDocument], [body]);
    return unseen;
  }

  private hiddenIn(
    db: Queryable,
    { actor, entityType }: Writing,
    bodies: readonly Body[],
  ): Promise<Hidden | undefined> {
    const naming = bodies.map((body) => unresolved(entityType, body));
    return this.references.hidden(db, actor, naming);
  }

  /** For each document; undefined where its writer sees all of it. */
  private async sights(
    db: Queryable,
    { actor, entityType }: Writing,
    documents: readonly EntityDocument[],
  ): Promise<(WriterSight | undefined)[]> {
    const all = await this.references.shown(db, actor, documents);
    return documents.map((stored, i) => {
      const { document, positions } = all?.[i] ?? { document: stored, positions: NO_POSITIONS };
      if (sameJson(document, stored)) return undefined;
      return { entityType, stored, shown: document as EntityDocument, positions };
    });
  }
}

const NO_POSITIONS: Readonly<Positions> = new WeakMap<readonly unknown[], readonly number[]>();
