import type { Span } from '../analysis/chunk';

/** Length of a fragment, and how much of it stands before its first match. UTF-16 units. */
const FRAGMENT = 150;
const LEAD = 40;

/** The text with its matches highlighted; overlapping ones are merged. */
export function marked(text: string, spans: readonly Span[]): string {
  let result = '';
  let at = 0;
  for (const { start, end } of merged(spans)) {
    result += `${text.slice(at, start)}<em>${text.slice(start, end)}</em>`;
    at = end;
  }
  return result + text.slice(at);
}

/** Up to so many stretches of the text around its first matches, cut between words, with the matches highlighted. */
export function fragmentsOf(text: string, spans: readonly Span[], most: number): string[] {
  const left = merged(spans);
  const fragments: string[] = [];
  let at = 0;
  while (left.length > 0 && fragments.length < most) {
    const window = windowOf(text, left, at);
    const inside = left.splice(0, left.filter(({ end }) => end <= window.end).length);
    const shifted = inside.map(({ start, end }) => ({ start: start - window.start, end: end - window.start }));
    fragments.push(marked(text.slice(window.start, window.end), shifted).trim());
    at = window.end;
  }
  return fragments;
}

/** From a little before the first match on; a match is never cut. */
function windowOf(text: string, [first, ...others]: readonly Span[], from: number): Span {
  const { start = 0, end = 0 } = first ?? {};
  const begin = start - from <= LEAD ? from : wordBegin(text, start - LEAD, start);
  const limit = begin + FRAGMENT;
  const lastMatch = [end, ...others.map((span) => span.end)].filter((offset) => offset <= limit).at(-1) ?? end;
  return { start: begin, end: limit >= text.length ? text.length : wordEnd(text, limit, lastMatch) };
}

function wordBegin(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (/\s/.test(text[at] ?? '')) return at + 1;
  return to;
}

function wordEnd(text: string, from: number, to: number): number {
  for (let at = from; at > to; at -= 1) if (/\s/.test(text[at] ?? '')) return at;
  return to;
}

function merged(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const result: Span[] = [];
  for (const span of sorted) {
    const last = result.at(-1);
    if (!last || span.start >= last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { start: last.start, end: span.end };
  }
  return result;
}
