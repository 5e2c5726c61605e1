import type { Transaction } from '@app/database';
import type { DictionaryTerm } from '../row/text-parts';

/** Terms that are remembered, at most twice as many: some ten megabytes. */
const GENERATION = 60_000;

/** Terms of a list from which on it is remembered. */
const LONG = 10;

/**
 * Terms of which this process knows that the dictionary contains them: terms are never removed. A write then sends new
 * ones alone. Those that were not asked for in a long time are forgotten.
 */
export class KnownTerms {
  private young = new Set<string>();
  private old = new Set<string>();
  /** Terms that a transaction has put into the dictionary itself; who comes after it finds them once it is committed. */
  private readonly uncommitted = new WeakMap<Transaction, Set<string>>();

  /** Lists, cached for repeated texts, of which each term is known. */
  private readonly lists = new WeakSet<readonly DictionaryTerm[]>();

  constructor(private readonly generation = GENERATION) {}

  /** The terms of these lists that may not be in the dictionary, each once. */
  unknown(lists: Iterable<readonly DictionaryTerm[]>): DictionaryTerm[] {
    const distinct = new Map<string, DictionaryTerm>();
    for (const list of lists) {
      if (this.lists.has(list)) continue;
      let isKnown = true;
      for (const term of list) {
        const key = keyOf(term);
        if (this.has(key)) continue;
        isKnown = false;
        if (!distinct.has(key)) distinct.set(key, term);
      }
      if (isKnown && list.length >= LONG) this.lists.add(list);
    }
    return [...distinct.values()];
  }

  /** @param added those of the terms that the dictionary did not contain before the statement */
  sent(tx: Transaction, terms: readonly DictionaryTerm[], added: readonly DictionaryTerm[]): void {
    const own = this.uncommitted.get(tx) ?? new Set<string>();
    this.uncommitted.set(tx, own);
    for (const term of added) own.add(keyOf(term));
    for (const term of terms) if (!own.has(keyOf(term))) this.remember(keyOf(term));
  }

  private has(key: string): boolean {
    if (this.young.has(key)) return true;
    if (!this.old.has(key)) return false;
    this.remember(key);
    return true;
  }

  private remember(key: string): void {
    if (this.young.size >= this.generation) [this.old, this.young] = [this.young, new Set()];
    this.young.add(key);
  }
}

function keyOf({ field, term, whole }: DictionaryTerm): string {
  return `${field}:${whole ? 'w' : 'p'}:${term}`;
}
