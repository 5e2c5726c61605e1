import { isUtf8 } from 'node:buffer';
import { badRequest, TimeSlice } from '@app/common';

export const QUOTE = 0x22;
const [COMMA, LF, CR] = [0x2c, 0x0a, 0x0d];

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Maximum bytes of one record. After an unclosed quote the rest of the file is one record. */
const LONGEST_RECORD = 8 * 1024 * 1024;

/** Maximum cells of one record; an export has about 30. */
const MOST_CELLS = 1_000;

/** Bytes checked between two reads of the clock; the current record is always completed. */
const CHECKED = 64 * 1024;

const FORM =
  'RFC 4180: cells parted by commas, a cell with a comma, a quote or a line break in quotes, quotes in it doubled';

/**
 * Validates that bytes are a CSV by RFC 4180, with LF accepted for CRLF: an invalid file is rejected as a whole before anything is
 * read. Yields to the event loop every few tens of milliseconds.
 * @throws {AppError} BAD_REQUEST naming the line
 */
export async function checkCsv(bytes: Buffer): Promise<void> {
  if (!isUtf8(bytes)) throw badRequest('The body is not valid UTF-8');
  const slice = new TimeSlice();
  let [line, looked] = [1, 0];
  for (let at = 0; at < bytes.length;) {
    const blank = endOfBlankLines(bytes, at);
    const end = blank > at ? blank : endOfRecord(bytes, at, line);
    line += lineBreaks(bytes, at, end);
    at = end;
    if (at - looked < CHECKED) continue;
    looked = at;
    await slice.turn();
  }
}

/** The bytes after a byte order mark. */
export function withoutMark(bytes: Buffer): Buffer {
  const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

/**
 * The offset after the line break of the record that begins at `start`.
 * @param cell called for each of its cells, with the range of its bytes, quotes included
 */
export function endOfRecord(
  bytes: Buffer,
  start: number,
  line: number,
  cell?: (from: number, to: number) => void,
): number {
  for (let [at, cells] = [start, 1]; ; cells++) {
    if (cells > MOST_CELLS) throw malformed(line, `has more than ${MOST_CELLS} cells`);
    const from = at;
    at = bytes[at] === QUOTE ? endOfQuoted(bytes, at, start, line) : endOfBare(bytes, at, start, line);
    cell?.(from, at);
    if (at >= bytes.length) return bytes.length;
    const sign = bytes[at];
    if (sign === LF) return at + 1;
    if (sign === CR && bytes[at + 1] === LF) return at + 2;
    if (sign !== COMMA) throw malformed(line, sign === CR ? 'has a CR without LF' : 'has text behind a closing quote');
    at++;
  }
}

/** Behind the empty lines that begin there, or behind some of very many: they cost no more than their bytes. */
export function endOfBlankLines(bytes: Buffer, from: number): number {
  let at = from;
  while (at - from < CHECKED) {
    if (bytes[at] === LF) at += 1;
    else if (bytes[at] === CR && bytes[at + 1] === LF) at += 2;
    else break;
  }
  return at;
}

export function lineBreaks(bytes: Buffer, from: number, to: number): number {
  let breaks = 0;
  for (let i = from; i < to; i++) if (bytes[i] === LF) breaks++;
  return breaks;
}

function endOfQuoted(bytes: Buffer, opening: number, start: number, line: number): number {
  for (let at = opening + 1; at < bytes.length; at++) {
    if (at - start > LONGEST_RECORD) break;
    if (bytes[at] === 0) throw malformed(line, 'has a NUL');
    if (bytes[at] !== QUOTE) continue;
    if (bytes[at + 1] !== QUOTE) return at + 1;
    at++;
  }
  throw malformed(line, `has a quote that is not closed within ${LONGEST_RECORD} bytes`);
}

function endOfBare(bytes: Buffer, from: number, start: number, line: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const sign = bytes[at] as number;
    if (sign === COMMA || sign === LF || sign === CR) break;
    if (sign === QUOTE) throw malformed(line, 'has a quote inside a cell that is not quoted');
    if (sign === 0) throw malformed(line, 'has a NUL');
    if (at - start > LONGEST_RECORD) throw malformed(line, `is longer than ${LONGEST_RECORD} bytes`);
  }
  return at;
}

function malformed(line: number, what: string): Error {
  return badRequest(`The record that begins at line ${line} ${what}`, [
    { field: `line ${line}`, message: `${what}; the form is ${FORM}` },
  ]);
}
