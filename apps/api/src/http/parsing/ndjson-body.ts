import { AppError, badRequest, parseLargeJson, TimeSlice, ValueBudget } from '@app/common';

/** A parsed line, or its error; other lines are not affected. */
export type NdjsonLine = { readonly value: unknown } | { readonly fault: AppError };

/** A body of lines, each a JSON document. */
export class NdjsonBody {
  constructor(readonly lines: readonly NdjsonLine[]) {}
}

const NEWLINE = 0x0a;
/** A line of such bytes and lower ones alone is empty. */
const BLANK = 0x20;
/** The most lines that any route accepts; further lines are not parsed and count as too many. */
const MOST_LINES = 10_000;

/** Bytes of empty lines between two checks of the clock. */
const BYTES_OF_A_LOOK = 256 * 1024;

/**
 * Reads NDJSON: documents separated by newlines; empty lines are ignored. Each line is validated by the same rules as
 * a JSON body; all lines together have at most the size of one body. Yields to the event loop every few tens of milliseconds.
 *
 * @throws {AppError} BAD_REQUEST for more than 10,000 lines
 */
export async function parseNdjson(bytes: Buffer): Promise<NdjsonBody> {
  const lines: NdjsonLine[] = [];
  const slice = new TimeSlice();
  const budget = new ValueBudget();
  for (let start = 0; start < bytes.length; await slice.turn()) {
    const begin = endOfBlankLines(bytes, start);
    if (begin > start) {
      start = begin;
      continue;
    }
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    lines.push(await readLine(bytes.subarray(start, end), budget));
    if (lines.length > MOST_LINES) throw badRequest(`The body has more than ${MOST_LINES} lines`);
    start = end + 1;
  }
  return new NdjsonBody(lines);
}

/** The start of the first line from there on that is not empty; after many empty ones, that of one of them. */
function endOfBlankLines(bytes: Buffer, start: number): number {
  let line = start;
  for (let at = start; at < bytes.length; at++) {
    const sign = bytes[at] as number;
    if (sign > BLANK) return line;
    if (sign !== NEWLINE) continue;
    line = at + 1;
    if (line - start > BYTES_OF_A_LOOK) return line;
  }
  return bytes.length;
}

async function readLine(line: Buffer, budget: ValueBudget): Promise<NdjsonLine> {
  try {
    return { value: await parseLargeJson(line, budget) };
  } catch (error) {
    if (error instanceof AppError) return { fault: error };
    throw error;
  }
}
