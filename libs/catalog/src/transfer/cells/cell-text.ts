import { parseStrictJson } from '@app/common';
import type { CellKind } from './layout';
import { joinItems, splitItems } from './list-cell';

/** A cell's value, or the error of its text. */
export type ReadCell = { readonly value: unknown } | { readonly fault: string };

interface Reference {
  readonly type: string;
  readonly fullyQualifiedName: string;
}

interface Parameter {
  readonly name?: string;
  readonly value?: string;
}

interface Label {
  readonly tagFQN: string;
  readonly source?: string;
}

/** Characters of a cell: a list of 100 labels or owners has a tenth of that, and a document at most 4 MiB of JSON. */
const LONGEST_LIST = 256 * 1024;
const LONGEST_OBJECT = 4 * 1024 * 1024;

const SOURCES = ['Classification', 'Glossary'];

/** The text of a present value, which `read` gives back. What is read is validated later, with the body. */
interface CellForm {
  readonly write: (value: never) => string;
  readonly read: (text: string) => ReadCell;
}

const FORMS: Readonly<Record<CellKind, CellForm>> = {
  text: { write: String, read: (value) => ({ value }) },
  integer: { write: String, read: readInteger },
  boolean: { write: String, read: readBoolean },
  names: list(String, (value) => ({ value })),
  references: list(({ type, fullyQualifiedName }: Reference) => `${type}:${fullyQualifiedName}`, readReference),
  labels: list(labelText, readLabel),
  parameters: list(parameterText, readParameter),
  rest: { write: JSON.stringify, read: readObject },
};

/** Formats a present value so that `readCell` can read it. */
export function writeCell(kind: CellKind, value: unknown): string {
  return FORMS[kind].write(value as never);
}

/** Parses a non-empty text. */
export function readCell(kind: CellKind, text: string): ReadCell {
  return FORMS[kind].read(text);
}

function list<Item>(write: (item: Item) => string, read: (item: string) => ReadCell): CellForm {
  return { write: (items: readonly Item[]) => joinItems(items.map(write)), read: (text) => readItems(text, read) };
}

/** `Classification:PII.Sensitive`; a label with further members is written as JSON. */
function labelText({ tagFQN, source = 'Classification', ...more }: Label): string {
  return Object.keys(more).length ? JSON.stringify({ tagFQN, source, ...more }) : `${source}:${tagFQN}`;
}

/** `minValue=5`; what has other members, or a name that contains the sign, is written as JSON. */
function parameterText(parameter: Parameter): string {
  const { name, value, ...more } = parameter;
  const isPlain = name !== undefined && value !== undefined && !Object.keys(more).length;
  return isPlain && /^[^={]+$/.test(name) ? `${name}=${value}` : JSON.stringify(parameter);
}

function readParameter(item: string): ReadCell {
  if (item.startsWith('{')) return readObject(item);
  const [, name, value] = /^([^=]+)=([^]*)$/.exec(item) ?? [];
  if (name === undefined) return { fault: `must be name=value, as minValue=5; got ${shown(item)}` };
  return { value: { name, value } };
}

function readBoolean(text: string): ReadCell {
  const word = text.trim().toLowerCase();
  if (word === 'true' || word === 'false') return { value: word === 'true' };
  return { fault: `must be true or false; got ${shown(text)}` };
}

function readInteger(text: string): ReadCell {
  const value = /^[+-]?\d{1,16}$/.test(text.trim()) ? Number(text) : NaN;
  return Number.isSafeInteger(value) ? { value } : { fault: `must be an integer; got ${shown(text)}` };
}

function readItems(text: string, read: (item: string) => ReadCell): ReadCell {
  if (text.length > LONGEST_LIST) return tooLong(LONGEST_LIST);
  const items = splitItems(text);
  if (!items)
    return {
      fault: 'has a quote that is not closed; items are parted by ";", one with a ";" or a quote in it is quoted',
    };
  const values: unknown[] = [];
  for (const item of items) {
    const one = read(item);
    if ('fault' in one) return one;
    values.push(one.value);
  }
  return { value: values };
}

function readReference(item: string): ReadCell {
  const [, type, fullyQualifiedName] = /^(\w+):([^]+)$/.exec(item) ?? [];
  if (type === undefined) return { fault: `must be type:FQN, as user:jane or team:data; got ${shown(item)}` };
  return { value: { type, fullyQualifiedName } };
}

function readLabel(item: string): ReadCell {
  if (item.startsWith('{')) return readObject(item);
  const [, source = 'Classification', tagFQN = item] = new RegExp(`^(${SOURCES.join('|')}):([^]+)$`).exec(item) ?? [];
  return { value: { tagFQN, source } };
}

function readObject(text: string): ReadCell {
  if (text.length > LONGEST_OBJECT) return tooLong(LONGEST_OBJECT);
  try {
    const value = parseStrictJson(Buffer.from(text));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
    return { fault: `must be a JSON object; got ${shown(text)}` };
  } catch (error) {
    return { fault: `must be a JSON object: ${(error as Error).message}` };
  }
}

const tooLong = (most: number): ReadCell => ({ fault: `must have at most ${most} characters` });

const LONGEST_SHOWN = 80;

const shown = (text: string): string => JSON.stringify(text.slice(0, LONGEST_SHOWN));
