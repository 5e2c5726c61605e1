import type { ExportEdge, ExportSource } from '../export-request';

/** Short node names within one file, numbered by first occurrence, so that the same graph gives the same file. */
export class NodeNumbers {
  private readonly numbers = new Map<number, number>();

  /** The number of a node, and whether this is its first occurrence. */
  of(node: number): { readonly number: number; readonly isNew: boolean } {
    const known = this.numbers.get(node);
    if (known !== undefined) return { number: known, isNew: false };
    const number = this.numbers.size + 1;
    this.numbers.set(node, number);
    return { number, isNew: true };
  }
}

/** Syntax of a graph language. Node names are `n1`, `n2` … */
export interface GraphLanguage {
  begin(columnLineage: boolean): string;
  node(name: string, type: string, fqn: string): string;
  edge(from: string, to: string, edge: ExportEdge): string;
  readonly end: string;
}

/** A graph in which each node is declared before its first edge; the root comes first, even without edges. */
export async function* graphText(
  language: GraphLanguage,
  { root, request, pages }: ExportSource,
): AsyncGenerator<string, void, undefined> {
  const numbers = new NodeNumbers();
  const met = (node: number, type: string, fqn: string): { name: string; text: string } => {
    const { number, isNew } = numbers.of(node);
    const name = `n${number}`;
    return { name, text: isNew ? language.node(name, type, fqn) : '' };
  };
  yield language.begin(request.columnLineage) + met(Number(root.node), root.type, root.fqn).text;
  for await (const { edges } of pages) {
    const texts = edges.map((edge) => {
      const from = met(edge.fromNode, edge.fromType, edge.fromFqn);
      const to = met(edge.toNode, edge.toType, edge.toFqn);
      return from.text + to.text + language.edge(from.name, to.name, edge);
    });
    yield texts.join('');
  }
  yield language.end;
}
