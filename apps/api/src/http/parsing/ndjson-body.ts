import { AppError, badRequest, parseStrictJson } from '@app/common';

/** A line that is JSON, or what is wrong with it: the other lines stand. */
export type NdjsonLine = { readonly value: unknown } | { readonly fault: AppError };

/** A body of lines, each a JSON document. */
export class NdjsonBody {
  constructor(readonly lines: readonly NdjsonLine[]) {}
}

const NEWLINE = 0x0a;
/** No route takes more lines; what comes after is not parsed, only counted as too much. */
const MOST_LINES = 10_000;

/**
 * Reads NDJSON: documents parted by newlines; empty lines are nothing. Each line is held to the same rules as a JSON body.
 *
 * @throws {AppError} BAD_REQUEST for more than 10,000 lines
 */
export function parseNdjson(bytes: Buffer): NdjsonBody {
  const lines: NdjsonLine[] = [];
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    const line = bytes.subarray(start, end);
    if (line.some((byte) => byte > 0x20)) lines.push(readLine(line));
    if (lines.length > MOST_LINES) throw badRequest(`The body has more than ${MOST_LINES} lines`);
    start = end + 1;
  }
  return new NdjsonBody(lines);
}

function readLine(line: Buffer): NdjsonLine {
  try {
    return { value: parseStrictJson(line) };
  } catch (error) {
    if (error instanceof AppError) return { fault: error };
    throw error;
  }
}
