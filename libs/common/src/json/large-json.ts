import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { TimeSlice } from '../thread/time-slice';
import { jsonFault } from './json-fault';
import { JsonOutline, type OutlineNode } from './json-outline';
import { JsonScanner } from './json-scanner';
import { notUtf8, parseStrictJson } from './strict-json';
import { ValueBudget } from './value-budget';

/** Bodies of up to this many bytes are parsed at once: about 20 ms. */
const SMALL = 128 * 1024;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
/** Characters scanned between two checks of the clock. */
const SCANNED = 64 * 1024;

/**
 * `parseStrictJson` for texts of any length: yields to the event loop every few tens of milliseconds.
 * @param budget of the body, where the text is a part of it
 * @throws {AppError} BAD_REQUEST naming the location; also for a body of some millions of values
 */
export async function parseLargeJson(bytes: Buffer, budget?: ValueBudget): Promise<unknown> {
  if (bytes.length <= SMALL) return parseStrictJson(bytes, budget);
  // Concatenating the bytes blocked the event loop for as long as the decoding will: yield in between.
  await setImmediate();
  if (!isUtf8(bytes)) throw notUtf8();
  const body = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes;
  return new LargeJson(body, budget ?? new ValueBudget()).parse();
}

class LargeJson {
  /** Each byte a character. All that JSON is cut at is ASCII, so what is true of one text is true of the other. */
  private readonly text: string;
  private readonly outline = new JsonOutline();
  private readonly slice = new TimeSlice();

  constructor(
    private readonly bytes: Buffer,
    private readonly budget: ValueBudget,
  ) {
    this.text = bytes.toString('latin1');
  }

  async parse(): Promise<unknown> {
    const { text, outline } = this;
    const scanner = new JsonScanner(text, this.budget, outline);
    for (let until = SCANNED; !scanner.scan(until); until += SCANNED) await this.slice.turn();
    const { root } = outline;
    if (!outline.isWhole) throw broken(text.length);
    if (!root) return this.piece(0, text.length, (piece) => piece);
    this.requireBlank(0, root.start);
    this.requireBlank(root.end + 1, text.length);
    return this.container(root);
  }

  private async container(node: OutlineNode): Promise<unknown> {
    const items: unknown[] = [];
    const members: Record<string, unknown> = {};
    const ends = [...node.cuts, node.end];
    let [from, at] = [node.start + 1, 0];
    for (const to of ends) {
      const inner = node.large[at];
      if (inner && inner.start >= from && inner.end < to) {
        at += 1;
        this.requireBlank(inner.end + 1, to);
        if (node.isObject) members[this.key(from, inner.start)] = await this.container(inner);
        else {
          this.requireBlank(from, inner.start);
          items.push(await this.container(inner));
        }
      } else if (node.isObject) Object.assign(members, this.between(node, from, to, '{', '}'));
      else for (const item of this.between(node, from, to, '[', ']') as unknown[]) items.push(item);
      from = to + 1;
      await this.slice.turn();
    }
    return node.isObject ? members : items;
  }

  /** The text between two cuts, parsed as a container of its own. */
  private between(node: OutlineNode, from: number, to: number, opening: string, closing: string): object {
    const value = this.piece(from, to, (piece) => `${opening}${piece}${closing}`) as object;
    // A comma without a value on one side.
    if (node.cuts.length > 0 && Object.keys(value).length === 0) throw broken(to);
    return value;
  }

  private key(from: number, to: number): string {
    const name = this.piece(from, to, (piece) => piece.trimEnd().replace(/:$/, ''));
    if (typeof name !== 'string' || !this.text.slice(from, to).trimEnd().endsWith(':')) throw broken(to);
    return name;
  }

  private piece(from: number, to: number, asJson: (piece: string) => string): unknown {
    try {
      return JSON.parse(asJson(this.bytes.toString('utf8', from, to)));
    } catch {
      throw broken(to);
    }
  }

  private requireBlank(from: number, to: number): void {
    if (/[^ \t\n\r]/.test(this.text.slice(from, to))) throw broken(to);
  }
}

function broken(before: number): Error {
  return jsonFault('', `is not valid JSON: something before byte ${before} does not fit`);
}
