import { isEscaped } from './character';
import type { GroupNode, LeafNode, RangeEnd, SyntaxClause, SyntaxNode, WildcardPart } from './syntax-tree';

/** A text that parses to this very tree, places aside. */
export function printQuery({ clauses }: GroupNode): string {
  return clauses.map(printClause).join(' ');
}

const CONJUNCTIONS = { none: '', and: 'AND ', or: 'OR ' } as const;
const MODIFIERS = { none: '', must: '+', not: '-' } as const;

function printClause({ conjunction, modifier, node }: SyntaxClause): string {
  return `${CONJUNCTIONS[conjunction]}${MODIFIERS[modifier]}${printNode(node)}`;
}

function printNode(node: SyntaxNode): string {
  const boost = node.boost === 1 ? '' : `^${printNumber(node.boost)}`;
  if (node.kind === 'group') return `(${printQuery(node)})${boost}`;
  const field = node.field === undefined ? '' : node.field === '*' ? '*:' : `${printWord(node.field)}:`;
  return `${field}${printLeaf(node)}${boost}`;
}

/** Without an exponent, which the language does not know. */
function printNumber(number: number): string {
  return /e/.test(String(number)) ? number.toFixed(100).replace(/\.?0+$/, '') : String(number);
}

function printLeaf(leaf: LeafNode): string {
  switch (leaf.kind) {
    case 'word':
      return printWord(leaf.text);
    case 'phrase':
      return `"${leaf.text.replace(/["\\]/g, '\\$&')}"${leaf.slop === 0 ? '' : `~${leaf.slop}`}`;
    case 'fuzzy':
      return `${printWord(leaf.text)}~${leaf.edits === 'auto' ? '' : leaf.edits}`;
    case 'prefix':
      return `${printWord(leaf.text)}*`;
    case 'wildcard':
      return leaf.parts.map(printPart).join('');
    case 'regexp':
      return `/${leaf.expression}/`;
    case 'range':
      return printRange(leaf.from, leaf.to);
    case 'any':
      return '*';
  }
}

function printPart(part: WildcardPart): string {
  if (typeof part === 'string') return escapeAll(part);
  return part.any === 'one' ? '?' : '*';
}

/** A word as it can stand alone: with its escapes, and not to be taken for an operator. */
export function printWord(text: string): string {
  const escaped = escapeAll(text);
  return escaped === 'AND' || escaped === 'OR' || escaped === 'NOT' ? `\\${escaped}` : escaped;
}

function escapeAll(text: string): string {
  return Array.from(text, (letter) => (isEscaped(letter) ? `\\${letter}` : letter)).join('');
}

function printRange(from: RangeEnd | undefined, to: RangeEnd | undefined): string {
  const open = from?.inclusive === false ? '{' : '[';
  const close = to?.inclusive === false ? '}' : ']';
  return `${open}${printEnd(from)} TO ${printEnd(to)}${close}`;
}

/** A quote or a backslash is written by its number: before a quote a backslash would be read as keeping it. */
function printEnd(end: RangeEnd | undefined): string {
  if (end === undefined) return '*';
  if (/^[\w.:-]+$/.test(end.value)) return end.value;
  return `"${end.value.replace(/["\\]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}
