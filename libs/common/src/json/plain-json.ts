import { LONGEST_KEY, MAX_DEPTH, MOST_DIGITS } from './json-fault';
import type { ValueBudget } from './value-budget';

/** Longest text that is parsed before it was scanned, in characters: its value takes a few MB at most. */
const LONGEST = 128 * 1024;

/**
 * Parses a text of which a few native searches prove that `JsonScanner` would accept it and `JSON.parse` loses nothing of it. Most texts
 * are such, and take a fifth of the time. Time is linear in the length.
 *
 * - No escape: each key is the value of its text, no string contains U+0000 or half of a surrogate pair.
 * - As many keys in the text as members in the value: none stands twice.
 * - Integers are safe, all other numbers finite; no other part between two strings is as long as a number may be.
 * - The body has no more names of members than documents have.
 *
 * @param text of a strict UTF-8 decoder
 * @param budget pays for what is found, as it would for a scan
 * @returns undefined for a text of which that is not proven: nothing was spent then
 * @throws {AppError} BAD_REQUEST for more values than the budget allows
 */
export function parsePlainJson(text: string, budget?: ValueBudget): unknown {
  if (text.length > LONGEST || budget?.hasManyNames || text.includes('\\') || text.includes('__proto__'))
    return undefined;
  const keys = keysIn(text);
  if (keys === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The scanner and the parser say what is wrong.
    return undefined;
  }
  const count = new PlainCount();
  if (!count.add(value, 0) || count.members !== keys) return undefined;
  if (budget) {
    budget.spend(count.marks);
    spendOnNames(value, budget);
  }
  return value;
}

const COLON = 0x3a;
const SPACE = 0x20;

/** Strings that a colon follows, if the text is JSON without escapes; undefined for a long key, or a long part outside of strings. */
function keysIn(text: string): number | undefined {
  let keys = 0;
  for (let end = -1; ;) {
    const start = text.indexOf('"', end + 1);
    if ((start < 0 ? text.length : start) - end > MOST_DIGITS) return undefined;
    if (start < 0) return keys;
    end = text.indexOf('"', start + 1);
    if (end < 0) return undefined;
    let next = end + 1;
    while (text.charCodeAt(next) <= SPACE) next += 1;
    if (text.charCodeAt(next) !== COLON) continue;
    if (end - start - 1 > LONGEST_KEY) return undefined;
    keys += 1;
  }
}

class PlainCount {
  members = 0;
  /** Opening brackets and commas, as a scan of the text counts them. */
  marks = 0;

  /** Whether the value can be represented exactly, and no level is too deep. @param depth levels around it */
  add(value: unknown, depth: number): boolean {
    if (typeof value === 'number')
      return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
    if (typeof value !== 'object' || value === null) return true;
    if (depth === MAX_DEPTH) return false;
    return Array.isArray(value) ? this.addItems(value, depth + 1) : this.addMembers(value, depth + 1);
  }

  private addItems(items: readonly unknown[], depth: number): boolean {
    this.marks += Math.max(1, items.length);
    for (const item of items) if (!this.add(item, depth)) return false;
    return true;
  }

  private addMembers(object: object, depth: number): boolean {
    let members = 0;
    for (const name in object) {
      members += 1;
      if (!this.add((object as Record<string, unknown>)[name], depth)) return false;
    }
    this.members += members;
    this.marks += Math.max(1, members);
    return true;
  }
}

function spendOnNames(value: unknown, budget: ValueBudget): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (const item of value) spendOnNames(item, budget);
  else {
    let position = 0;
    for (const name in value) {
      budget.spendOnMember(name, position++);
      spendOnNames((value as Record<string, unknown>)[name], budget);
    }
  }
}
