/** Signs of names that are kept for a hop, some megabytes: behind more, every edge brings both its names. */
const KEPT = 4_000_000;
/** Nodes that are made text at once, while they come. */
const STRETCH = 1_000;

/** The nodes from which a scan goes on, in the order in which they were met, with their names as far as they are kept. */
export class Frontier {
  private readonly nodes: number[] = [];
  /** What is text already of the nodes. */
  private readonly texts: string[] = [];
  private readonly fqns: string[] = [];
  private readonly types: string[] = [];
  private readonly knownTypes = new Map<string, string>();
  private signs = 0;

  add(node: number, fqn: string, type: string): void {
    this.nodes.push(node);
    if (this.nodes.length % STRETCH === 0) this.texts.push(this.nodes.slice(-STRETCH).join(','));
    this.signs += fqn.length;
    if (!this.isNamed) return;
    this.fqns.push(fqn);
    this.types.push(this.same(type));
  }

  get size(): number {
    return this.nodes.length;
  }

  /** Whether the names of all its nodes are kept. */
  get isNamed(): boolean {
    return this.signs <= KEPT;
  }

  /** As PostgreSQL reads a `bigint[]`. */
  get nodeText(): string {
    const last = this.nodes.slice(this.texts.length * STRETCH);
    return `{${[...this.texts, ...(last.length ? [last.join(',')] : [])].join(',')}}`;
  }

  /** @param place from 1 on, as PostgreSQL counts */
  at(place: number): { readonly node: number; readonly fqn: string | undefined; readonly type: string | undefined } {
    const i = place - 1;
    return { node: this.nodes[i] as number, fqn: this.fqns[i], type: this.types[i] };
  }

  /** The few types are kept as one text each, not once for each node. */
  private same(type: string): string {
    const known = this.knownTypes.get(type) ?? type;
    this.knownTypes.set(known, known);
    return known;
  }
}
