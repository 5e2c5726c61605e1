import { type LineCounter, type Pair, type ParsedNode, type Document, isMap, isPair, isScalar, isSeq } from 'yaml';

/** Where something stands in a file; both start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where the columns of a schema object lie, in a document of the standard. */
const ODCS_COLUMNS = 'properties';

type Found = ParsedNode | Pair<ParsedNode, ParsedNode | null>;

/** Finds the locations of paths in a file that was read. */
export class DocumentPositions {
  constructor(
    private readonly document: Document.Parsed,
    private readonly lines: LineCounter,
  ) {}

  /** The position of the thing that a path names, or of the nearest thing around it that is there. */
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

/** One step of a path: a key, or an index of a list. */
export type Step = string | number;

/**
 * The steps of a path such as `schema[2].dataType` or `schema."a.b".dataType`, in the form of errors and changes.
 * What is no path of that form is one step.
 */
export function pathSteps(path: string): Step[] {
  const steps: Step[] = [];
  const pattern = /\.?(?:\[(\d{1,9})\]|("(?:[^"\\]|\\.|"")*")|([^.[\]"]+))/gy;
  let end = 0;
  for (const match of path.matchAll(pattern)) {
    const [text, index, quoted, plain] = match;
    steps.push(index !== undefined ? Number(index) : (plain ?? unquoted(quoted ?? '')));
    end = match.index + text.length;
  }
  return end === path.length ? steps : [path];
}

/** A quote inside is escaped as JSON does it, or doubled as FQNs do it. */
function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1).replaceAll('""', '"');
  }
}
