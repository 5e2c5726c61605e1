import { plain, TimeSlice } from '@app/common';
import { checkCsv, endOfBlankLines, endOfRecord, lineBreaks, QUOTE, withoutMark } from './csv-check';

export interface CsvRecord {
  /** Line of its first character, from 1; a record may span several. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The records of a file as it was sent.
 * @param raw cells are taken literally; otherwise the apostrophe before a formula is removed
 * @throws {AppError} BAD_REQUEST before the first record, if the file is not a valid CSV
 */
export async function* fileRecords(sent: Buffer, raw: boolean): AsyncGenerator<CsvRecord, void> {
  const bytes = withoutMark(sent);
  await checkCsv(bytes);
  for await (const { line, cells } of csvRecords(bytes)) yield { line, cells: raw ? cells : cells.map(plain) };
}

/**
 * The records of a CSV validated by `checkCsv`; empty lines are skipped, and bare cells of blanks alone are empty. Takes time
 * proportional to the bytes, whatever the cells contain.
 */
export async function* csvRecords(bytes: Buffer): AsyncGenerator<CsvRecord, void> {
  const slice = new TimeSlice();
  let line = 1;
  for (let at = 0; at < bytes.length;) {
    const cells: string[] = [];
    const blank = endOfBlankLines(bytes, at);
    const isBlank = blank > at;
    const end = isBlank ? blank : endOfRecord(bytes, at, line, (from, to) => cells.push(textOf(bytes, from, to)));
    if (!isBlank) yield { line, cells };
    line += lineBreaks(bytes, at, end);
    at = end;
    await slice.turn();
  }
}

function textOf(bytes: Buffer, from: number, to: number): string {
  if (bytes[from] === QUOTE) return unquoted(bytes.subarray(from + 1, to - 1));
  const text = bytes.toString('utf8', from, to);
  return text.trim() === '' ? '' : text;
}

/** Copied byte by byte: a replacement in a string of millions of quotes would block other work for most of a second. */
function unquoted(bytes: Buffer): string {
  if (!bytes.includes(QUOTE)) return bytes.toString('utf8');
  const inside = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    inside[length++] = bytes[i] as number;
    if (bytes[i] === QUOTE) i++;
  }
  return inside.toString('utf8', 0, length);
}
