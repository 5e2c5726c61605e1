import type { ExportFormat, ExportText } from '../export-request';
import { jsonText } from './json-text';
import { openLineageText } from './openlineage-text';
import { PLAIN_TEXTS } from './plain-texts';

export interface Format {
  readonly mediaType: string;
  readonly extension: string;
  readonly text: ExportText;
}

const format = (mediaType: string, extension: string, text: ExportText): Format => ({
  mediaType: `${mediaType}; charset=utf-8`,
  extension,
  text,
});

/** All formats: a missing one does not compile. */
export const FORMATS: Record<ExportFormat, Format> = {
  csv: format('text/csv', 'csv', PLAIN_TEXTS.csv),
  json: format('application/json', 'json', jsonText),
  graphml: format('application/xml', 'graphml', PLAIN_TEXTS.graphml),
  dot: format('text/vnd.graphviz', 'dot', PLAIN_TEXTS.dot),
  mermaid: format('text/plain', 'mmd', PLAIN_TEXTS.mermaid),
  openlineage: format('application/json', 'openlineage.json', openLineageText),
};
