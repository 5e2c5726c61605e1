import type { EntityAnswer } from './entity-answer';
import { UseCounts } from './use-counts';

/** An answer with the rows that it was made of. */
export interface KeptAnswer {
  readonly answer: EntityAnswer;
  readonly node: string;
  /** The versions of these rows: while the database has the same ones, the answer is what a read would give. */
  readonly stamp: string;
}

/** Characters of all texts that are kept at most: 32 MB of Latin text, or some 7,000 contracts. */
const MOST_CHARACTERS = 32 * 1024 * 1024;
/** A longer text is read anew each time. */
const LONGEST_TEXT = 256 * 1024;
/** What an entry takes beside its text, about. */
const OVERHEAD = 500;

/**
 * Answers by the key that they were asked for with: those that are asked for most. Where there is no room for another one, it is kept only
 * if it is asked for more than what would go (TinyLFU). That of many entities that are each asked for now and then some stay is worth more
 * than that each stays for a while: what is replaced all the time is found by few, and is garbage among the old objects of V8.
 */
export class KeptAnswers {
  private readonly kept = new Map<string, KeptAnswer>();
  /** Goes round: each is compared with others when it is its turn. */
  private hand = this.kept.keys();
  private readonly uses = new UseCounts();
  private characters = 0;

  constructor(private readonly most = MOST_CHARACTERS) {}

  /** Counts as a use, found or not. */
  get(key: string): KeptAnswer | undefined {
    this.uses.note(key);
    return this.kept.get(key);
  }

  set(key: string, kept: KeptAnswer): void {
    this.drop(key);
    if (kept.answer.json.length > LONGEST_TEXT || !this.makeRoom(sizeOf(kept), this.uses.of(key))) return;
    this.characters += sizeOf(kept);
    this.kept.set(key, kept);
  }

  /** Drops what is asked for less, until there is room; what is asked for as much stays. */
  private makeRoom(size: number, uses: number): boolean {
    while (this.characters + size > this.most) {
      const key = this.next();
      if (key === undefined || this.uses.of(key) >= uses) return false;
      this.drop(key);
    }
    return true;
  }

  private next(): string | undefined {
    const { value, done } = this.hand.next();
    if (!done) return value;
    this.hand = this.kept.keys();
    return this.hand.next().value;
  }

  private drop(key: string): void {
    const kept = this.kept.get(key);
    if (!kept) return;
    this.kept.delete(key);
    this.characters -= sizeOf(kept);
  }
}

const sizeOf = ({ answer: { json } }: KeptAnswer): number => json.length + OVERHEAD;
