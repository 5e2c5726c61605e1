import { Readable } from 'node:stream';
import { loopTurn } from '@app/common';
import { stringify } from 'yaml';

/** The most that is written at a time, some 5 ms of work: a value counts 1, and each so many characters of its texts as well. */
const MOST_WEIGHT = 1_000;
const CHARACTERS = 400;

/**
 * Lines are not folded: SQL and Markdown stay as they were written. Most YAML readers implement 1.1; they must not
 * parse a string as a date, a number or a boolean (`no`).
 */
const OPTIONS = { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const;
const STEP = '  ';

/** A JSON value as YAML: in one piece where it is short, else piece by piece. */
export function yamlStream(value: unknown): string | Readable {
  return isLong(value) ? Readable.from(yamlPieces(value), { objectMode: false }) : yamlText(value);
}

/** The text of `yamlStream`, yielding to the event loop between pieces: more at once would block all other requests. */
export async function* yamlPieces(value: unknown): AsyncGenerator<string> {
  if (!isLong(value)) return yield yamlText(value);
  const pieces = piecesOf(value);
  for (;;) {
    const written = await loopTurn(() => someOf(pieces));
    if (written.length === 0) return;
    yield* written;
  }
}

/** Length of a slice, in ms. */
const TURN_MS = 20;

/** The pieces of one slice; none at the end. */
function someOf(pieces: Generator<string>): string[] {
  const began = performance.now();
  const written: string[] = [];
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    written.push(next.value);
    if (performance.now() - began > TURN_MS) break;
  }
  return written;
}

/** The text in the order of the value, with what is long piece by piece; the pieces make the text that is written at once. */
function* piecesOf(value: unknown, indent = ''): Generator<string> {
  if (!isLong(value)) yield indented(yamlText(value), indent);
  else if (Array.isArray(value)) for (const items of portions(value)) yield* listPieces(items, indent);
  else
    for (const members of portions(Object.entries(value), ([, member]) => member)) yield* memberPieces(members, indent);
}

/** @param items one that is long, or several that are short together */
function* listPieces(items: readonly unknown[], indent: string): Generator<string> {
  const [item] = items;
  if (!isLong(item)) return yield indented(yamlText(items), indent);
  let lead = '- ';
  for (const piece of piecesOf(item, indent + STEP)) {
    yield indent + lead + piece.slice(indent.length + STEP.length);
    lead = STEP;
  }
}

/** @param members one that is long, or several that are short together */
function* memberPieces(members: readonly (readonly [string, unknown])[], indent: string): Generator<string> {
  const [[name, member]] = members as [[string, unknown]];
  const head = yamlText({ [name]: null });
  // A name that is no simple key (it has more than 1,024 characters) is written with its value.
  if (!isLong(member) || !head.endsWith(': null\n'))
    return yield indented(yamlText(Object.fromEntries(members)), indent);
  yield indented(head.replace(/ null\n$/, '\n'), indent);
  yield* piecesOf(member, indent + STEP);
}

/**
 * Empty lines, which only texts have, stay empty. A line ends with a line feed alone: `^` of a pattern of several lines
 * would match behind U+2028 as well, which a text may contain unescaped.
 */
function indented(text: string, indent: string): string {
  return indent === '' ? text : text.replaceAll(/(?<=^|\n)(?=[^\n])/g, indent);
}

export function yamlText(value: unknown): string {
  return stringify(value, OPTIONS);
}

/** Whether a value is written piece by piece. */
function isLong(value: unknown): value is object {
  return typeof value === 'object' && value !== null && weightOf(value, MOST_WEIGHT) > MOST_WEIGHT;
}

/** Items in portions that are not long, in their order; one that is long by itself is a portion. */
function* portions<Item>(
  items: readonly Item[],
  valueOf: (item: Item) => unknown = (item) => item,
): Generator<readonly Item[]> {
  let portion: Item[] = [];
  let weight = 0;
  for (const item of items) {
    const more = weightOf(valueOf(item), MOST_WEIGHT);
    if (portion.length > 0 && weight + more > MOST_WEIGHT) {
      yield portion;
      portion = [];
      weight = 0;
    }
    portion.push(item);
    weight += more;
  }
  if (portion.length > 0) yield portion;
}

/** The weight of a value; it is not looked at further once it is over `most`. */
function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / CHARACTERS);
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  for (const member of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    weight += weightOf(member, most - weight);
    if (weight > most) break;
  }
  return weight;
}
