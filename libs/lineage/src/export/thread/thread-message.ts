import type { MessagePort } from 'node:worker_threads';
import type { Asset } from '../../traversal/asset';
import type { Visibility } from '../../traversal/visibility';
import type { ExportRequest } from '../export-request';
import type { PlainFormat } from '../format/plain-texts';
import type { KeyPage } from '../read/edge-queue';
import type { Place } from '../read/export-edge';
import type { ServedMarks } from './served-marks';

/** Start data of the thread: the database address, and the activity of other requests. */
export interface ThreadData {
  readonly url: string;
  readonly marks: ServedMarks;
}

/** The task of a thread for one export. */
export interface ExportJob {
  readonly root: Asset;
  readonly request: ExportRequest;
  readonly visibility: Visibility;
  /** The text of the file is generated in this format; undefined: the ends of the edges are returned, page by page. */
  readonly format: PlainFormat | undefined;
}

/**
 * Message to the thread. The port then receives how many more pieces may be sent; closing it means that the reader
 * left.
 */
export interface ThreadCall {
  readonly job: ExportJob;
  readonly port: MessagePort;
}

export type EndsPage = Place & KeyPage;
/**
 * Text is sent as strings: bytes could be transferred without a copy, but do not trigger garbage collection, and an
 * export left up to 64 MB of them behind. Strings are collected in the young generation.
 */
export type Piece = string | EndsPage;

/** begun: the database responds. Error fields that structured cloning would lose are sent separately. */
export type ThreadAnswer =
  | { readonly kind: 'begun' }
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly error: Error; readonly code: unknown };

/** Maximum pieces in transit, each about 64 Ki characters, or the ends of 500 edges. */
export const ON_THE_WAY = 4;
