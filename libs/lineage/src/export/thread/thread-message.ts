import type { MessagePort } from 'node:worker_threads';
import type { Asset } from '../../traversal/asset';
import type { Visibility } from '../../traversal/visibility';
import type { ExportRequest } from '../export-request';
import type { PlainFormat } from '../format/plain-texts';
import type { KeyPage } from '../read/edge-queue';
import type { Place } from '../read/export-edge';
import type { ServedMarks } from './served-marks';

/** What a thread begins with: where the database is, and whom it gives way to. */
export interface ThreadData {
  readonly url: string;
  readonly marks: ServedMarks;
}

/** What a thread is to do for one export. */
export interface ExportJob {
  readonly root: Asset;
  readonly request: ExportRequest;
  readonly visibility: Visibility;
  /** The text of the file is made in this format; undefined: the ends of the edges are answered, page by page. */
  readonly format: PlainFormat | undefined;
}

/** What a thread is sent. On the port it is sent how many more pieces it may answer; closing it says that the reader left. */
export interface ThreadCall {
  readonly job: ExportJob;
  readonly port: MessagePort;
}

export type EndsPage = Place & KeyPage;
/**
 * Text goes as text: bytes would be handed over without a copy, but nothing hastens their collection, and an export left up to
 * 64 MB of them behind. Texts are young garbage like any other.
 */
export type Piece = string | EndsPage;

/** begun: the database answers. Fields of an error that a copy of it would lack are sent with it. */
export type ThreadAnswer =
  | { readonly kind: 'begun' }
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly error: Error; readonly code: unknown };

/** Pieces on the way at a time, of some 64 Ki signs, or of the ends of 500 edges. */
export const ON_THE_WAY = 4;
