import { parentPort } from 'node:worker_threads';
import type { IndexedDocument } from '../../document/search-document';
import { storedRow, type StoredRow } from './search-row';

/** Message to the thread: the document, as JSON, to make the row of. */
export interface RowRequest {
  readonly number: number;
  readonly document: string;
}

/** The row, or why it could not be made. */
export interface RowAnswer {
  readonly number: number;
  readonly row?: StoredRow;
  readonly error?: string;
}

/** The entry of the thread that makes rows of long documents, one after the other. */
parentPort?.on('message', ({ number, document }: RowRequest) => {
  parentPort?.postMessage({ number, ...made(document) } satisfies RowAnswer);
});

function made(document: string): Omit<RowAnswer, 'number'> {
  try {
    return { row: storedRow(JSON.parse(document) as IndexedDocument) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
