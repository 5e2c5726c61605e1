import type { JsonSchema } from '@app/catalog';
import { AppError, isObject } from '@app/common';

/** Arguments that a model sent, as far as they could be read. */
export interface ReadArguments {
  /** Still to be checked: what could not be read as its schema asks is as it was sent. */
  readonly values: unknown;
  /** One sentence for each value that was changed to one that is allowed. */
  readonly notes: readonly string[];
}

/** Reads a text as YAML, and so as JSON. @throws {AppError} BAD_REQUEST */
export type ReadText = (text: string) => Promise<unknown>;

/**
 * Reads arguments whose meaning is plain as their schema asks: numbers and booleans that are written as texts, objects and lists as JSON or
 * YAML, one item where a list is taken, words of a choice in any case, in the plural, or by their end (`contract` for `dataContract`). A
 * number beyond its bounds becomes the nearest one that is allowed.
 *
 * @throws {AppError} BAD_REQUEST with the argument, where a text is neither JSON nor YAML
 */
export async function readArguments(schema: JsonSchema, sent: unknown, readText: ReadText): Promise<ReadArguments> {
  if (!isObject(sent)) return { values: sent, notes: [] };
  const properties = schema.properties as Readonly<Record<string, JsonSchema>>;
  const notes: string[] = [];
  const read = Object.entries(sent).map(async ([name, value]) => {
    const asked = properties[name];
    return [name, asked ? await readValue({ name, asked, notes, readText }, value) : value] as const;
  });
  return { values: Object.fromEntries(await Promise.all(read)), notes };
}

interface Argument {
  readonly name: string;
  readonly asked: JsonSchema;
  readonly notes: string[];
  readonly readText: ReadText;
}

async function readValue(argument: Argument, value: unknown): Promise<unknown> {
  const { type, enum: choices } = argument.asked;
  if (type === 'integer' || type === 'number') return withinBounds(argument, readNumber(value));
  if (type === 'boolean') return readBoolean(value);
  if (type === 'object') return typeof value === 'string' ? readDocument(argument, value) : value;
  if (type === 'array') return readList(argument, value);
  return Array.isArray(choices) && typeof value === 'string' ? chosen(choices as readonly string[], value) : value;
}

const readNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;

function withinBounds({ name, asked, notes }: Argument, value: unknown): unknown {
  if (typeof value !== 'number') return value;
  const { minimum = -Infinity, maximum = Infinity } = asked as { minimum?: number; maximum?: number };
  const allowed = Math.min(Math.max(value, minimum), maximum);
  if (allowed !== value) notes.push(`${name} is from ${minimum} to ${maximum}: ${allowed} was taken, not ${value}`);
  return allowed;
}

function readBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' || (word === 'false' ? false : value);
}

async function readDocument({ name, readText }: Argument, text: string): Promise<unknown> {
  try {
    return await readText(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, `${name}: ${error.message.replace(/^The body /, 'the text ')}`);
  }
}

async function readList(argument: Argument, value: unknown): Promise<unknown> {
  const { type } = (argument.asked.items ?? {}) as JsonSchema;
  const read = typeof value === 'string' && (type === 'object' || /^\s*\[/.test(value));
  const found: unknown = read ? await readDocument(argument, value) : value;
  return found === null || Array.isArray(found) ? found : [found];
}

/** The one choice that a word means; the word itself where there is none, or more than one. */
function chosen(choices: readonly string[], word: string): string {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');
  const asked = plain(word);
  const forms = [asked, asked.replace(/s$/, ''), asked.replace(/es$/, ''), asked.replace(/ies$/, 'y')];
  const equal = choices.find((choice) => forms.includes(plain(choice)));
  if (equal !== undefined) return equal;
  const ending = choices.filter((choice) => forms.some((form) => form !== '' && plain(choice).endsWith(form)));
  return ending.length === 1 && ending[0] !== undefined ? ending[0] : word;
}
