import type { ExportFormat } from '../export-request';
import { csvText } from './csv/csv-text';
import { DOT } from './dot';
import type { ExportText } from './export-text';
import { GRAPHML } from './graphml';
import { graphText } from './graph-text';
import { jsonText } from './json-text';
import { MERMAID } from './mermaid';
import { openLineageText } from './openlineage-text';

export interface Format {
  readonly mediaType: string;
  /** Of a file in it. */
  readonly extension: string;
  /** Whether it says everything of an edge, whatever was asked for. */
  readonly isDetailed: boolean;
  readonly text: ExportText;
}

const json = { mediaType: 'application/json; charset=utf-8', extension: 'json', isDetailed: true };

/** The one list of formats: a missing one does not compile. */
export const FORMATS: Record<ExportFormat, Format> = {
  csv: { mediaType: 'text/csv; charset=utf-8', extension: 'csv', isDetailed: false, text: csvText },
  json: { ...json, text: jsonText },
  graphml: {
    mediaType: 'application/xml; charset=utf-8',
    extension: 'graphml',
    isDetailed: false,
    text: (source) => graphText(GRAPHML, source),
  },
  dot: {
    mediaType: 'text/vnd.graphviz; charset=utf-8',
    extension: 'dot',
    isDetailed: false,
    text: (source) => graphText(DOT, source),
  },
  mermaid: {
    mediaType: 'text/plain; charset=utf-8',
    extension: 'mmd',
    isDetailed: false,
    text: (source) => graphText(MERMAID, source),
  },
  openlineage: { ...json, text: openLineageText },
};
