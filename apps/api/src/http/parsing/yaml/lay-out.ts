import { badRequest, childPath } from '@app/common';
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type Pair, YAMLMap, YAMLSeq } from 'yaml';

/** Values of one document, each alias counted as all that it stands for. */
const MOST_NODES = 100_000;
/** Characters of all its texts, counted in the same way: as many as one document may have bytes. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

interface LaidOut {
  readonly value: unknown;
  readonly nodes: number;
  readonly characters: number;
}

/**
 * Makes a value of a YAML document in one pass, by the rules of JSON: a key once in an object, integers exact. What an alias stands
 * for is counted, not copied: the value contains it as often as the document says, and is small enough to be laid out.
 *
 * @throws {AppError} BAD_REQUEST that names the path
 */
export function layOut(document: Document): unknown {
  return new LayOut().of(document.contents).value;
}

class LayOut {
  private readonly steps: (string | number)[] = [];
  /** The value of each anchor; undefined while it is not complete. A later anchor of the same name counts from there on. */
  private readonly anchors = new Map<string, LaidOut | undefined>();
  private nodes = 0;
  private characters = 0;

  of(node: unknown): LaidOut {
    if (isAlias(node)) return this.alias(node.source);
    const anchor = (node as { anchor?: string } | null)?.anchor;
    if (anchor !== undefined) this.anchors.set(anchor, undefined);
    const before = { nodes: this.nodes, characters: this.characters };
    this.count(1, 0);
    const value = this.valueOf(node);
    const laidOut = {
      value,
      nodes: this.nodes - before.nodes,
      characters: this.characters - before.characters,
    };
    if (anchor !== undefined) this.anchors.set(anchor, laidOut);
    return laidOut;
  }

  private valueOf(node: unknown): unknown {
    if (isScalar(node)) return this.scalar(node.value);
    if (isMap(node)) return node.constructor === YAMLMap ? this.map(node.items) : new Set();
    if (isSeq(node)) return node.constructor === YAMLSeq ? this.seq(node.items) : new Map();
    if (isPair(node)) return this.map([node]);
    return null;
  }

  private scalar(value: unknown): unknown {
    if (typeof value === 'string') this.count(0, value.length);
    if (typeof value !== 'bigint') return value;
    const number = Number(value);
    if (Number.isFinite(number) && BigInt(number) === value) return number;
    throw this.fault('is an integer that cannot be held exactly; write it as a string');
  }

  private seq(items: readonly unknown[]): unknown[] {
    return items.map((item, at) => this.inside(at, item));
  }

  private map(pairs: readonly Pair[]): object {
    const entries = new Map<string, unknown>();
    for (const { key, value } of pairs) {
      const name = String(isScalar(key) ? key.value : key);
      this.count(0, name.length);
      if (entries.has(name)) throw this.fault('is given twice: a key must stand once', name);
      entries.set(name, this.inside(name, value));
    }
    return Object.fromEntries(entries);
  }

  private inside(step: string | number, node: unknown): unknown {
    this.steps.push(step);
    const { value } = this.of(node);
    this.steps.pop();
    return value;
  }

  private alias(name: string): LaidOut {
    const laidOut = this.anchors.get(name);
    if (!laidOut)
      throw this.fault(
        this.anchors.has(name)
          ? `is an alias (*${name}) of what it lies in`
          : `is an alias of nothing: &${name} is not there`,
      );
    this.count(laidOut.nodes, laidOut.characters);
    return laidOut;
  }

  private count(nodes: number, characters: number): void {
    this.nodes += nodes;
    this.characters += characters;
    if (this.nodes > MOST_NODES)
      throw badRequest(`The YAML has more than ${MOST_NODES} values, those that aliases repeat included; send JSON`);
    if (this.characters > MOST_CHARACTERS)
      throw badRequest(`The YAML has more than ${MOST_CHARACTERS} characters, those that aliases repeat included`);
  }

  private fault(message: string, member?: string): Error {
    const steps = member === undefined ? this.steps : [...this.steps, member];
    const field = steps.reduce<string>(childPath, '');
    return badRequest(`${field}: ${message}`, [{ field, message }]);
  }
}
