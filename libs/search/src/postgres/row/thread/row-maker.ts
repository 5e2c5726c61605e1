import { Worker } from 'node:worker_threads';
import { threadFile } from '@app/common';
import type { IndexedDocument } from '../../../document/search-document';
import { storedRow } from '../stored-row';
import type { StoredRow } from '../stored-row';
import type { RowAnswer, RowRequest } from './row-thread';

/** Characters of a document as JSON from which on its row is made in the thread: some 100 ms of analysis. */
const LONG = 64 * 1024;
/** An idle thread ends after so long, in ms: long documents are rare, and it holds some ten megabytes. */
const IDLE_MS = 60_000;

interface Asked {
  readonly resolve: (row: StoredRow) => void;
  readonly reject: (error: Error) => void;
}

/** Makes rows of documents; those of long ones in a thread, so that nobody else waits for their analysis. */
export class RowMaker {
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly asked = new Map<number, Asked>();
  private next = 0;

  async row(document: IndexedDocument): Promise<StoredRow> {
    const text = JSON.stringify(document);
    return text.length < LONG ? storedRow(document) : this.inThread(text);
  }

  private inThread(document: string): Promise<StoredRow> {
    clearTimeout(this.idle);
    this.worker ??= this.start();
    this.worker.ref();
    const number = this.next++;
    this.worker.postMessage({ number, document } satisfies RowRequest);
    return new Promise((resolve, reject) => this.asked.set(number, { resolve, reject }));
  }

  private start(): Worker {
    const worker = new Worker(threadFile(__dirname, 'row-thread'), {
      name: 'search rows',
      env: {},
      execArgv: [],
      argv: [],
    });
    worker.on('message', (answer: RowAnswer) => this.receive(answer));
    worker.on('error', (error) => this.lost(worker, error));
    worker.on('exit', () => this.lost(worker, new Error('the thread of search rows ended unexpectedly')));
    return worker;
  }

  private receive({ number, row, error }: RowAnswer): void {
    const asked = this.asked.get(number);
    this.asked.delete(number);
    if (row) asked?.resolve(row);
    else asked?.reject(new Error(error));
    if (this.asked.size === 0) this.rest();
  }

  private rest(): void {
    const { worker } = this;
    worker?.unref();
    this.idle = setTimeout(() => {
      this.worker = undefined;
      void worker?.terminate();
    }, IDLE_MS).unref();
  }

  private lost(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    for (const { reject } of this.asked.values()) reject(error);
    this.asked.clear();
  }
}
