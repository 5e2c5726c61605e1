import { IdleThread, startThread } from '@app/common';
import type { IndexedDocument } from '../../document/search-document';
import type { RowAnswer, RowRequest } from './row-thread';
import { storedRow, type StoredRow } from './search-row';

/** Characters of a document from which on its row is made in the thread: some 100 ms of analysis. */
const LONG = 64 * 1024;
/** An idle thread ends after this time, in ms: long documents are rare, and it takes some ten megabytes. */
const IDLE_MS = 60_000;

interface PendingRow {
  readonly resolve: (row: StoredRow) => void;
  readonly reject: (error: Error) => void;
}

/** Makes rows of documents; those of long ones in a thread, so that other requests do not wait for their analysis. */
export class RowMaker {
  private readonly thread = new IdleThread<RowAnswer>({
    start: () => startThread(__dirname, 'row-thread', { name: 'search rows', env: {} }),
    idleMs: IDLE_MS,
    onAnswer: (answer) => this.receive(answer),
    onLost: (error) => this.lost(error),
  });
  private readonly pending = new Map<number, PendingRow>();
  private next = 0;

  async row(document: IndexedDocument): Promise<StoredRow> {
    return charactersLeft(document, LONG) > 0 ? storedRow(document) : this.inThread(JSON.stringify(document));
  }

  private inThread(document: string): Promise<StoredRow> {
    const number = this.next++;
    this.thread.send({ number, document } satisfies RowRequest);
    return new Promise((resolve, reject) => this.pending.set(number, { resolve, reject }));
  }

  private receive({ number, row, error }: RowAnswer): void {
    const pending = this.pending.get(number);
    this.pending.delete(number);
    if (row) pending?.resolve(row);
    else pending?.reject(new Error(error));
    if (this.pending.size === 0) this.thread.rest();
  }

  private lost(error: Error): void {
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }
}

/** The characters that a value leaves of so many of JSON, about; the walk ends where none is left. */
function charactersLeft(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 3;
  if (typeof value !== 'object' || value === null) return room - 5;
  let left = room;
  if (Array.isArray(value)) {
    for (const part of value) if ((left = charactersLeft(part, left)) <= 0) break;
    return left;
  }
  for (const key of Object.keys(value)) {
    left = charactersLeft((value as Readonly<Record<string, unknown>>)[key], left - key.length - 3);
    if (left <= 0) break;
  }
  return left;
}
