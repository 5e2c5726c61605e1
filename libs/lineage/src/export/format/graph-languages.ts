import { pairLines, type ExportEdge } from '../export-request';
import type { GraphLanguage } from './graph-text';

// Characters that XML 1.0 cannot contain, not even as a reference.
// eslint-disable-next-line no-control-regex -- these are the characters that are looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

function xmlText(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"\r]/g, (character) => ESCAPES[character] ?? character);
}

const data = (key: string, text: string | null): string =>
  text === null || text === '' ? '' : `<data key="${key}">${xmlText(text)}</data>`;

const key = (id: string, of: 'node' | 'edge'): string =>
  `<key id="${id}" for="${of}" attr.name="${id}" attr.type="string"/>\n`;

/** GraphML (graphml.graphdrawing.org): FQN and type of each node, SQL and pairs of columns of each edge. */
export const GRAPHML: GraphLanguage = {
  begin: (columnLineage) =>
    '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n' +
    key('fqn', 'node') +
    key('type', 'node') +
    key('sqlQuery', 'edge') +
    (columnLineage ? key('columns', 'edge') : '') +
    '<graph id="lineage" edgedefault="directed">\n',
  node: (name, type, fqn) => `<node id="${name}">${data('fqn', fqn)}${data('type', type)}</node>\n`,
  edge: (from, to, edge) => `<edge source="${from}" target="${to}">${details(edge)}</edge>\n`,
  end: '</graph>\n</graphml>\n',
};

function details(edge: ExportEdge): string {
  return data('sqlQuery', edge.sqlQuery) + data('columns', pairLines(edge).join('\n'));
}

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

/**
 * Characters with a meaning in Mermaid labels or in the HTML generated from them. This includes the colon: after
 * "style" and before an entity code it makes Mermaid drop the end of the code.
 */
const MEANT = /[^\p{L}\p{M}\p{N} .,_/()=→-]/gu;

/** A label: special characters are written as entity codes `#<decimal>;`. */
function mermaidText(text: string): string {
  return `"${text.replace(MEANT, (character) => `#${character.codePointAt(0)};`)}"`;
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
