import { occurrences, type DefaultOperator } from '../../../libs/search/src/input/language/occurrence';
import type { GroupNode, LeafNode, RangeEnd, SyntaxNode } from '../../../libs/search/src/input/language/syntax-tree';

/** Our tree in the words of LuceneOracle.java. */
export function asLuceneTree(tree: GroupNode, operator: DefaultOperator): string {
  return groupText({ ...tree, boost: 1 }, operator);
}

const SIGNS = { must: '+', should: '', mustNot: '-' } as const;

function nodeText(node: SyntaxNode, operator: DefaultOperator): string {
  return node.kind === 'group' ? groupText(node, operator) : boosted(leafText(node), node.boost);
}

function groupText({ clauses, boost }: GroupNode, operator: DefaultOperator): string {
  const texts = clauses.map((clause) => ({ ...clause, query: nodeText(clause.node, operator) }));
  const [only, second] = texts;
  if (only && !second && only.modifier === 'none') return boosted(only.query, boost);
  const said = occurrences(texts, operator).map(({ occurs, query }) => `${SIGNS[occurs]}<${query}>`);
  return boosted(`(${said.join(' ')})`, boost);
}

function boosted(text: string, boost: number): string {
  if (Math.fround(boost) === 1) return text;
  const bits = new DataView(new ArrayBuffer(4));
  bits.setFloat32(0, boost);
  return `(^ ${bits.getUint32(0).toString(16)} ${text})`;
}

function leafText(leaf: LeafNode): string {
  const field = quoted(leaf.field ?? '');
  switch (leaf.kind) {
    case 'word':
      return wordText(leaf.text, leaf.field) ?? `word ${field} ${quoted(leaf.text)}`;
    case 'phrase':
      return `phrase ${field} ${quoted(leaf.text)} ${leaf.slop}`;
    case 'fuzzy':
      return `fuzzy ${field} ${quoted(leaf.text)} ${leaf.edits === 'auto' ? 2 : leaf.edits}`;
    case 'prefix':
      return `prefix ${field} ${quoted(leaf.text)}`;
    case 'wildcard':
      return `wildcard ${field} ${leaf.parts.map(partText).join(' ')}`;
    case 'regexp':
      return `regexp ${field} ${quoted(leaf.expression)}`;
    case 'range':
      return `range ${field} ${endText(leaf.from)} ${endText(leaf.to)}`;
    case 'any':
      return `wildcard ${field} *`;
  }
}

/** To Lucene an escaped `>` is one like any other. */
function wordText(text: string, field = '*'): string | undefined {
  const [, sign, equal, value = ''] = /^([<>])(=?)([^]*)$/.exec(text) ?? [];
  if (!sign || field === '*') return undefined;
  const end = endText({ value, inclusive: equal === '=' });
  return `range ${quoted(field)} ${sign === '>' ? `${end} open` : `open ${end}`}`;
}

const partText = (part: string | { any: 'one' | 'many' }): string =>
  typeof part === 'string' ? quoted(part) : part.any === 'one' ? '?' : '*';

const endText = (end: RangeEnd | undefined): string =>
  end === undefined ? 'open' : `${quoted(end.value)}${end.inclusive ? '' : ' out'}`;

/** As LuceneOracle.java writes a text. */
function quoted(text: string): string {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `"${text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, escape)}"`;
}
