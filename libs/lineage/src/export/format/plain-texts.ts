import type { ExportFormat, ExportText } from '../export-request';
import { csvText } from './csv-text';
import { DOT, GRAPHML, MERMAID } from './graph-languages';
import { graphText } from './graph-text';

/** Formats without extra edge details. They do not depend on services, so a thread can generate them. */
export const PLAIN_TEXTS = {
  csv: csvText,
  graphml: (source) => graphText(GRAPHML, source),
  dot: (source) => graphText(DOT, source),
  mermaid: (source) => graphText(MERMAID, source),
} as const satisfies Partial<Record<ExportFormat, ExportText>>;

export type PlainFormat = keyof typeof PLAIN_TEXTS;
