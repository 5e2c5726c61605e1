import { TimeSlice, type Actor } from '@app/common';
import { Database, LargeReads } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '../query/queryable';
import { countingNames, countKey, VisibleCountReader } from './visible-counts';
import { nameKey, visitMentions, type Called, type NamedEntity } from './mentions';
import { todaysNames, withTodaysNames } from './todays-names';
import type { MentionedIds } from './unseen';
import { hiddenTypes } from './sight';
import { Visibility } from './visibility';
import { withoutHidden, type Hidden, type HiddenAndCounts, type Positions } from './without-hidden';

/** Removes references to entities that are hidden from the actor from documents. */
@Injectable()
export class HiddenReferences {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
    private readonly counts: VisibleCountReader,
    private readonly large: LargeReads,
  ) {}

  /** A JSON response without hidden entities: a long one in a slot of the large reads. */
  async stripAnswer(actor: Actor, answer: string): Promise<string> {
    if (!this.visibility.isRestricted(actor)) return answer;
    const strip = (): Promise<readonly string[]> => this.strip(this.database, actor, [answer]);
    const [shown] = await (answer.length > LONG_ANSWER ? this.large.turn(strip) : strip());
    return shown as string;
  }

  /**
   * The documents as JSON texts, with the names of today; unchanged if nothing is hidden. At most two statements per rule condition,
   * plus one for counts and one for names.
   */
  async strip(db: Queryable, actor: Actor, documents: readonly string[]): Promise<readonly string[]> {
    const sight = this.visibility.sightOf(actor);
    if (!documents.length || sight === 'all') return documents;
    const parsed = await oneByOne(documents, (text) => JSON.parse(text) as unknown);
    const mentions = await mentionsIn(parsed);
    const hidden = await this.hiddenIn(db, actor, mentions);
    const names = await todaysNames(db, mentions.called, hiddenTypes(sight));
    return oneByOne(parsed, (document, i) => {
      const left = hidden ? withoutHidden(document, hidden) : document;
      const renamed = withTodaysNames(left, names);
      return hidden || renamed !== document ? JSON.stringify(renamed) : (documents[i] as string);
    });
  }

  /** The part of each document that `strip` leaves; undefined: all of all of them. */
  async shown(db: Queryable, actor: Actor, documents: readonly unknown[]): Promise<readonly Shown[] | undefined> {
    if (!documents.length || !this.visibility.isRestricted(actor)) return undefined;
    const hidden = await this.hiddenIn(db, actor, await mentionsIn(documents));
    return hidden && oneByOne(documents, (document) => shownOf(document, hidden));
  }

  /** The mentions that an answer would leave out of the documents; undefined: nothing. */
  async hidden(db: Queryable, actor: Actor, documents: readonly unknown[]): Promise<Hidden | undefined> {
    if (!documents.length || !this.visibility.isRestricted(actor)) return undefined;
    const { ids, names } = await mentionsIn(documents);
    return this.visibility.hiddenAmong(db, actor, ids, names);
  }

  private async hiddenIn(
    db: Queryable,
    actor: Actor,
    { ids, names, counting }: Mentions,
  ): Promise<HiddenAndCounts | undefined> {
    const hidden = await this.visibility.hiddenAmong(db, actor, ids, names);
    const counts = await this.counts.of(db, actor, counting);
    if (!hidden && !counts.size) return undefined;
    return { ...(hidden ?? NOTHING), count: (id: string, name: string) => counts.get(countKey(id, name)) };
  }
}

/** Characters, about 1,500 references. */
const LONG_ANSWER = 512 * 1024;

/** A document without members that are hidden from an actor. */
export interface Shown {
  readonly document: unknown;
  readonly positions: Positions;
}

function shownOf(document: unknown, hidden: HiddenAndCounts): Shown {
  const positions: Positions = new WeakMap<readonly unknown[], readonly number[]>();
  return { document: withoutHidden(document, hidden, positions), positions };
}

const NOTHING = { hasId: () => false, hasName: () => false };

interface Mentions {
  readonly ids: MentionedIds;
  readonly names: readonly (readonly NamedEntity[])[];
  readonly counting: readonly string[];
  readonly called: readonly Called[];
}

async function mentionsIn(documents: readonly unknown[]): Promise<Mentions> {
  const ids = new Map<string, string | undefined>();
  const names = new Map<string, readonly NamedEntity[]>();
  const counting = new Set<string>();
  const called = new Map<string, Called>();
  const numbers = countingNames();
  const visitor = {
    called: (one: Called) => called.set(`${one.id} ${one.fqn}`, one),
    id: (id: string, type?: string) => ids.set(id, ids.get(id) ?? type),
    name: (alternatives: readonly NamedEntity[]) => names.set(alternatives.map(nameKey).join(), alternatives),
    object: (id: string, members: object) => Object.keys(members).some((name) => numbers.has(name)) && counting.add(id),
  };
  await oneByOne(documents, (document) => visitMentions(document, visitor));
  return { ids, names: [...names.values()], counting: [...counting], called: [...called.values()] };
}

/** Yields to other work between two documents: together they may be a page of megabytes. */
async function oneByOne<T, Result>(all: readonly T[], make: (one: T, at: number) => Result): Promise<Result[]> {
  const slice = new TimeSlice();
  const made: Result[] = [];
  for (const [at, one] of all.entries()) {
    made.push(make(one, at));
    await slice.turn();
  }
  return made;
}
