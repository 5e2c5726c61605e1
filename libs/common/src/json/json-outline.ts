import { badRequest } from '../app-error';

/** Characters between two places at which a container is cut: JSON.parse takes some milliseconds for so many. */
const PIECE = 64 * 1024;
/** A container of so many characters is cut itself, and no part of a larger piece. */
const LARGE = 2 * PIECE;
/** Opening brackets and commas of one body, one or two to a value: some 200 MB of memory. 64 MiB of documents have some 2 million. */
const MOST_MARKS = 5_000_000;

/** An object or array, with the commas at which it can be cut, and the large ones in it, each alone between two cuts. */
export interface OutlineNode {
  readonly start: number;
  readonly isObject: boolean;
  end: number;
  readonly cuts: number[];
  readonly large: OutlineNode[];
}

interface OpenNode extends OutlineNode {
  comma: number;
  cut: number;
  cutsNext: boolean;
}

/** Notes, while a text is scanned, where it can be cut into pieces that are JSON by themselves. */
export class JsonOutline {
  /** The whole value; undefined where it is no container. */
  root: OutlineNode | undefined;
  /** Whether brackets do not fit each other: then the text is no JSON. */
  isBroken = false;
  private readonly nodes: OpenNode[] = [];
  private marks = 0;

  /** @throws {AppError} BAD_REQUEST for too many values */
  open(start: number, isObject: boolean): void {
    this.count();
    if (this.root) this.isBroken = true;
    this.nodes.push({ start, isObject, end: start, cuts: [], large: [], comma: start, cut: start, cutsNext: false });
  }

  /** @throws {AppError} BAD_REQUEST for too many values */
  comma(at: number): void {
    this.count();
    const node = this.nodes.at(-1);
    if (!node) return;
    node.comma = at;
    if (node.cutsNext || at - node.cut >= PIECE) cutAt(node, at);
  }

  close(end: number, isObject: boolean): void {
    const node = this.nodes.pop();
    const parent = this.nodes.at(-1);
    if (node?.isObject !== isObject) this.isBroken = true;
    if (!node) return;
    node.end = end;
    if (!parent) this.root = node;
    else if (end - node.start >= LARGE) {
      if (parent.comma !== parent.cut) cutAt(parent, parent.comma);
      parent.large.push(node);
      parent.cutsNext = true;
    }
  }

  /** Whether the text ended with all its containers closed. */
  get isWhole(): boolean {
    return !this.isBroken && this.nodes.length === 0;
  }

  private count(): void {
    this.marks += 1;
    if (this.marks > MOST_MARKS) throw badRequest('The body has too many values to be read at once; send it in parts');
  }
}

function cutAt(node: OpenNode, comma: number): void {
  node.cuts.push(comma);
  node.cut = comma;
  node.cutsNext = false;
}
