import type { EntityAnswer } from './entity-answer';

/** An answer with the rows that it was made of. */
export interface KeptAnswer {
  readonly answer: EntityAnswer;
  readonly node: string;
  /** The versions of these rows: while the database has the same ones, the answer is what a read would give. */
  readonly stamp: string;
}

/** Characters of all texts that are kept at most, in each of two generations: 32 MB of Latin text in all, or some 9,000 contracts. */
const GENERATION_CHARACTERS = 16 * 1024 * 1024;
/** A longer text is read anew each time. */
const LONGEST_TEXT = 256 * 1024;
/** What an entry takes beside its text, about. */
const OVERHEAD = 500;

/**
 * Answers by the key that they were asked for with, the most recently used ones: when a generation is full, the one before is
 * dropped, and what is asked for of the other moves on.
 */
export class KeptAnswers {
  private young = new Map<string, KeptAnswer>();
  private old = new Map<string, KeptAnswer>();
  private characters = 0;

  constructor(private readonly generationCharacters = GENERATION_CHARACTERS) {}

  get(key: string): KeptAnswer | undefined {
    const young = this.young.get(key);
    if (young) return young;
    const old = this.old.get(key);
    if (old) this.set(key, old);
    return old;
  }

  set(key: string, kept: KeptAnswer): void {
    const { length } = kept.answer.json;
    if (length > LONGEST_TEXT) return;
    if (this.characters + length > this.generationCharacters) {
      this.old = this.young;
      this.young = new Map();
      this.characters = 0;
    }
    this.characters += length + OVERHEAD;
    this.young.set(key, kept);
  }
}
