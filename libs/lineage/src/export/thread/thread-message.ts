import type { MessagePort } from 'node:worker_threads';
import type { Asset } from '../../traversal/asset';
import type { ExportRequest } from '../export-request';
import type { PlainFormat } from '../format/plain-texts';
import type { ScanRequest } from '../scan/edge-scan';
import type { OthersServed } from './others-served';

/** Start data of the thread: the database address, and the activity of other requests. */
export interface ThreadData {
  readonly url: string;
  readonly served: OthersServed['memory'];
}

/** The task of a thread for one export. */
export interface ExportJob {
  readonly root: Asset;
  readonly request: ExportRequest;
  readonly visibility: ScanRequest['visibility'];
  /** The text of the file is generated in this format; undefined: the ends of the edges are returned, page by page. */
  readonly format: PlainFormat | undefined;
}

/** Message to the thread; the pieces of the export leave by the port. */
export interface ThreadCall {
  readonly job: ExportJob;
  readonly port: MessagePort;
}
