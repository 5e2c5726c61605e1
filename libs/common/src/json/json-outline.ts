/** Characters between two cut positions of a container: JSON.parse takes some milliseconds for this size. */
const PIECE = 64 * 1024;
/** A container of at least this many characters is cut itself, and is not part of a larger piece. */
const LARGE = 2 * PIECE;
/** An object or array, with the commas at which it can be cut, and its large children, each alone between two cuts. */
export interface OutlineNode {
  readonly start: number;
  readonly isObject: boolean;
  readonly end: number;
  readonly cuts: readonly number[];
  readonly large: readonly OutlineNode[];
}

/** The cuts of most containers: none. */
const NONE: readonly never[] = [];

/** The container that is open at one depth; it serves one after the other, as the levels of the scanner do. */
class OpenNode {
  isObject = false;
  comma = 0;
  cut = 0;
  cutsNext = false;
  start = 0;
  private cuts: number[] | undefined;
  private large: OutlineNode[] | undefined;

  begin(start: number, isObject: boolean): void {
    this.start = this.comma = this.cut = start;
    this.isObject = isObject;
    this.cutsNext = false;
    this.cuts = this.large = undefined;
  }

  cutAt(comma: number): void {
    (this.cuts ??= []).push(comma);
    this.cut = comma;
    this.cutsNext = false;
  }

  /** A large child stands alone between two cuts. */
  keep(child: OutlineNode): void {
    if (this.comma !== this.cut) this.cutAt(this.comma);
    (this.large ??= []).push(child);
    this.cutsNext = true;
  }

  closed(end: number): OutlineNode {
    const { start, isObject, cuts = NONE, large = NONE } = this;
    return { start, isObject, end, cuts, large };
  }
}

/** Records, during the scan, where a text can be cut into pieces that are valid JSON. */
export class JsonOutline {
  /** The root value; undefined if it is not a container. */
  root: OutlineNode | undefined;
  /** Whether brackets are unbalanced: then the text is invalid JSON. */
  isBroken = false;
  private readonly nodes: OpenNode[] = [];
  /** How many of the nodes are open. */
  private depth = 0;

  open(start: number, isObject: boolean): void {
    if (this.root) this.isBroken = true;
    const node = (this.nodes[this.depth] ??= new OpenNode());
    node.begin(start, isObject);
    this.depth += 1;
  }

  comma(at: number): void {
    if (this.depth === 0) return;
    const node = this.nodes[this.depth - 1] as OpenNode;
    node.comma = at;
    if (node.cutsNext || at - node.cut >= PIECE) node.cutAt(at);
  }

  close(end: number, isObject: boolean): void {
    if (this.depth === 0) {
      this.isBroken = true;
      return;
    }
    this.depth -= 1;
    const node = this.nodes[this.depth] as OpenNode;
    if (node.isObject !== isObject) this.isBroken = true;
    if (this.depth === 0) this.root = node.closed(end);
    else if (end - node.start >= LARGE) this.nodes[this.depth - 1]?.keep(node.closed(end));
  }

  /** Whether all containers were closed at the end of the text. */
  get isWhole(): boolean {
    return !this.isBroken && this.depth === 0;
  }
}
