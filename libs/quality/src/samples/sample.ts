import { HIDDEN_VALUE } from '../hidden/value-masks';

/** Rows of a table: each has a value for each column. */
export interface SampleRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Messages of a topic, or documents of a search index, as texts. */
export interface SampleMessages {
  readonly messages: readonly string[];
}

export type Sample = SampleRows | SampleMessages;

/** The member under which an entity of the type shows its sample, and the last part of the path that it is put to. */
export const sampleMember = (type: string): 'failedRowsSample' | 'sampleData' =>
  type === 'testCase' ? 'failedRowsSample' : 'sampleData';

/** A column or field as the asset's document has it. */
export interface SampledPart {
  readonly name?: string;
  readonly fullyQualifiedName?: string;
  readonly tags?: readonly unknown[];
  readonly children?: readonly SampledPart[];
}

/** Rows or messages that are stored of one sample, which is to show what data looks like. */
const MOST_KEPT = 1_000;
/** UTF-16 code units of the stored JSON. */
const LONGEST_KEPT = 1024 * 1024;

/** Those of the first rows or messages that may be stored. */
export function cut(sample: Sample): Sample {
  if ('messages' in sample) return { messages: fitting(sample.messages) };
  return { columns: sample.columns, rows: fitting(sample.rows) };
}

function fitting<T>(entries: readonly T[]): T[] {
  let left = LONGEST_KEPT;
  const end = entries.findIndex((entry) => (left -= JSON.stringify(entry).length) < 0);
  return entries.slice(0, Math.min(end < 0 ? entries.length : end, MOST_KEPT));
}

/**
 * The sample without values of columns that bear a hidden tag, contain one that does or lie in one that does, and of columns that the
 * asset does not have: their tags are unknown. Messages are hidden as a whole where any field bears one.
 * @param fqn of the asset
 */
export function withoutHidden(
  sample: Sample,
  parts: readonly SampledPart[],
  fqn: string,
  hiddenTags: readonly string[],
): Sample {
  const bears = ({ tags = [] }: SampledPart): boolean =>
    (tags as { tagFQN?: string }[]).some(({ tagFQN = '' }) => hiddenTags.includes(tagFQN));
  const holds = (part: SampledPart): boolean => bears(part) || (part.children ?? []).some(holds);
  if ('messages' in sample) return parts.some(holds) ? { messages: sample.messages.map(() => HIDDEN_VALUE) } : sample;
  const hidden = new Map(
    namesOf(parts, fqn).map(([name, line]) => [name, holds(line.at(-1) as SampledPart) || line.some(bears)]),
  );
  const isHidden = sample.columns.map((column) => hidden.get(column) ?? true);
  const rows = sample.rows.map((row) =>
    row.map((value, at) => (isHidden[at] && value !== null ? HIDDEN_VALUE : value)),
  );
  return { columns: sample.columns, rows };
}

/** Columns of the sample that the asset does not have, with their indices. */
export function unknownColumns(
  { columns }: SampleRows,
  parts: readonly SampledPart[],
  fqn: string,
): { readonly name: string; readonly at: number }[] {
  const known = new Set(namesOf(parts, fqn).map(([name]) => name));
  return columns.flatMap((name, at) => (known.has(name) ? [] : [{ name, at }]));
}

/** Columns by the names that a sample may give them, own names last: each with those that it lies in, the outermost first. */
function namesOf(
  parts: readonly SampledPart[],
  fqn: string,
  above: readonly SampledPart[] = [],
): (readonly [name: string, line: readonly SampledPart[]])[] {
  const paths = parts.flatMap((part) => {
    const { fullyQualifiedName = '', children = [] } = part;
    const line = [...above, part];
    const own = fullyQualifiedName.startsWith(`${fqn}.`)
      ? [[fullyQualifiedName.slice(fqn.length + 1), line] as const]
      : [];
    return [...own, ...namesOf(children, fqn, line)];
  });
  const names = above.length ? [] : parts.map((part) => [part.name ?? '', [part]] as const);
  return [...paths, ...names];
}
