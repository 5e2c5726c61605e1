/** The writing of a CSV: the character between cells, and the one around them; an empty one is none. */
export interface CsvWriting {
  readonly delimiter: string;
  readonly quote: string;
}

/** The first records of a CSV, or the fault of its first line. */
export type CsvStart = { readonly records: readonly (readonly string[])[] } | { readonly fault: string };

const DELIMITERS = [',', ';', '\t', '|'];
/** The replacement of bytes that are not of the encoding, and the other half of characters of UTF-16. */
const UNREADABLE = /[\uFFFD\0]/;

/**
 * The first records of a text.
 * @param isWhole whether the text is the whole file: its last line needs no end
 */
export function csvStart(text: string, isWhole: boolean, { delimiter, quote }: CsvWriting, most = 2): CsvStart {
  const records: string[][] = [];
  let at = 0;
  while (records.length < most && at < text.length) {
    const record: string[] = [];
    for (;;) {
      const cell = cellAt(text, at, delimiter, quote);
      if ('fault' in cell) {
        if (records.length) return { records };
        return { fault: cell.end < text.length || isWhole ? cell.fault : 'it is too long' };
      }
      record.push(cell.value);
      at = cell.end;
      if (text.startsWith(delimiter, at)) {
        at += delimiter.length;
        continue;
      }
      break;
    }
    if (at >= text.length && !isWhole) return records.length ? { records } : { fault: 'it is too long' };
    at += text.startsWith('\r\n', at) ? 2 : 1;
    records.push(record);
  }
  return { records };
}

type CsvCell = { readonly value: string; readonly end: number } | { readonly fault: string; readonly end: number };

function cellAt(text: string, from: number, delimiter: string, quote: string): CsvCell {
  const isQuoted = quote !== '' && text.startsWith(quote, from);
  let at = isQuoted ? from + quote.length : from;
  if (!isQuoted) {
    while (at < text.length && !text.startsWith(delimiter, at) && !isLineEnd(text, at)) at++;
    return { value: text.slice(from, at), end: at };
  }
  let value = '';
  for (;;) {
    const next = text.indexOf(quote, at);
    if (next < 0) return { fault: 'a quote does not end', end: text.length };
    value += text.slice(at, next);
    at = next + quote.length;
    if (!text.startsWith(quote, at)) break;
    value += quote;
    at += quote.length;
  }
  if (at < text.length && !text.startsWith(delimiter, at) && !isLineEnd(text, at))
    return { fault: 'a quote does not end', end: at };
  return { value, end: at };
}

/** The number of the first line of a text that ends in another way than the one before it, from 1; line feeds within quotes aside. */
export function lineOfOtherEnd(text: string, quote: string): number | undefined {
  let [line, isQuoted] = [1, false];
  let first: string | undefined;
  for (let at = 0; at < text.length; at++) {
    if (quote !== '' && text[at] === quote) isQuoted = !isQuoted;
    if (isQuoted || !isLineEnd(text, at)) continue;
    const end = text.startsWith('\r\n', at) ? '\r\n' : text[at]!;
    first ??= end;
    if (end !== first) return line;
    line++;
    at += end.length - 1;
  }
  return undefined;
}

const isLineEnd = (text: string, at: number): boolean => text[at] === '\n' || text[at] === '\r';

/**
 * The character between the cells of the first line: the one that it has most of, first among those of which the second line has as many. A
 * file of one column has none, and is read with commas.
 */
export function delimiterOf(text: string, isWhole: boolean, quote: string): string {
  const counts = DELIMITERS.map((delimiter) => {
    const start = csvStart(text, isWhole, { delimiter, quote });
    const [first = 1, second] = 'records' in start ? start.records.map(({ length }) => length) : [];
    return { delimiter, cells: first, isRepeated: second === undefined || second === first };
  });
  const several = counts.filter(({ cells }) => cells > 1);
  const repeated = several.filter(({ isRepeated }) => isRepeated);
  const best = (repeated.length ? repeated : several).reduce<(typeof counts)[number] | undefined>(
    (most, one) => (most && most.cells >= one.cells ? most : one),
    undefined,
  );
  return best?.delimiter ?? ',';
}

/** Names of columns by the cells of a header: an empty one is `column<n>`, one that comes again, in any case, `<name>_2`. */
export function columnNames(cells: readonly string[]): string[] {
  const given = cells.map((cell, at) => cell.trim() || columnName(at));
  const wanted = new Set(given.map((name) => name.toLowerCase()));
  const taken = new Set<string>();
  return given.map((name) => {
    let own = name;
    for (let n = 2; taken.has(own.toLowerCase()); n++) {
      const next = `${name}_${n}`;
      own = wanted.has(next.toLowerCase()) ? own : next;
    }
    taken.add(own.toLowerCase());
    return own;
  });
}

/** The name of a column without one, by its position from 0. */
export const columnName = (at: number): string => `column${at + 1}`;

/** Whether a text has bytes that are not of its encoding. */
export const isUnreadable = (cells: readonly string[]): boolean => cells.some((cell) => UNREADABLE.test(cell));

const DATA: readonly RegExp[] = [
  /^[+-]?(\d+([.,]\d*)*|[.,]\d+)(e[+-]?\d+)?$/i,
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T]\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?( ?(Z|UTC|[+-]\d{2}:?\d{0,2}))?)?$/i,
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
];

/** Whether each name of a header reads as a number, a date or an e-mail address; empty ones say nothing. */
export function looksLikeData(cells: readonly string[]): boolean {
  const named = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return named.length > 0 && named.every((cell) => DATA.some((pattern) => pattern.test(cell)));
}
