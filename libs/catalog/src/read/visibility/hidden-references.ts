import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '../queryable';
import { countingNames, countKey, VisibleCountReader } from './visible-counts';
import { nameKey, visitMentions, type NamedEntity } from './mentions';
import type { MentionedIds } from './unseen';
import { Visibility } from './visibility';
import { withoutHidden } from './without-hidden';

/** Removes references to entities that are hidden from the actor from documents. */
@Injectable()
export class HiddenReferences {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
    private readonly counts: VisibleCountReader,
  ) {}

  /** Whether anything can be hidden from the actor; most actors see everything, and no query is made for them. */
  mayHide(actor: Actor): boolean {
    return this.visibility.hidesFrom(actor);
  }

  /** A JSON response without hidden entities. */
  async stripAnswer(actor: Actor, answer: string): Promise<string> {
    const [shown] = await this.strip(this.database, actor, [answer]);
    return shown as string;
  }

  /**
   * The documents as JSON texts; unchanged if nothing is hidden. At most two statements per rule condition, plus one for counts.
   */
  async strip(db: Queryable, actor: Actor, documents: readonly string[]): Promise<readonly string[]> {
    if (!documents.length || !this.visibility.hidesFrom(actor)) return documents;
    const parsed = documents.map((text) => JSON.parse(text) as unknown);
    const { ids, names, counting } = mentionsIn(parsed);
    const hidden = await this.visibility.hiddenAmong(db, actor, ids, names);
    const counts = await this.counts.of(db, actor, counting);
    if (!hidden && !counts.size) return documents;
    const known = { ...(hidden ?? NOTHING), count: (id: string, name: string) => counts.get(countKey(id, name)) };
    return parsed.map((document) => JSON.stringify(withoutHidden(document, known)));
  }
}

const NOTHING = { hasId: () => false, hasName: () => false };

interface Mentions {
  readonly ids: MentionedIds;
  readonly names: readonly (readonly NamedEntity[])[];
  readonly counting: readonly string[];
}

function mentionsIn(documents: readonly unknown[]): Mentions {
  const ids = new Map<string, string | undefined>();
  const names = new Map<string, readonly NamedEntity[]>();
  const counting = new Set<string>();
  const numbers = countingNames();
  const visitor = {
    id: (id: string, type?: string) => ids.set(id, ids.get(id) ?? type),
    name: (alternatives: readonly NamedEntity[]) => names.set(alternatives.map(nameKey).join(), alternatives),
    object: (id: string, members: object) => Object.keys(members).some((name) => numbers.has(name)) && counting.add(id),
  };
  for (const document of documents) visitMentions(document, visitor);
  return { ids, names: [...names.values()], counting: [...counting] };
}
