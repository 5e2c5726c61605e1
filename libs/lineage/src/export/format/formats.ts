import type { ExportFormat, ExportText } from '../export-request';
import { jsonText } from './json-text';
import { openLineageText } from './openlineage-text';
import { PLAIN_TEXTS } from './plain-texts';

export interface Format {
  readonly mediaType: string;
  /** File name extension. */
  readonly extension: string;
  /** Whether the format always includes all details of an edge. */
  readonly isDetailed: boolean;
  readonly text: ExportText;
}

const json = { mediaType: 'application/json; charset=utf-8', extension: 'json', isDetailed: true };

/** All formats: a missing one does not compile. */
export const FORMATS: Record<ExportFormat, Format> = {
  csv: { mediaType: 'text/csv; charset=utf-8', extension: 'csv', isDetailed: false, text: PLAIN_TEXTS.csv },
  json: { ...json, text: jsonText },
  graphml: {
    mediaType: 'application/xml; charset=utf-8',
    extension: 'graphml',
    isDetailed: false,
    text: PLAIN_TEXTS.graphml,
  },
  dot: {
    mediaType: 'text/vnd.graphviz; charset=utf-8',
    extension: 'dot',
    isDetailed: false,
    text: PLAIN_TEXTS.dot,
  },
  mermaid: {
    mediaType: 'text/plain; charset=utf-8',
    extension: 'mmd',
    isDetailed: false,
    text: PLAIN_TEXTS.mermaid,
  },
  openlineage: { ...json, extension: 'openlineage.json', text: openLineageText },
};
