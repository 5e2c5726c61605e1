import { badRequest } from '../app-error';

/** Characters between two cut positions of a container: JSON.parse takes some milliseconds for this size. */
const PIECE = 64 * 1024;
/** A container of at least this many characters is cut itself, and is not part of a larger piece. */
const LARGE = 2 * PIECE;
/**
 * Maximum number of opening brackets and commas of a body, one or two per value: about 200 MB of memory. 64 MiB of
 * documents have about 2 million.
 */
const MOST_MARKS = 5_000_000;

/** An object or array, with the commas at which it can be cut, and its large children, each alone between two cuts. */
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

/** Records, during the scan, where a text can be cut into pieces that are valid JSON. */
export class JsonOutline {
  /** The root value; undefined if it is not a container. */
  root: OutlineNode | undefined;
  /** Whether brackets are unbalanced: then the text is invalid JSON. */
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

  /** Whether all containers were closed at the end of the text. */
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
