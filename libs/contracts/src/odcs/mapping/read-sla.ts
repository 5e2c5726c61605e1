import { compareDurations, parseDuration } from '@app/common';
import { parseTimeOfDay, parseZone } from '../../document/time';
import { customProperty, type Json, objectsOf, textOf } from '../../document/json';
import type { DocumentChange } from '../document/pointer';
import type { SelectedObject } from './select-object';
import { type SlaColumn, SlaElements } from './sla-elements';
import { durationFrom, percentFrom } from './sla-value';

export type SlaTerm = 'refreshFrequency' | 'maxLatency' | 'retention' | 'availability' | 'availabilityTime';

/** Names of the standard and of the tools around it; the first is the one that goes out. */
export const SLA_NAMES: Readonly<Record<SlaTerm, readonly string[]>> = {
  refreshFrequency: ['frequency', 'freshness', 'refreshFrequency'],
  maxLatency: ['latency', 'maxLatency'],
  retention: ['retention'],
  availability: ['availability'],
  availabilityTime: ['timeOfAvailability', 'availabilityTime'],
};
const TERMS = Object.keys(SLA_NAMES) as SlaTerm[];

const EXPECTED: Readonly<Record<SlaTerm, string>> = {
  refreshFrequency: 'a number with a unit of time, or an ISO 8601 duration',
  maxLatency: 'a number with a unit of time, or an ISO 8601 duration',
  retention: 'a number with a unit of time, or an ISO 8601 duration',
  availability: 'a percentage from 0 to 100',
  availabilityTime: 'HH:mm with an optional zone',
};

export interface SlaReading {
  /** The sla of the contract; absent where nothing could be read. */
  readonly sla?: Json;
  /** Which of the slaProperties says each term. */
  readonly origins: ReadonlyMap<SlaTerm, number>;
  /** Entries that are about one of our terms and cannot be read. */
  readonly unread: readonly SlaNote[];
  /** Entries that can be read, and of which a contract has none beside the others. */
  readonly others: readonly SlaNote[];
  /** Elements that name a column that the asset does not have, where none names another one. */
  readonly unknownColumns: readonly DocumentChange[];
  /** Whether the column is that of `slaDefaultElement`. */
  readonly usesDefault: boolean;
}

/** A finding about one of the slaProperties. */
export interface SlaNote {
  readonly index: number;
  readonly message: string;
}

/** An entry of a term of ours, read. */
interface Entry {
  readonly index: number;
  readonly term: SlaTerm;
  readonly value: Json;
  readonly column: SlaColumn | undefined;
  readonly isDefault: boolean;
}

/** Terms whose `element` names a column that shows them. */
const OF_COLUMNS: ReadonlySet<SlaTerm> = new Set(['refreshFrequency', 'maxLatency', 'retention']);

/** Whether the `element` of an entry names the column that shows it. */
export function isOfColumn({ property }: Json): boolean {
  const term = termOf(property);
  return term !== undefined && OF_COLUMNS.has(term);
}

/**
 * The custom property that names the column of all terms, where an export of ours wrote it: elements then say nothing. A blank one says
 * that there is no column.
 */
export const SLA_COLUMN = 'slaColumnName';

/**
 * Reads slaProperties. A contract has one column and one value of each term: entries of the first column count, of several for one
 * term the first, of frequency and freshness the shortest, of those of another schema object none.
 */
export function readSla(document: Json, elements: SlaElements): SlaReading {
  const { entries, unread } = readEntries(document, elements);
  const column = entries.find((entry) => entry.column?.isKnown)?.column?.name;
  const isSame = (entry: Entry): boolean =>
    column === undefined || entry.column === undefined || entry.column.name === column;
  const ofColumn = entries.filter(isSame);
  const chosen = new Map(TERMS.flatMap((term) => chosenOf(ofColumn, term)));
  const isChosen = new Set(chosen.values());
  const others = entries.filter((entry) => !isChosen.has(entry));
  const sla = Object.assign({}, ...[...isChosen].map(({ value }) => value)) as Json;
  return {
    ...(chosen.size ? { sla: { ...sla, ...(column !== undefined && { columnName: column }) } } : {}),
    origins: new Map([...chosen].map(([term, { index }]) => [term, index])),
    unread,
    others: others.map((entry) => ({ index: entry.index, message: whyOther(entry, isSame(entry), column, chosen) })),
    unknownColumns: column === undefined ? unknownColumns(entries) : [],
    usesDefault: column !== undefined && entries.some((entry) => entry.isDefault && entry.column?.name === column),
  };
}

function readEntries(document: Json, elements: SlaElements): { entries: Entry[]; unread: SlaNote[] } {
  const hasColumn = typeof customProperty(document, SLA_COLUMN) === 'string';
  const entries: Entry[] = [];
  const unread: SlaNote[] = [];
  objectsOf(document.slaProperties).forEach((item, index) => {
    const term = termOf(item.property);
    if (term === undefined) return;
    const isDefault = OF_COLUMNS.has(term) && textOf(item.element) === undefined;
    const element = isDefault ? document.slaDefaultElement : item.element;
    if (elements.isElsewhere(element)) return;
    const value = readTerm(term, item);
    if (value === undefined) unread.push({ index, message: `is not ${EXPECTED[term]}: ${shown(item)}` });
    else {
      const column = hasColumn || !OF_COLUMNS.has(term) ? undefined : elements.columnOf(element);
      entries.push({ index, term, value, column, isDefault: isDefault && column !== undefined });
    }
  });
  return { entries, unread };
}

function chosenOf(entries: readonly Entry[], term: SlaTerm): (readonly [SlaTerm, Entry])[] {
  const [first, ...rest] = entries.filter((entry) => entry.term === term);
  if (!first) return [];
  const shorter = (one: Entry, other: Entry): Entry => (compareLengths(other, one) < 0 ? other : one);
  return [[term, term === 'refreshFrequency' ? rest.reduce(shorter, first) : first]];
}

function compareLengths(...entries: [Entry, Entry]): number {
  const [one, other] = entries.map(({ term, value }) => parseDuration(value[term]));
  return one?.ok && other?.ok ? compareDurations(one.duration, other.duration) : 0;
}

function whyOther(
  { term, column }: Entry,
  isSame: boolean,
  chosenColumn: string | undefined,
  chosen: ReadonlyMap<SlaTerm, Entry>,
): string {
  if (!isSame) return `The column of the SLA is ${chosenColumn}, not ${column?.name}`;
  const shorter = term === 'refreshFrequency' ? ', which is not longer' : '';
  return `slaProperties[${chosen.get(term)?.index}] counts${shorter}`;
}

function unknownColumns(entries: readonly Entry[]): DocumentChange[] {
  const missing = entries.flatMap(({ index, column, isDefault }) =>
    column ? [{ path: isDefault ? 'slaDefaultElement' : `slaProperties[${index}].element`, name: column.name }] : [],
  );
  const byPath = new Map(missing.map(({ path, name }) => [path, `the asset has no column ${name}`]));
  return [...byPath].map(([path, message]) => ({ path, message }));
}

/** The elements of a document as an import read them, by the column that it found. */
export function slaElementsOf(
  document: Json,
  selected: SelectedObject | undefined,
  { columnName }: { readonly columnName?: unknown } = {},
): SlaElements {
  const existing = typeof columnName === 'string' ? [{ name: columnName }] : [];
  return new SlaElements(document, selected, { existing, nameCase: 'exact' });
}

function termOf(name: unknown): SlaTerm | undefined {
  const spelled = String(name).trim().toLowerCase();
  return TERMS.find((term) => SLA_NAMES[term].some((known) => known.toLowerCase() === spelled));
}

/** Whether a property of an SLA has one of the names that are known here. */
export const isSlaTerm = (name: unknown): boolean => termOf(name) !== undefined;

function readTerm(term: SlaTerm, item: Json): Json | undefined {
  if (term === 'availabilityTime') return readTime(item);
  const value = term === 'availability' ? percentFrom(item.value, item.unit) : durationFrom(item.value, item.unit);
  return value === undefined ? undefined : { [term]: value };
}

/** The zone stands behind the time, or in `valueExt`. */
function readTime({ value, valueExt }: Json): Json | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const time = parseTimeOfDay(text);
  if (!time) return undefined;
  const zone = typeof valueExt === 'string' && !time.zone && parseZone(valueExt) ? { timezone: valueExt } : {};
  return { availabilityTime: text, ...zone };
}

function shown({ value, unit }: Json): string {
  return [JSON.stringify(value) ?? 'nothing', ...(unit === undefined ? [] : [String(unit)])].join(' ').slice(0, 80);
}
