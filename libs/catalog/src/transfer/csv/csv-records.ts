import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'fast-csv';

/** Bytes parsed per turn of the event loop: limits blocking to about a millisecond. */
const SLICE = 16 * 1024;

export interface CsvRecord {
  /** Line of its first character, from 1; a record may span several. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The records of a CSV validated by `checkCsv`; empty lines are skipped. */
export async function* csvRecords(bytes: Buffer): AsyncGenerator<CsvRecord, void> {
  const parser = Readable.from(slices(bytes), { objectMode: false }).pipe(
    parse({ headers: false, ignoreEmpty: false }),
  );
  let line = 1;
  for await (const row of parser) {
    const cells = row as string[];
    if (cells.length) yield { line, cells };
    line += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\n/g)?.length ?? 0), 0);
  }
}

async function* slices(bytes: Buffer): AsyncGenerator<Buffer, void> {
  for (let from = 0; from < bytes.length; from += SLICE) {
    yield bytes.subarray(from, from + SLICE);
    await setImmediate();
  }
}
