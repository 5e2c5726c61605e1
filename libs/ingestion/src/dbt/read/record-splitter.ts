import { badRequest } from '@app/common';
import { JsonGrammar, MOST_LEVELS } from './json-grammar';

/** How a member of the outermost object is read: each of its members or items for itself, or as a whole. */
export type Section = 'each' | 'whole';

/** A record as it is written. */
export interface RawRecord {
  readonly section: string;
  /** Its key as it is written, with its quotes; undefined for an item of a list and for a section that is read as a whole. */
  readonly key: Buffer | undefined;
  readonly value: Buffer;
}

/** Bytes of one record. The largest that are known are models with some 100 KB of SQL. */
const LONGEST_RECORD = 4 * 1024 * 1024;
/** Bytes of a name, as it is written. */
const LONGEST_NAME = 4 * 1024;
/** Bytes of a number or a literal; JSON bodies have the same limit. */
const LONGEST_SCALAR = 1_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

type Captured = 'member' | 'key' | 'value';

/**
 * Cuts a JSON text that arrives in chunks into the records of the selected sections. Other members are skipped byte by byte:
 * its brackets, commas and numbers are checked, and nothing of them is stored.
 */
export class RecordSplitter {
  private readonly grammar = new JsonGrammar();
  private section = '';
  private how: Section | undefined;
  private key: Buffer | undefined;
  private token: 'string' | 'scalar' | undefined;
  private isKey = false;
  private isEscaped = false;
  /** The text of the number or literal that is being read. */
  private scalar = '';
  private captured: Captured | undefined;
  private readonly parts: Buffer[] = [];
  private capturedBytes = 0;
  private from = 0;
  private ready: RawRecord | undefined;
  private consumed = 0;

  /**
   * @param what names the document in messages
   * @param howOf is called with every member name of the outermost object; undefined skips the member
   */
  constructor(
    private readonly what: string,
    private readonly howOf: (name: Buffer) => { readonly section: string; readonly how: Section | undefined },
  ) {}

  /** @throws {AppError} BAD_REQUEST for what is no JSON object */
  *split(chunk: Buffer): Generator<RawRecord, void> {
    this.from = 0;
    for (let at = 0; at < chunk.length;) {
      at = this.advance(chunk, at);
      if (!this.ready) continue;
      yield this.ready;
      this.ready = undefined;
    }
    if (this.captured) this.keep(chunk.subarray(this.from));
    this.consumed += chunk.length;
  }

  /** @throws {AppError} BAD_REQUEST where the text has not ended */
  end(): void {
    if (!this.grammar.isWhole) throw badRequest(`${this.what} is not valid JSON: it ends too early`);
  }

  private advance(chunk: Buffer, at: number): number {
    if (this.token === 'string') return this.inString(chunk, at);
    if (this.token === 'scalar') return this.inScalar(chunk, at);
    const byte = chunk[at] as number;
    if (BLANKS.has(byte)) return at + 1;
    if (this.grammar.depth === 0) this.requireObject(byte, at);
    if (byte === QUOTE) this.beginString(at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.beginContainer(byte === OPEN_BRACE, at);
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.endContainer(chunk, byte === CLOSE_BRACE, at);
    else if (byte === COMMA) this.require(this.grammar.comma(), at);
    else if (byte === COLON) this.require(this.grammar.colon(), at);
    else return this.beginScalar(at);
    return at + 1;
  }

  private requireObject(byte: number, at: number): void {
    if (this.grammar.isWhole) throw this.malformed(at);
    if (byte !== OPEN_BRACE) throw badRequest(`${this.what} must be a JSON object`);
  }

  private beginString(at: number): void {
    this.token = 'string';
    this.isKey = this.grammar.keyIsNext;
    if (!this.isKey) return this.beginValue(at);
    const { depth } = this.grammar;
    if (depth === 1) this.capture('member', at);
    else if (depth === 2 && this.how === 'each') this.capture('key', at);
  }

  private inString(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) return this.endString(chunk, at + 1);
    }
    return at;
  }

  private endString(chunk: Buffer, end: number): number {
    this.token = undefined;
    if (!this.isKey) {
      this.require(this.grammar.scalar(), end);
      this.endValue(chunk, end);
      return end;
    }
    this.require(this.grammar.key(), end);
    if (this.captured === 'member') this.enter(this.taken(chunk, end));
    else if (this.captured === 'key') this.key = this.taken(chunk, end);
    return end;
  }

  private enter(name: Buffer): void {
    ({ section: this.section, how: this.how } = this.howOf(name));
    this.key = undefined;
  }

  private beginScalar(at: number): number {
    this.beginValue(at);
    this.token = 'scalar';
    this.scalar = '';
    return at;
  }

  private inScalar(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || BLANKS.has(byte)) break;
      if (this.scalar.length + at - from >= LONGEST_SCALAR) throw this.malformed(at);
    }
    this.scalar += chunk.toString('latin1', from, at);
    if (at === chunk.length) return at;
    this.token = undefined;
    this.require(SCALAR.test(this.scalar) && this.grammar.scalar(), at);
    this.endValue(chunk, at);
    return at;
  }

  private beginContainer(isObject: boolean, at: number): void {
    this.beginValue(at);
    this.require(this.grammar.begin(isObject), at);
    if (this.grammar.isTooDeep) throw badRequest(`${this.what} is nested deeper than ${MOST_LEVELS} levels`);
  }

  private endContainer(chunk: Buffer, isObject: boolean, at: number): void {
    this.require(this.grammar.end(isObject), at);
    this.endValue(chunk, at + 1);
  }

  /** Levels that are open around a record. */
  private get level(): number {
    return this.how === 'whole' ? 1 : 2;
  }

  private beginValue(at: number): void {
    if (!this.captured && this.how && this.grammar.depth === this.level) this.capture('value', at);
  }

  private endValue(chunk: Buffer, end: number): void {
    if (this.captured !== 'value' || this.grammar.depth !== this.level) return;
    this.ready = { section: this.section, key: this.key, value: this.taken(chunk, end) };
    this.key = undefined;
  }

  private capture(captured: Captured, at: number): void {
    this.captured = captured;
    this.from = at;
  }

  private keep(part: Buffer): void {
    this.capturedBytes += part.length;
    const most = this.captured === 'value' ? LONGEST_RECORD : LONGEST_NAME;
    if (this.capturedBytes > most)
      throw badRequest(
        `${this.what} has a ${this.captured === 'value' ? 'record' : 'name'} of more than ${most} bytes`,
      );
    this.parts.push(part);
  }

  private taken(chunk: Buffer, end: number): Buffer {
    this.keep(chunk.subarray(this.from, end));
    const taken = this.parts.length === 1 ? (this.parts[0] as Buffer) : Buffer.concat(this.parts);
    this.captured = undefined;
    this.parts.length = 0;
    this.capturedBytes = 0;
    return taken;
  }

  private require(fits: boolean, at: number): void {
    if (!fits) throw this.malformed(at);
  }

  private malformed(at: number): Error {
    return badRequest(`${this.what} is not valid JSON: something before byte ${this.consumed + at + 1} does not fit`);
  }
}
