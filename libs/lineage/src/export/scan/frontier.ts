/** Characters of names stored per hop, some megabytes: beyond this, every edge includes both its names. */
const MOST_CHARACTERS = 4_000_000;
/** Nodes converted to text at once, as they arrive. */
const STRETCH = 1_000;

/** The nodes from which a scan continues, in order of discovery, with their names as far as they are stored. */
export class Frontier {
  private readonly nodes: number[] = [];
  /** The nodes already converted to text. */
  private readonly texts: string[] = [];
  private readonly fqns: string[] = [];
  private readonly types: string[] = [];
  private readonly knownTypes = new Map<string, string>();
  private characters = 0;

  add(node: number, fqn: string, type: string): void {
    this.nodes.push(node);
    if (this.nodes.length % STRETCH === 0) this.texts.push(this.nodes.slice(-STRETCH).join(','));
    this.characters += fqn.length;
    if (!this.isNamed) return;
    this.fqns.push(fqn);
    this.types.push(this.same(type));
  }

  get size(): number {
    return this.nodes.length;
  }

  /** Whether the names of all its nodes are stored. */
  get isNamed(): boolean {
    return this.characters <= MOST_CHARACTERS;
  }

  /** In PostgreSQL's text form of `bigint[]`. */
  get nodeText(): string {
    const last = this.nodes.slice(this.texts.length * STRETCH);
    return `{${[...this.texts, ...(last.length ? [last.join(',')] : [])].join(',')}}`;
  }

  /** @param index from 1, as PostgreSQL counts */
  at(index: number): { readonly node: number; readonly fqn: string | undefined; readonly type: string | undefined } {
    const i = index - 1;
    return { node: this.nodes[i] as number, fqn: this.fqns[i], type: this.types[i] };
  }

  /** Interns the few type names instead of keeping one string per node. */
  private same(type: string): string {
    const known = this.knownTypes.get(type) ?? type;
    this.knownTypes.set(known, known);
    return known;
  }
}
