import { pairLines } from './column-pair';
import type { GraphLanguage } from './graph-text';

/**
 * Characters with a meaning in Mermaid labels or in the HTML generated from them. This includes the colon: after
 * "style" and before an entity code it makes Mermaid drop the end of the code.
 */
const MEANT = /[^\p{L}\p{M}\p{N} .,_/()=→-]/gu;

/** A label: special characters are written as entity codes `#<decimal>;`. */
function mermaidText(text: string): string {
  return `"${text.replace(MEANT, (sign) => `#${sign.codePointAt(0)};`)}"`;
}

/** A Mermaid flowchart: a node's label is its FQN, an edge's its column pairs. */
export const MERMAID: GraphLanguage = {
  begin: () => 'flowchart LR\n',
  node: (name, type, fqn) => `${name}[${mermaidText(fqn)}]:::${type}\n`,
  edge: (from, to, edge) => {
    const label = pairLines(edge).map(mermaidText).join(', ').replaceAll('", "', ', ');
    return `${from} -->${label ? `|${label}|` : ''} ${to}\n`;
  },
  end: '',
};
