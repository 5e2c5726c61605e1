import type { JsonOutline } from './json-outline';
import {
  childPath,
  duplicateKey,
  forbiddenKey,
  holdsLoneSurrogate,
  holdsNull,
  inexactInteger,
  LONGEST_KEY,
  longKey,
  longNumber,
  longText,
  manyMembers,
  MAX_DEPTH,
  MOST_DIGITS,
  MOST_MEMBERS,
  notFinite,
  tooDeep,
} from './json-fault';
import type { ValueBudget } from './value-budget';

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Characters of numbers. A regular expression would need a stack as deep as the number is long. */
const IN_NUMBER = new Set(Array.from('-+.0123456789eE', (character) => character.charCodeAt(0)));
/**
 * Maximum length of a string in characters, as written: the longest text that a schema accepts is shorter, and a
 * document has at most 4 MiB.
 */
const LONGEST_TEXT = 4 * 1024 * 1024;
/** Every integer of up to this many digits is safe. */
const SAFE_DIGITS = 15;

/** Keys of an object that are compared one by one; of more of them a set is made. */
const FEW_KEYS = 16;

/**
 * The object or array that is open at one depth. It serves one after the other: millions of levels, each new, are taken by V8 for
 * what stays, and put where only a full collection finds them: hundreds of MB of garbage.
 */
class Level {
  step: string | number = 0;
  keyIsNext = false;
  private isObject = false;
  private readonly few: string[] = [];
  private many: Set<string> | undefined;
  members = 0;

  begin(isObject: boolean): void {
    this.isObject = isObject;
    this.step = isObject ? '' : 0;
    this.keyIsNext = isObject;
    this.members = 0;
    this.many = undefined;
  }

  next(): void {
    if (this.isObject) this.keyIsNext = true;
    else this.step = (this.step as number) + 1;
  }

  get isFull(): boolean {
    return this.members === MOST_MEMBERS;
  }

  /** Whether the key was there before. */
  has(key: string): boolean {
    if (this.many) return this.many.has(key);
    for (let at = 0; at < this.members; at++) if (this.few[at] === key) return true;
    return false;
  }

  add(key: string): void {
    if (this.members === FEW_KEYS) this.many = new Set(this.few);
    if (this.many) this.many.add(key);
    else this.few[this.members] = key;
    this.members += 1;
    this.step = key;
    this.keyIsNext = false;
  }
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
function hexDigit(code: number): number | undefined {
  if (isDigit(code)) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}
const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/**
 * Finds in one pass over a JSON text the errors that `JSON.parse` accepts: excessive nesting, duplicate keys, U+0000
 * and lone surrogates, numbers that cannot be represented. Syntax errors are left to `JSON.parse`.
 *
 * The text comes from a strict UTF-8 decoder, or is made of the bytes of valid UTF-8, each a character (`latin1`): a large body of which
 * one character is beyond Latin-1 would take twice its size as text. So only escapes can produce lone surrogates.
 */
export class JsonScanner {
  private at = 0;
  private readonly levels: Level[] = [];
  /** How many of the levels are open. */
  private depth = 0;

  /**
   * @param budget pays for what is found, if it is to be bounded
   * @param outline receives every bracket and comma, if the text is to be cut; then the text is made of bytes
   */
  constructor(
    private readonly text: string,
    private readonly budget?: ValueBudget,
    private readonly outline?: JsonOutline,
  ) {}

  /** @throws {AppError} BAD_REQUEST naming the location */
  check(): void {
    this.scan(Infinity);
  }

  /** Continues to this position or slightly beyond; true at the end of the text. @throws {AppError} as check */
  scan(until: number): boolean {
    const { text } = this;
    const end = Math.min(until, text.length);
    while (this.at < end) {
      const code = text.charCodeAt(this.at);
      if (code <= SPACE) this.at += 1;
      else if (code === QUOTE) this.string();
      else if (code === MINUS || isDigit(code)) this.number();
      else {
        this.structure(code);
        this.at += 1;
      }
    }
    return this.at >= text.length;
  }

  private structure(code: number): void {
    if (this.outline) this.outlined(this.outline, code);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) this.open(code === OPEN_BRACE);
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) this.depth = Math.max(0, this.depth - 1);
    else if (code === COMMA) {
      this.budget?.spend();
      this.level?.next();
    }
  }

  private outlined(outline: JsonOutline, code: number): void {
    if (code === OPEN_BRACE || code === OPEN_BRACKET) outline.open(this.at, code === OPEN_BRACE);
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) outline.close(this.at, code === CLOSE_BRACE);
    else if (code === COMMA) outline.comma(this.at);
  }

  /** The innermost open one. */
  private get level(): Level | undefined {
    return this.depth === 0 ? undefined : this.levels[this.depth - 1];
  }

  private open(isObject: boolean): void {
    this.budget?.spend();
    if (this.depth === MAX_DEPTH) throw tooDeep(this.path());
    const level = (this.levels[this.depth] ??= new Level());
    level.begin(isObject);
    this.depth += 1;
  }

  private string(): void {
    const start = this.at;
    const { level } = this;
    const isKey = level?.keyIsNext === true;
    const plain = this.skipString(isKey);
    if (isKey) this.key(level, plain ? this.text.slice(start + 1, this.at - 1) : this.unescaped(start));
  }

  /** Moves past the closing quote; returns whether the string had no escape. */
  private skipString(isKey: boolean): boolean {
    const { text } = this;
    let plain = true;
    this.at += 1;
    const longest = isKey ? LONGEST_KEY : LONGEST_TEXT;
    let [most, counted, from] = [this.at + longest, 0, this.at];
    for (; this.at < text.length; this.at += 1) {
      const code = text.charCodeAt(this.at);
      if (code === QUOTE) break;
      if (this.at >= most) {
        counted += this.characters(from);
        if (counted > longest) throw isKey ? longKey(this.path(true)) : longText(this.path());
        from = this.at + 1;
        most = from + longest - counted;
      }
      if (code !== BACKSLASH) continue;
      plain = false;
      this.escape(isKey);
    }
    this.at += 1;
    return plain;
  }

  /** How many characters, as JavaScript counts them, begin from there up to here. */
  private characters(from: number): number {
    if (!this.outline) return this.at + 1 - from;
    let count = 0;
    for (let at = from; at <= this.at; at++) {
      const byte = this.text.charCodeAt(at);
      if (byte < 0x80 || byte >= 0xc0) count += byte >= 0xf0 ? 2 : 1;
    }
    return count;
  }

  /** Moves to the last character of an escape. */
  private escape(isKey: boolean): void {
    const code = this.unicodeEscape(this.at);
    if (code === undefined) {
      this.at += 1;
      return;
    }
    if (code === 0) throw holdsNull(this.path(isKey));
    if (isLow(code)) throw holdsLoneSurrogate(this.path(isKey));
    this.at += 5;
    if (!isHigh(code)) return;
    if (!isLow(this.unicodeEscape(this.at + 1) ?? 0)) throw holdsLoneSurrogate(this.path(isKey));
    this.at += 6;
  }

  /** The code unit of `\uXXXX` at this position, if there is one. */
  private unicodeEscape(at: number): number | undefined {
    const { text } = this;
    if (text.charCodeAt(at) !== BACKSLASH || text.charCodeAt(at + 1) !== SMALL_U) return undefined;
    let code = 0;
    // No slices: a text may consist of escapes only.
    for (let place = at + 2; place < at + 6; place += 1) {
      const digit = hexDigit(text.charCodeAt(place));
      if (digit === undefined) return undefined;
      code = code * 16 + digit;
    }
    return code;
  }

  private unescaped(start: number): string {
    try {
      const key = String(JSON.parse(this.decoded(this.text.slice(start, this.at))));
      return this.outline ? Buffer.from(key).toString('latin1') : key;
    } catch {
      // A syntax error, which JSON.parse reports better.
      return this.text.slice(start, this.at);
    }
  }

  private key(level: Level, key: string): void {
    if (key === '__proto__') throw forbiddenKey(childPath(this.path(true), key));
    if (level.isFull) throw manyMembers(this.path(true));
    if (level.has(key)) throw duplicateKey(childPath(this.path(true), this.decoded(key)), this.decoded(key));
    this.budget?.spendOnMember(key, level.members);
    level.add(key);
  }

  private number(): void {
    const start = this.at;
    while (IN_NUMBER.has(this.text.charCodeAt(this.at))) {
      this.at++;
      if (this.at - start > MOST_DIGITS) throw longNumber(this.path());
    }
    const literal = this.text.slice(start, this.at);
    if (literal.length <= SAFE_DIGITS && !/e/i.test(literal)) return;
    const value = Number(literal);
    if (value === Infinity || value === -Infinity) throw notFinite(this.path());
    // The shortest form of a double, as other writers produce it, is preserved exactly.
    if (!/^-?\d+$/.test(literal) || String(value) === literal || BigInt(value) === BigInt(literal)) return;
    throw inexactInteger(this.path());
  }

  private decoded(text: string): string {
    return this.outline ? Buffer.from(text, 'latin1').toString() : text;
  }

  /** The current path; with `ofParent` that of the object whose key is being read. */
  private path(ofParent = false): string {
    const levels = this.levels.slice(0, ofParent ? this.depth - 1 : this.depth);
    return levels.reduce((path, { step }) => childPath(path, typeof step === 'string' ? this.decoded(step) : step), '');
  }
}
