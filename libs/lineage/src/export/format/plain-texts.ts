import type { ExportFormat } from '../export-request';
import { csvText } from './csv-text';
import { DOT } from './dot';
import type { ExportText } from '../export-edge';
import { GRAPHML } from './graphml';
import { graphText } from './graph-text';
import { MERMAID } from './mermaid';

/** Formats without extra edge details. They do not depend on services, so a thread can generate them. */
export const PLAIN_TEXTS = {
  csv: csvText,
  graphml: (source) => graphText(GRAPHML, source),
  dot: (source) => graphText(DOT, source),
  mermaid: (source) => graphText(MERMAID, source),
} as const satisfies Partial<Record<ExportFormat, ExportText>>;

export type PlainFormat = keyof typeof PLAIN_TEXTS;
