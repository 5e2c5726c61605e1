import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '../queryable';
import { visitMentions } from './mentions';
import type { NamedEntity } from './mentions';
import { Visibility } from './visibility';
import { withoutHidden } from './without-hidden';

/** Leaves out of documents what refers to entities that are hidden from the actor. */
@Injectable()
export class HiddenReferences {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /** Whether anything at all can be hidden from the actor; most see everything of every type, and nothing is asked for them. */
  mayHide(actor: Actor): boolean {
    return this.visibility.hidesFrom(actor);
  }

  /** An answer as JSON text, without what is hidden. */
  async stripAnswer(actor: Actor, answer: string): Promise<string> {
    const [shown] = await this.strip(this.database, actor, [answer]);
    return shown as string;
  }

  /** The documents as JSON texts; as they came where nothing is hidden. At most two statements for each condition of a rule. */
  async strip(db: Queryable, actor: Actor, documents: readonly string[]): Promise<readonly string[]> {
    if (!documents.length || !this.visibility.hidesFrom(actor)) return documents;
    const parsed = documents.map((text) => JSON.parse(text) as unknown);
    const ids = new Set<string>();
    const names = new Map<string, NamedEntity>();
    for (const document of parsed)
      visitMentions(document, {
        id: (id) => ids.add(id),
        name: (named) => names.set(`${named.type} ${named.fqn}`, named),
      });
    const hidden = await this.visibility.hiddenAmong(db, actor, [...ids], [...names.values()]);
    return hidden ? parsed.map((document) => JSON.stringify(withoutHidden(document, hidden))) : documents;
  }
}
