/**
 * The cycles of a directed graph: its strongly connected components of two nodes or more, and nodes with an edge to
 * themselves. Tarjan's algorithm with a stack of its own, so that a long chain does not end the process.
 *
 * @returns each component's nodes; components and nodes in the order in which the edges name them first
 */
export function cyclesOf<Node>(edges: Iterable<readonly [Node, Node]>): Node[][] {
  const graph = new Search<Node>(edges);
  for (const node of graph.nodes()) graph.visit(node);
  return graph.cycles();
}

interface State<Node> {
  /** Discovery order; also the order of the result. */
  readonly index: number;
  /** The earliest node on the stack that is reachable from it. */
  low: number;
  onStack: boolean;
  readonly next: Iterator<Node>;
}

class Search<Node> {
  private readonly neighbours = new Map<Node, Node[]>();
  private readonly place = new Map<Node, number>();
  private readonly states = new Map<Node, State<Node>>();
  private readonly stack: Node[] = [];
  private readonly found: Node[][] = [];

  constructor(edges: Iterable<readonly [Node, Node]>) {
    for (const [from, to] of edges) {
      for (const node of [from, to]) if (!this.place.has(node)) this.place.set(node, this.place.size);
      const known = this.neighbours.get(from);
      if (known) known.push(to);
      else this.neighbours.set(from, [to]);
    }
  }

  nodes(): Iterable<Node> {
    return this.place.keys();
  }

  cycles(): Node[][] {
    const at = (node: Node | undefined): number => (node === undefined ? 0 : (this.place.get(node) ?? 0));
    const sorted = this.found.map((component) => component.sort((a, b) => at(a) - at(b)));
    return sorted.sort(([a], [b]) => at(a) - at(b));
  }

  visit(start: Node): void {
    if (this.states.has(start)) return;
    const line = [start];
    this.meet(start);
    while (line.length > 0) {
      const node = line.at(-1) as Node;
      const state = this.states.get(node) as State<Node>;
      const { value: next, done } = state.next.next();
      if (!done) this.follow(state, next, line);
      else {
        line.pop();
        this.leave(node, state, line.at(-1));
      }
    }
  }

  private meet(node: Node): void {
    const index = this.states.size;
    const next = (this.neighbours.get(node) ?? []).values();
    this.states.set(node, { index, low: index, onStack: true, next });
    this.stack.push(node);
  }

  private follow(state: State<Node>, next: Node, line: Node[]): void {
    const known = this.states.get(next);
    if (!known) {
      this.meet(next);
      line.push(next);
    } else if (known.onStack) state.low = Math.min(state.low, known.index);
  }

  private leave(node: Node, state: State<Node>, parent: Node | undefined): void {
    const above = parent === undefined ? undefined : this.states.get(parent);
    if (above) above.low = Math.min(above.low, state.low);
    if (state.low === state.index) this.close(node);
  }

  /** The stack from this node on is one component. */
  private close(node: Node): void {
    const component = this.stack.splice(this.stack.lastIndexOf(node));
    for (const member of component) (this.states.get(member) as State<Node>).onStack = false;
    const isCycle = component.length > 1 || (this.neighbours.get(node) ?? []).includes(node);
    if (isCycle) this.found.push(component);
  }
}
