import { setImmediate } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { AppError, badRequest, checkJsonValue } from '@app/common';
import { parser } from 'stream-json';
import Assembler from 'stream-json/Assembler';

/** How a member of the outermost object is read: each of its members or items for itself, or as a whole. */
export type Section = 'each' | 'whole';

/** @param key of the member, or the place of the item; '' for a section that is read as a whole */
export type TakeRecord = (section: string, key: string, value: unknown) => void;

interface Token {
  readonly name: string;
  readonly value?: string;
}

const OPENS = new Set(['startObject', 'startArray']);
const CLOSES = new Set(['endObject', 'endArray']);

/** Levels that a record may have below its section: JSON bodies have 64 in all. */
const MAX_DEPTH = 62;
/** Levels of what is passed over. */
const MOST_LEVELS = 100_000;

/**
 * Reads a JSON object of any size as it arrives and hands on the records of the wanted sections, one after the other; what is not
 * wanted is never built.
 *
 * @param what names the document in messages
 * @throws {AppError} BAD_REQUEST for what is no JSON, or holds what cannot be stored
 */
export async function readRecords(
  source: Readable,
  what: string,
  sections: Readonly<Record<string, Section>>,
  take: TakeRecord,
): Promise<void> {
  const records = new RecordReader(what, sections, take);
  const sink = new Writable({
    objectMode: true,
    write(token: Token, _encoding, done) {
      try {
        records.consume(token);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  try {
    await pipeline(inTurns(source), parser({ packValues: true, streamValues: false }), sink);
  } catch (error) {
    if (error instanceof AppError || !/^Parser /.test((error as Error).message)) throw error;
    throw badRequest(`${what} is not valid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  records.end();
}

/** Others get their turn between two chunks: a large file takes many seconds. */
async function* inTurns(source: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    yield chunk as Buffer;
    await setImmediate();
  }
}

/** Follows the tokens of a document and builds the wanted records. */
class RecordReader {
  private depth = 0;
  private section = '';
  private key = '';
  private index = 0;
  private assembler: Assembler | undefined;
  private openAt = 0;
  private isObject = false;

  constructor(
    private readonly what: string,
    private readonly sections: Readonly<Record<string, Section>>,
    private readonly take: TakeRecord,
  ) {}

  consume(token: Token): void {
    if (token.name === 'keyValue') this.named(token);
    else {
      if (CLOSES.has(token.name)) this.depth--;
      if (this.depth === 0 && OPENS.has(token.name)) this.isObject = token.name === 'startObject';
      this.value(token);
      if (OPENS.has(token.name)) this.depth++;
      // Also where nothing is built: the parser keeps a place for every level.
      if (this.depth > MOST_LEVELS) throw badRequest(`${this.what} is nested deeper than ${MOST_LEVELS} levels`);
    }
  }

  /** @throws {AppError} BAD_REQUEST where the document was no object */
  end(): void {
    if (!this.isObject) throw badRequest(`${this.what} must be a JSON object`);
  }

  private named(token: Token): void {
    if (this.assembler) this.assembler.consume(token);
    else if (this.depth === 1) {
      this.section = token.value ?? '';
      this.index = 0;
    } else if (this.depth === 2) this.key = token.value ?? '';
  }

  private value(token: Token): void {
    if (!this.assembler) {
      const wanted = Object.hasOwn(this.sections, this.section) ? this.sections[this.section] : undefined;
      const startsHere = !CLOSES.has(token.name) && this.depth === (wanted === 'whole' ? 1 : 2);
      if (!wanted || !startsHere) return;
      this.assembler = new Assembler();
      this.openAt = this.depth;
      if (wanted === 'whole') this.key = '';
      if (!OPENS.has(token.name)) return this.finish(scalar(token));
    }
    if (this.depth - this.openAt > MAX_DEPTH)
      throw badRequest(`${this.what}: ${this.section}.${this.key} is nested deeper than 64 levels`);
    this.assembler.consume(token);
    if (CLOSES.has(token.name) && this.depth === this.openAt) this.finish(this.assembler.current);
  }

  private finish(value: unknown): void {
    this.assembler = undefined;
    const key = this.key === '' && this.openAt === 2 ? String(this.index++) : this.key;
    this.key = '';
    try {
      checkJsonValue([key, value]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw badRequest(`${this.what}: ${this.section}.${key}: ${error.message}`);
    }
    this.take(this.section, key, value);
  }
}

function scalar({ name, value }: Token): unknown {
  if (name === 'numberValue') return Number(value);
  if (name === 'stringValue') return value;
  return name === 'nullValue' ? null : name === 'trueValue';
}
