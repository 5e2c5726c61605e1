import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'yaml';

/**
 * Lines are not folded: SQL and Markdown stay as they were written. Most YAML readers implement 1.1; they must not
 * parse a string as a date, a number or a boolean (`no`).
 */
const OPTIONS = { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const;

/** Entries that are written at a time: some 10 ms of work. More at once would keep all other requests waiting. */
const ENTRIES = 20;

/** A JSON value as YAML: in one piece where it is short, else piece by piece. */
export function yamlStream(value: unknown): string | Readable {
  return isLong(value) ? Readable.from(yamlPieces(value), { objectMode: false }) : yamlText(value);
}

/** The text of `yamlStream`, yielding to the event loop between pieces. */
export async function* yamlPieces(value: unknown): AsyncGenerator<string> {
  if (!isLong(value)) yield yamlText(value);
  else if (Array.isArray(value)) yield* listPieces(value);
  else for (const [name, member] of Object.entries(value)) yield* memberPieces(name, member);
}

async function* memberPieces(name: string, member: unknown): AsyncGenerator<string> {
  if (!isLongList(member)) return yield yamlText({ [name]: member });
  // The entries of a list may stand as far left as its name.
  yield yamlText({ [name]: null }).replace(/ null\n$/, '\n');
  yield* listPieces(member);
}

async function* listPieces(list: readonly unknown[]): AsyncGenerator<string> {
  for (let at = 0; at < list.length; at += ENTRIES) {
    yield yamlText(list.slice(at, at + ENTRIES));
    await setImmediate();
  }
}

function isLong(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return isLongList(value) || (!Array.isArray(value) && Object.values(value).some(isLongList));
}

function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > ENTRIES;
}

function yamlText(value: unknown): string {
  return stringify(value, OPTIONS);
}
