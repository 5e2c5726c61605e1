import { analyze } from '../analysis/analyzer';
import type { Span } from '../analysis/chunk';
import { foldText, porterStem } from '../analysis/text-form';
import { textsAt } from '../document/search-document';
import type { BoundQuery } from '../query/bound-query';
import { fragmentsOf, marked } from './fragments';
import { highlightTerms, type HighlightTerm } from './highlight-terms';

/** The fields that are shown with their matches; descriptions as fragments, names as a whole. */
const SHOWN = [
  { field: 'name', isLong: false },
  { field: 'displayName', isLong: false },
  { field: 'description', isLong: true },
  { field: 'columns.name', isLong: false },
  { field: 'columns.description', isLong: true },
];

/** Fragments of one field, as many as engines give by default. */
const MOST_FRAGMENTS = 5;

/** A longer text is looked at up to here: what is shown of a page must not cost more than finding it. UTF-16 units. */
const LOOKED_AT = 10_000;

/** Fragments by field, their matches between `<em>` and `</em>`; a field without a match is left out. Texts are not escaped. */
export type Highlight = Readonly<Record<string, readonly string[]>>;

/** Highlights a search document, or the present parts of it. */
export type Highlighter = (source: Readonly<Record<string, unknown>>) => Highlight;

/**
 * Finds the matches of the query in the text of a hit. Equal on every engine, since it uses our own analyzer. The
 * search terms are extracted once, at the first hit.
 */
export function highlighter(query: BoundQuery): Highlighter {
  let terms: ReadonlyMap<string, readonly HighlightTerm[]> | undefined;
  return (source) => {
    terms ??= highlightTerms(query);
    const found: Record<string, string[]> = {};
    for (const { field, isLong } of SHOWN) {
      const looked = terms.get(field);
      const fragments = looked ? fragmentsIn(textsAt(source, field), looked, isLong) : [];
      if (fragments.length > 0) found[field] = fragments;
    }
    return found;
  };
}

function fragmentsIn(texts: readonly string[], terms: readonly HighlightTerm[], isLong: boolean): string[] {
  const fragments: string[] = [];
  for (const whole of texts) {
    const text = whole.slice(0, LOOKED_AT);
    const spans = spansIn(text, terms);
    if (spans.length === 0) continue;
    fragments.push(...(isLong ? fragmentsOf(text, spans, MOST_FRAGMENTS) : [marked(whole, spans)]));
    if (fragments.length >= MOST_FRAGMENTS) break;
  }
  return fragments.slice(0, MOST_FRAGMENTS);
}

/** The text is read once: both analyses split alike, and stems are those of the parts. */
function spansIn(text: string, terms: readonly HighlightTerm[]): Span[] {
  const folded = foldText(text);
  const possible = terms.filter((one) => one.mayBeIn(folded));
  if (possible.length === 0) return [];
  const parts = analyze(text, 'parts');
  const isStemmed = possible.some(({ analysis }) => analysis === 'stem');
  const stems = isStemmed ? parts.map((each) => ({ ...each, token: porterStem(each.token) })) : [];
  return possible.flatMap((one) => one.find(one.analysis === 'stem' ? stems : parts));
}
