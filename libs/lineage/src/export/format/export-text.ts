import type { Asset } from '../../traversal/asset';
import type { EdgePages } from '../read/export-edge';
import type { ExportRequest } from '../export-request';

/** What a format is made of. */
export interface ExportSource {
  readonly root: Asset;
  readonly request: ExportRequest;
  readonly pages: EdgePages;
}

/** Makes the text of an export, piece by piece, as it is read. */
export type ExportText = (source: ExportSource) => AsyncGenerator<string, void, undefined>;
