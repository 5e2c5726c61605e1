import { analyze } from '../analysis/analyzer';
import { porterStem } from '../analysis/porter';
import { foldText } from '../analysis/text-form';
import type { BoundQuery } from '../query/bound-query';
import { fragmentsOf, marked } from './fragments';
import type { Span } from './fragments';
import { wantedTokens } from './wanted';
import type { Wanted } from './wanted';

/** What is shown with its matches; descriptions as fragments, names as a whole. */
const SHOWN = [
  { field: 'name', isLong: false },
  { field: 'displayName', isLong: false },
  { field: 'description', isLong: true },
  { field: 'columns.name', isLong: false },
  { field: 'columns.description', isLong: true },
] as const;

/** Fragments of one field, as many as engines give by default. */
const MOST_FRAGMENTS = 5;

/** A longer text is looked at up to here: what is shown of a page must not cost more than finding it. UTF-16 units. */
const LOOKED_AT = 10_000;

/** Fragments by field, their matches between `<em>` and `</em>`; a field without a match is left out. Texts are not escaped. */
export type Highlights = Record<string, string[]>;

/**
 * Where the text of a hit is what its query looked for. The same on every engine, since it is the analyzer that says where.
 * @param source the search document, or what is there of it
 */
export function highlight(query: BoundQuery, source: Readonly<Record<string, unknown>>): Highlights {
  const wanted = wantedOf(query);
  const found: Highlights = {};
  for (const { field, isLong } of SHOWN) {
    const looked = wanted.get(field);
    const fragments = looked ? fragmentsIn(textsAt(source, field.split('.')), looked, isLong) : [];
    if (fragments.length > 0) found[field] = fragments;
  }
  return found;
}

const known = new WeakMap<BoundQuery, ReadonlyMap<string, readonly Wanted[]>>();

/** Made once a query, not once a hit. */
function wantedOf(query: BoundQuery): ReadonlyMap<string, readonly Wanted[]> {
  const wanted = known.get(query) ?? wantedTokens(query);
  known.set(query, wanted);
  return wanted;
}

function fragmentsIn(texts: Iterable<string>, wanted: readonly Wanted[], isLong: boolean): string[] {
  const fragments: string[] = [];
  for (const whole of texts) {
    const text = whole.slice(0, LOOKED_AT);
    const spans = spansIn(text, wanted);
    if (spans.length === 0) continue;
    fragments.push(...(isLong ? fragmentsOf(text, spans, MOST_FRAGMENTS) : [marked(whole, spans)]));
    if (fragments.length >= MOST_FRAGMENTS) break;
  }
  return fragments.slice(0, MOST_FRAGMENTS);
}

/** The text is read once: both analyses split alike, and stems are those of the parts. */
function spansIn(text: string, wanted: readonly Wanted[]): Span[] {
  const folded = foldText(text);
  const possible = wanted.filter((one) => one.mayBeIn(folded));
  if (possible.length === 0) return [];
  const parts = analyze(text, 'parts');
  const isStemmed = possible.some(({ analysis }) => analysis === 'stem');
  const stems = isStemmed ? parts.map((each) => ({ ...each, token: porterStem(each.token) })) : [];
  return possible.flatMap((one) => one.find(one.analysis === 'stem' ? stems : parts));
}

function* textsAt(value: unknown, path: readonly string[]): Generator<string> {
  const [key, ...rest] = path;
  if (Array.isArray(value)) for (const item of value as unknown[]) yield* textsAt(item, path);
  else if (key === undefined) yield* typeof value === 'string' ? [value] : [];
  else if (typeof value === 'object' && value !== null && Object.hasOwn(value, key)) {
    yield* textsAt((value as Record<string, unknown>)[key], rest);
  }
}
