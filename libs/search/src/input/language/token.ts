import type { Leaf } from './syntax-tree';

/** A piece of a query text, escapes taken away, with the offset of its begin. */
export type Token = LeafToken | MarkToken;

/** A clause by itself, but for its field and what stands behind it. */
export type LeafToken = { readonly at: number } & (
  | { readonly kind: 'star' }
  /** `isName`: what a colon may follow, which makes it a field. `isPlain`: written without an escape. */
  | { readonly kind: 'word'; readonly text: string; readonly isName: boolean; readonly isPlain: boolean }
  | { readonly kind: 'quoted'; readonly text: string }
  | Extract<Leaf, { kind: 'prefix' | 'wildcard' | 'regexp' | 'range' }>
);

/** A token before, between, around or behind clauses. */
type MarkToken = { readonly at: number } & (
  | { readonly kind: 'and' | 'or' | 'not' | 'plus' | 'minus' | 'open' | 'close' | 'colon' | 'end' }
  /** The text behind the `~`. */
  | { readonly kind: 'tilde'; readonly text: string }
  | { readonly kind: 'boost'; readonly boost: number }
);

/** The fault of an operator at the begin of a clause. */
const UNEXPECTED: Readonly<Record<MarkToken['kind'], string>> = {
  and: 'AND stands between two clauses',
  or: 'OR stands between two clauses',
  not: 'NOT stands before a clause, once',
  plus: '+ stands before a clause, once',
  minus: '- stands before a clause, once',
  open: 'a clause is missing',
  close: 'a clause is missing before this bracket',
  colon: 'a colon stands between one field and its value; write \\: for the character',
  tilde: '~ stands behind a word or phrase, once',
  boost: '^ stands behind a clause, once',
  end: 'a clause is missing at the end',
};

export function isLeaf(token: Token): token is LeafToken {
  return !Object.hasOwn(UNEXPECTED, token.kind);
}

export function unexpected({ kind }: MarkToken): string {
  return UNEXPECTED[kind];
}
