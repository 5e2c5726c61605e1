import { pairLines } from './column-pair';
import type { GraphLanguage } from './graph-text';

/**
 * Signs that mean something in a label of Mermaid or in the HTML that it makes of one. So does a colon: behind "style" and before a
 * code it makes Mermaid drop the code's end.
 */
const MEANT = /[^\p{L}\p{M}\p{N} .,_/()=→-]/gu;

/** A label: what could mean something stands as the entity code `#<decimal>;`. */
function mermaidText(text: string): string {
  return `"${text.replace(MEANT, (sign) => `#${sign.codePointAt(0)};`)}"`;
}

/** A flowchart of Mermaid: a node's label is its FQN, an edge's its pairs of columns. */
export const MERMAID: GraphLanguage = {
  begin: () => 'flowchart LR\n',
  node: (name, type, fqn) => `${name}[${mermaidText(fqn)}]:::${type}\n`,
  edge: (from, to, edge) => {
    const label = pairLines(edge).map(mermaidText).join(', ').replaceAll('", "', ', ');
    return `${from} -->${label ? `|${label}|` : ''} ${to}\n`;
  },
  end: '',
};
