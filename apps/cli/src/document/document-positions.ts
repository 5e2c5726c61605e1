import { isMap, isPair, isScalar, isSeq } from 'yaml';
import type { LineCounter, Pair, ParsedNode, Document } from 'yaml';
import { pathSteps } from './path-steps';
import type { Step } from './path-steps';

/** Where something stands in a file; both start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where the columns of a schema object lie, in a document of the standard. */
const ODCS_COLUMNS = 'properties';

type Found = ParsedNode | Pair<ParsedNode, ParsedNode | null>;

/** Finds the places that paths name in a file that was read. */
export class DocumentPositions {
  constructor(
    private readonly document: Document.Parsed,
    private readonly lines: LineCounter,
  ) {}

  /** Of the thing that a path names, or of the nearest thing around it that is there. */
  of(path: string): Position {
    let found: Found | null = this.document.contents;
    for (const step of pathSteps(path)) {
      const next: Found | undefined = child(valueOf(found), step);
      if (!next) break;
      found = next;
    }
    return this.at(startOf(found));
  }

  at(offset: number): Position {
    const { line, col } = this.lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}

function child(node: ParsedNode | null, step: Step): Found | undefined {
  if (isMap(node))
    return node.items.find(({ key }) => isScalar(key) && String(key.value) === step) as Found | undefined;
  if (!isSeq(node)) return undefined;
  if (typeof step === 'number') return node.items[step] as Found | undefined;
  return named(node.items as ParsedNode[], step);
}

/** An item by its name; in a document of the standard columns lie one level deeper, below their object. */
function named(items: readonly ParsedNode[], name: string): ParsedNode | undefined {
  const own = items.find((item) => isNamed(item, name));
  if (own) return own;
  return items
    .flatMap((item) => {
      const columns = isMap(item) ? item.get(ODCS_COLUMNS, true) : undefined;
      return isSeq(columns) ? (columns.items as ParsedNode[]) : [];
    })
    .find((item) => isNamed(item, name));
}

function isNamed(item: ParsedNode, name: string): boolean {
  return isMap(item) && ['name', 'physicalName'].some((key) => (item.get(key) as unknown) === name);
}

function valueOf(found: Found | null): ParsedNode | null {
  return isPair(found) ? (found.value as ParsedNode | null) : found;
}

function startOf(found: Found | null): number {
  const node = isPair(found) ? found.key : found;
  return (node as ParsedNode | null)?.range?.[0] ?? 0;
}
