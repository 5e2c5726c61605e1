import type { ExportEdge } from '../export-edge';
import { pairLines } from './column-pair';
import type { GraphLanguage } from './graph-text';

// What XML 1.0 cannot hold, not even as a reference.
// eslint-disable-next-line no-control-regex -- these are the characters that are looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

function xmlText(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"\r]/g, (sign) => SIGNS[sign] ?? sign);
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
