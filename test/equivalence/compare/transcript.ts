import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { groupBy } from '@app/common';
import type { PlainAnswer } from '../run/normaliser';
import type { Chapter, Step } from '../script/step';

const FOLDER = join(__dirname, '../recorded');
/** Much of what is answered is what was answered before, megabytes ago. */
const WINDOW_BITS = 24;

/** An answer as it is recorded. */
export interface Recorded {
  readonly label: string;
  /** Changes with the request. */
  readonly step: string;
  readonly answer: PlainAnswer;
}

/** Recorded answers by the name of the chapter. */
export type Transcript = ReadonlyMap<string, readonly Recorded[]>;

/** Chapters share a file by the first word of their name, so that changes of different things meet less often in one file. */
const fileOf = (chapter: string): string => join(FOLDER, `${chapter.split(' ', 1)[0]}.json.br`);

export function digestOf(step: Step): string {
  return createHash('sha256').update(JSON.stringify(step)).digest('base64url').slice(0, 10);
}

/** What is recorded of the chapters; of one that is not there, nothing. */
export function readTranscript(chapters: readonly Chapter[]): Transcript {
  const files = [...new Set(chapters.map(({ name }) => fileOf(name)))].filter((file) => existsSync(file));
  return new Map(
    files.flatMap(
      (file) => JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8')) as [string, Recorded[]][],
    ),
  );
}

/** Writes all files anew. Returns how many bytes they take. */
export function writeTranscript(transcript: Transcript): number {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  let bytes = 0;
  for (const [file, chapters] of groupBy([...transcript], ([name]) => fileOf(name))) {
    const text = Buffer.from(JSON.stringify(chapters));
    const packed = brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    });
    writeFileSync(file, packed);
    bytes += packed.length;
  }
  return bytes;
}
