import { pairLines } from './column-pair';
import type { GraphLanguage } from './graph-text';

/**
 * In labels a backslash is the escape character, also for line breaks; readers do not accept other control
 * characters.
 */
function dotText(text: string): string {
  const escaped = text.replace(/[\\"]/g, '\\$&').replace(/\r?\n|\r/g, '\\n');
  return `"${escaped.replace(/\p{Cc}/gu, '\ufffd')}"`;
}

const attributes = (named: Readonly<Record<string, string>>): string =>
  `[${Object.entries(named)
    .map(([name, text]) => `${name}=${dotText(text)}`)
    .join(' ')}]`;

/** The DOT language of Graphviz: a node's label is its FQN, an edge's its column pairs. */
export const DOT: GraphLanguage = {
  begin: () => 'digraph lineage {\nrankdir=LR;\nnode [shape=box];\n',
  node: (name, type, fqn) => `${name} ${attributes({ label: fqn, type })};\n`,
  edge: (from, to, edge) => {
    const label = pairLines(edge).join('\n');
    return `${from} -> ${to}${label ? ` ${attributes({ label })}` : ''};\n`;
  },
  end: '}\n',
};
