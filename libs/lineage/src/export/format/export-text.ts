import type { Asset } from '../../traversal/asset';
import type { EdgePages } from '../read/export-edge';
import type { ExportRequest } from '../export-request';

/** Input of an export format. */
export interface ExportSource {
  readonly root: Asset;
  readonly request: ExportRequest;
  readonly pages: EdgePages;
}

/** Generates the text of an export, piece by piece, as it is read. */
export type ExportText = (source: ExportSource) => AsyncGenerator<string, void, undefined>;
