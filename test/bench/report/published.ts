import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchReport, Measure } from '../bench';

/** What `writeResult` writes, as far as it is read again. */
export interface PublishedResult {
  readonly name: string;
  readonly title: string;
  readonly workloads: readonly string[];
  readonly command: string;
  /** Day of the run, `2026-11-25`. */
  readonly date: string;
  readonly machine: string;
  /** Dataset and settings, as sentences. */
  readonly setting: readonly string[];
  readonly measures: readonly Measure[];
  /** Titles of the drawings, in the order of their files. */
  readonly pictures: readonly string[];
}

/** A measure beyond this multiple of the published one is worth a warning. */
const WORSE_TIMES = 2;

/** The results of full runs that are in the folder, in the order of their names. */
export function publishedResults(folder: string): PublishedResult[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as PublishedResult);
}

/** A line for each measure with a target that is more than twice as bad as the published one of the same name. */
export function worseThanPublished({ name, measures }: BenchReport, published: readonly PublishedResult[]): string[] {
  const before = published.find((each) => each.name === name)?.measures ?? [];
  return measures.flatMap(({ what, value, target }) => {
    const was = before.find((each) => each.what === what);
    if (!target || !was) return [];
    const [now, then] = [Number.parseFloat(value), Number.parseFloat(was.value)];
    const times = target.text.startsWith('≥') ? then / now : now / then;
    return times > WORSE_TIMES ? [`${what}: ${value}, published: ${was.value}`] : [];
  });
}
