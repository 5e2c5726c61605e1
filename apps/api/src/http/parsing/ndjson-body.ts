import { AppError, badRequest, parseLargeJson, TimeSlice, ValueBudget } from '@app/common';

/** A parsed line, or its error; other lines are not affected. */
export type NdjsonLine = { readonly value: unknown } | { readonly fault: AppError };

/** A body of lines, each a JSON document. */
export class NdjsonBody {
  constructor(readonly lines: readonly NdjsonLine[]) {}
}

const NEWLINE = 0x0a;
/** The most lines that any route accepts; further lines are not parsed and count as too many. */
const MOST_LINES = 10_000;

/** Empty lines between two checks of the clock. */
const LINES_OF_A_LOOK = 10_000;

/**
 * Reads NDJSON: documents separated by newlines; empty lines are ignored. Each line is validated by the same rules as
 * a JSON body; all lines together hold at most what one body may. Yields to the event loop every few tens of milliseconds.
 *
 * @throws {AppError} BAD_REQUEST for more than 10,000 lines
 */
export async function parseNdjson(bytes: Buffer): Promise<NdjsonBody> {
  const lines: NdjsonLine[] = [];
  const slice = new TimeSlice();
  const budget = new ValueBudget();
  for (let [start, count] = [0, 0]; start < bytes.length; count++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    const isBlank = isBlankBetween(bytes, start, end);
    if (!isBlank) lines.push(await readLine(bytes.subarray(start, end), budget));
    if (lines.length > MOST_LINES) throw badRequest(`The body has more than ${MOST_LINES} lines`);
    if (!isBlank || count % LINES_OF_A_LOOK === 0) await slice.turn();
    start = end + 1;
  }
  return new NdjsonBody(lines);
}

function isBlankBetween(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((bytes[at] as number) > 0x20) return false;
  return true;
}

async function readLine(line: Buffer, budget: ValueBudget): Promise<NdjsonLine> {
  try {
    return { value: await parseLargeJson(line, budget) };
  } catch (error) {
    if (error instanceof AppError) return { fault: error };
    throw error;
  }
}
