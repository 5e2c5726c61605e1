import { isAlias, isMap, isScalar, isSeq, parseDocument, visit, type Document } from 'yaml';
import type { Asset } from '../../api/assets';
import type { FieldMessage } from '../../api/service/api-error';
import { faultsOf } from '../contract/contract-yaml';

/** A change of the document that a draft is: comments, and all that the form does not show, stay as they are written. */
export type Edit = (document: Document) => void;

/** A place in the document. */
export type Path = readonly (string | number)[];

/** The members of a draft, or the reason why the form cannot show it. */
export type Reading =
  { readonly members: Members; readonly obstacle?: never } | { readonly members?: never; readonly obstacle: string };

export type Members = Readonly<Record<string, unknown>>;

/** Reads the text of a draft for the form. */
export function readingOf(text: string): Reading {
  const [fault] = faultsOf(text);
  if (fault) return { obstacle: `Line ${fault.line}: ${fault.message}` };
  const document = parseDocument(text);
  let alias: string | undefined;
  visit(document, { Alias: (_, { source }) => void (alias ??= source) });
  if (alias !== undefined)
    return { obstacle: `It uses the alias *${alias}: the form cannot change in one place what stands in two.` };
  return { members: document.toJS() as Members };
}

/** The text after the edit. */
export function edited(text: string, edit: Edit): string {
  const document = parseDocument(text);
  edit(document);
  return document.toString({ lineWidth: 0 });
}

/** Writes a value; undefined removes it, with what is empty then above it. */
export function put(document: Document, path: Path, value: unknown): void {
  if (value === undefined) {
    remove(document, path);
    return;
  }
  // A member that is named and left empty, or a text in the place of a mapping, gives way.
  for (let length = 1; length < path.length; length += 1) {
    const above = path.slice(0, length);
    if (isScalar(document.getIn(above, true)) || isAlias(document.getIn(above, true))) document.deleteIn(above);
  }
  // Nothing in quotes becomes what one would write: it keeps no quotes that it does not need.
  const before: unknown = document.getIn(path, true);
  if (isScalar(before) && before.value === '') delete before.type;
  const isPlain = typeof value !== 'object' || value === null;
  document.setIn(path, isPlain ? value : document.createNode(value));
}

function remove(document: Document, path: Path): void {
  if (!document.hasIn(path)) return;
  document.deleteIn(path);
  const above = path.slice(0, -1);
  const rest: unknown = document.getIn(above, true);
  if (above.length > 0 && (isMap(rest) || isSeq(rest)) && rest.items.length === 0) remove(document, above);
}

/** Adds an item to a list, at its end where no place is given; makes the list where there is none. */
export function insert(document: Document, path: Path, value: unknown, at?: number): void {
  const list: unknown = document.getIn(path, true);
  if (!isSeq(list)) {
    put(document, path, [value]);
    return;
  }
  // An empty list is written in brackets, and what is added would be too.
  if (list.items.length === 0) list.flow = false;
  list.items.splice(at ?? list.items.length, 0, document.createNode(value));
}

export const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a list; none where it is no list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** A text, or a number as it is written; empty for all else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** A member below others; undefined where it is missing. */
export const memberAt = (members: Members, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), members);

/** A draft as the sections of the form read and change it. */
export interface FormState {
  readonly type: string;
  /** Absent where it is not there, or hidden: the draft alone is shown then. */
  readonly asset: Asset | undefined;
  readonly members: Members;
  /** Faults of the form and of the service, by the paths of the document. */
  readonly faults: readonly FieldMessage[];
  readonly edit: (edit: Edit) => void;
  /** Whether it is only read. */
  readonly isRead: boolean;
}
