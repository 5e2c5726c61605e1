/** The tree of a query text, before its fields and words are looked at. Fields are handed down: each leaf has its own. */
export type SyntaxNode = GroupNode | LeafNode;

/** Clauses in brackets; the text as a whole is one too. Lucene's grammar knows clauses, not precedence. */
export interface GroupNode {
  readonly kind: 'group';
  readonly clauses: readonly SyntaxClause[];
  readonly boost: number;
}

export interface SyntaxClause {
  /** The operator between it and the clause before it. */
  readonly conjunction: 'none' | 'and' | 'or';
  readonly modifier: 'none' | 'must' | 'not';
  readonly node: SyntaxNode;
}

export type LeafNode = LeafOrigin & Leaf;

interface LeafOrigin {
  /** Absent: the fields that a bare word looks in. `*`: the same, said. */
  readonly field?: string;
  readonly boost: number;
  /** Where it begins in the text, its field aside. */
  readonly at: number;
}

/** A leaf without its offset. */
export type Leaf =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'phrase'; readonly text: string; readonly slop: number }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: 0 | 1 | 2 | 'auto' }
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'wildcard'; readonly parts: readonly WildcardPart[] }
  | { readonly kind: 'regexp'; readonly expression: string }
  | { readonly kind: 'range'; readonly from?: RangeEnd; readonly to?: RangeEnd }
  /** A lone `*`: the field exists; without a field, everything. */
  | { readonly kind: 'any' };

export type WildcardPart = string | { readonly any: 'one' | 'many' };

export interface RangeEnd {
  readonly value: string;
  readonly inclusive: boolean;
}
