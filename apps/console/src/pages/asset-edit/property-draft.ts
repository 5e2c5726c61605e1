import type { CustomProperty } from '../../api/operations/asset-changes';
import type { Asset } from '../../api/assets';
import type { Schemas } from '../../api/service/client';
import type { Change } from './changes';

/** Entries of the editor of a custom property. */
export interface PropertyDraft {
  /** A text, a word of an enum, a number as it is typed; of a link the address. */
  readonly text: string;
  /** Words of an enum that takes several, or FQNs of entities. */
  readonly words: readonly string[];
  /** The type of the entities, or of a link the text that shows it. */
  readonly more: string;
}

/** A way to enter a value. */
export type Field =
  | { readonly kind: 'line'; readonly hint?: string; readonly input?: 'email' | 'date' | 'datetime-local' }
  | { readonly kind: 'lines'; readonly isCode: boolean }
  | { readonly kind: 'number'; readonly isWhole: boolean }
  | { readonly kind: 'choice'; readonly words: readonly string[]; readonly isList: boolean }
  | { readonly kind: 'reference'; readonly types: readonly string[]; readonly isList: boolean }
  | { readonly kind: 'link' };

type Config = { readonly values?: readonly string[]; readonly multiSelect?: boolean };

const PLAIN: Readonly<Record<string, Field>> = {
  string: { kind: 'line' },
  markdown: { kind: 'lines', isCode: false },
  sqlQuery: { kind: 'lines', isCode: true },
  integer: { kind: 'number', isWhole: true },
  number: { kind: 'number', isWhole: false },
  email: { kind: 'line', input: 'email' },
  timestamp: { kind: 'line', input: 'datetime-local' },
  duration: { kind: 'line', hint: 'By ISO 8601, such as P1D or PT2H' },
  'hyperlink-cp': { kind: 'link' },
};

/** The day as a field for dates has it. */
const DAY_FORMAT = 'yyyy-MM-dd';

/** How a value of a property is entered; undefined for kinds that have no field. */
export function fieldOf({ propertyType: { name: kind }, customPropertyConfig }: CustomProperty): Field | undefined {
  const config = customPropertyConfig?.config;
  if (kind === 'enum') {
    const { values = [], multiSelect = false } = config as Config;
    return { kind: 'choice', words: values, isList: multiSelect };
  }
  if (kind === 'entityReference' || kind === 'entityReferenceList')
    return { kind: 'reference', types: config as readonly string[], isList: kind === 'entityReferenceList' };
  if (kind === 'date-cp' && config === DAY_FORMAT) return { kind: 'line', input: 'date' };
  if (kind.endsWith('-cp') && typeof config === 'string') return { kind: 'line', hint: `As ${config}` };
  return PLAIN[kind];
}

const EMPTY: PropertyDraft = { text: '', words: [], more: '' };

type Reference = Schemas['EntityReference'];

const referencesIn = (value: unknown): readonly Reference[] =>
  (Array.isArray(value) ? value : value ? [value] : []) as Reference[];

/** Known clients store an id and a type alone. */
const wordOf = ({ fullyQualifiedName, id }: Reference): string => fullyQualifiedName ?? id;

/** The value as the fields show it. */
export function propertyDraftOf(field: Field, value: unknown): PropertyDraft {
  if (field.kind === 'reference') {
    const references = referencesIn(value);
    return { ...EMPTY, more: references[0]?.type ?? field.types[0] ?? '', words: references.map(wordOf) };
  }
  if (value === undefined || value === null) return EMPTY;
  if (field.kind === 'choice') {
    const words = (Array.isArray(value) ? value : [value]) as string[];
    return { ...EMPTY, words, text: words[0] ?? '' };
  }
  if (field.kind === 'link') {
    const { url, displayText = '' } = value as { url: string; displayText?: string };
    return { ...EMPTY, text: url, more: displayText };
  }
  if (field.kind === 'line' && field.input === 'datetime-local') return { ...EMPTY, text: localTime(Number(value)) };
  return { ...EMPTY, text: typeof value === 'string' ? value : JSON.stringify(value) };
}

const MINUTE_MS = 60_000;

/** `2026-12-01T09:30:00`, in the zone of the reader. */
function localTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 19);
}

/** Fault of an entry, as far as the page knows; the API judges the rest. */
export function propertyFault(field: Field, { text }: PropertyDraft): string | undefined {
  if (field.kind !== 'number' || text.trim() === '') return undefined;
  const value = Number(text);
  if (field.isWhole) return Number.isSafeInteger(value) ? undefined : 'Must be a whole number';
  return Number.isFinite(value) ? undefined : 'Must be a number';
}

/** The reference to an entity by its FQN. */
type Find = (type: string, fqn: string) => Promise<Reference>;

/** The value that is entered; undefined for none. @throws ApiError where nothing has a name that is entered */
async function valueOf(field: Field, draft: PropertyDraft, before: unknown, find: Find): Promise<unknown> {
  const text = draft.text.trim();
  switch (field.kind) {
    case 'reference': {
      const known = referencesIn(before);
      const references = await Promise.all(
        draft.words.map(async (word) => known.find((one) => wordOf(one) === word) ?? find(draft.more, word)),
      );
      return field.isList ? (references.length > 0 ? references : undefined) : references[0];
    }
    case 'choice':
      if (field.isList) return draft.words.length > 0 ? draft.words : undefined;
      return text === '' ? undefined : text;
    case 'link':
      return text === '' ? undefined : { url: text, ...(draft.more.trim() !== '' && { displayText: draft.more }) };
    case 'number':
      return text === '' ? undefined : Number(text);
    case 'lines':
      return text === '' ? undefined : draft.text;
    case 'line':
      if (text === '') return undefined;
      return field.input === 'datetime-local' ? new Date(text).getTime() : text;
  }
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The change of a custom property to what is entered. */
export async function propertyChangesOf(
  { extension }: Asset,
  name: string,
  field: Field,
  draft: PropertyDraft,
  find: Find,
): Promise<Change[]> {
  const before = extension?.[name];
  const after = await valueOf(field, draft, before, find);
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (extension === undefined) return [{ path: '/extension', before: undefined, after: { [name]: after } }];
  return [{ path: `/extension/${escaped(name)}`, before, after }];
}
