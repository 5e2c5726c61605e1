import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'yaml';

/** Lines are not folded: SQL and Markdown stay as they were written. */
const OPTIONS = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Entries that are written at a time: some 10 ms of work. More at once would keep all other requests waiting. */
const ENTRIES = 20;

export function yamlText(value: unknown): string {
  return stringify(value, OPTIONS);
}

/** An object whose members may be long lists, as YAML: in one piece where they are short, else piece by piece. */
export function yamlOfLists(value: Readonly<Record<string, unknown>>): string | Readable {
  const isLong = Object.values(value).some((member) => Array.isArray(member) && member.length > ENTRIES);
  return isLong ? Readable.from(yamlPieces(value), { objectMode: false }) : yamlText(value);
}

async function* yamlPieces(value: Readonly<Record<string, unknown>>): AsyncGenerator<string> {
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(member) || member.length <= ENTRIES) {
      yield yamlText({ [name]: member });
      continue;
    }
    // The entries of a list may stand as far left as its name.
    yield `${name}:\n`;
    for (let at = 0; at < member.length; at += ENTRIES) {
      yield yamlText(member.slice(at, at + ENTRIES));
      await setImmediate();
    }
  }
}
