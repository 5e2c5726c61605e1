import { basename, isAbsolute, relative } from 'node:path';
import { said, saidOf } from '../connect/said';

/** Texts of the engine about a page of a Parquet file, without the file. */
const DAMAGED_PAGE =
  /^Invalid Error: (?:Failed to decompress GZIP block|Input is invalid\/unsupported GZIP stream|Parquet file is likely corrupted|Out of buffer|Varint-decoding)/;

/** Texts of the engine about a file that it cannot read, which have rows of it and paths of the worker's machine; and what is said instead. */
const FAULTS: readonly (readonly [RegExp, (name: (path: string) => string, ...parts: readonly string[]) => string])[] =
  [
    [
      /CSV Error on Line: (\d+)\b[^]*\n *file = ([^\n]+)/,
      (name, all, line, file) => `Line ${line} of ${name(file!)} cannot be read${faultOfLine(all!)}`,
    ],
    [/Error when sniffing file "([^"\n]+)"/, (name, _all, file) => `${name(file!)} cannot be read as CSV`],
    [
      /Malformed JSON in file "([^"\n]+)", at byte \d+ in (line|record\/value) (\d+)/,
      // The engine counts lines from 2.
      (name, _all, file, unit, at) =>
        `${unit === 'line' ? `Line ${Number(at) - 1}` : `Record ${at}`} of ${name(file!)} cannot be read as JSON`,
    ],
    [
      /JSON[^]* in file "([^"\n]+)", in (line|record\/value) (\d+)/,
      (name, _all, file, unit, at) =>
        `${unit === 'line' ? 'Line' : 'Record'} ${at} of ${name(file!)} cannot be read as JSON`,
    ],
    [/JSON[^]* in file "([^"\n]+)"/, (name, _all, file) => `${name(file!)} cannot be read as JSON`],
    [
      /CSV Parser state machine[^]*\n *file = ([^\n]+)/,
      (name, _all, file) => `${name(file!)} cannot be read as CSV: ${MIXED_ENDS}`,
    ],
    [/No magic bytes found at end of file '([^'\n]+)'/, (name, _all, file) => `${name(file!)} is not a Parquet file`],
    [/File '([^'\n]+)' too small to be a Parquet file/, (name, _all, file) => `${name(file!)} is not a Parquet file`],
    [
      /Invalid string encoding found in Parquet file "([^"\n]+)"/,
      (name, _all, file) => `${name(file!)} cannot be read as Parquet: a text is not UTF-8`,
    ],
    [
      /Failed to read file "([^"\n]+)": /,
      (name, _all, file) => `${name(file!)} cannot be read as Parquet: it is damaged`,
    ],
    [DAMAGED_PAGE, () => 'A file cannot be read as Parquet: it is damaged'],
    // Of a footer that is damaged, which the engine does not name but by the statement.
    [
      /^Invalid Error: don't know what type[^]*'([^'\n]+)'/,
      (name, _all, file) => `${name(file!)} cannot be read as Parquet`,
    ],
  ];

const MISSING = /No files found that match the pattern "([^"\n]+)"/;

/** The fault of a file, of which the engine does not say the line. */
export const MIXED_ENDS = 'its lines do not all end alike, or a quote is misplaced';

/** A file in another encoding needs a declaration. */
export const NOT_UTF8 = 'it is not UTF-8, and no other encoding is declared for the table';

/** Faults of a line, in words of this service. */
const OF_LINE: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  [
    /Expected Number of Columns: (\d+) Found: (\d+)/,
    (_all, wanted, found) => `expected ${wanted} columns, found ${found}`,
  ],
  [/unterminated quote/i, () => 'a quote does not end'],
  [/not utf-8 encoded/i, () => NOT_UTF8],
  [/maximum line size/i, () => 'it is too long'],
  [/Could not convert [^]*? to '([A-Z0-9_ (),]+)'/, (_all, type) => `a value is not of type ${type}`],
];

/** A malformed file by its name and line, never by its content; undefined: the error is another. @param folder that the connection names */
export function fileFault(text: string, folder: string): string | undefined {
  for (const [pattern, sentence] of FAULTS) {
    const match = pattern.exec(text);
    if (match) return said(sentence((path) => nameOf(path, folder), ...match));
  }
  return undefined;
}

/** A file that is gone, by its name; undefined: the error is another. */
export function missingFile(text: string, folder: string): string | undefined {
  const [, file] = MISSING.exec(text) ?? [];
  return file === undefined ? undefined : said(`${nameOf(file, folder)} is not there`);
}

/** Other words of the engine: the first line, which has no excerpt, with paths from the folder on. */
export function fileWords(text: string, folder: string, statement: string | undefined): string {
  const [line = ''] = text.trim().split('\n');
  const shown = line.replaceAll(/(["']?)(\/[^"'\n]*)\1/g, (_all, quote: string, path: string) =>
    quote ? `${quote}${nameOf(path, folder)}${quote}` : path.replaceAll(/\/[^\s,)]+/g, (one) => nameOf(one, folder)),
  );
  return statement === undefined ? said(shown) : saidOf(shown, `${statement} ${nameOf(folder, folder)}`);
}

function faultOfLine(text: string): string {
  for (const [pattern, words] of OF_LINE) {
    const match = pattern.exec(text);
    if (match) return `: ${words(...match)}`;
  }
  return '';
}

/** A file as messages show it: from the folder on. */
export function nameOf(path: string, folder: string): string {
  const name = relative(folder, path.trim());
  return name === '' ? '.' : name.startsWith('..') || isAbsolute(name) ? basename(path.trim()) : name;
}
