import type { BoundQuery } from '@app/search';
import type { Token } from '../../../libs/search/src/analysis/analyzer';

type Phrase = Extract<BoundQuery, { kind: 'phrase' }>;

/** Some choice of places for the words lies, moved back by their places in the phrase, within the slop. */
export function phraseMatches(phrase: Phrase, tokens: readonly Token[]): boolean {
  return choose(placesOf(phrase, tokens), phrase, []);
}

/** How often the phrase stands there word by word. */
export function phraseCount(phrase: Phrase, tokens: readonly Token[]): number {
  const places = placesOf(phrase, tokens);
  const [first = []] = places;
  return first.filter((from) => places.every((here, at) => here.includes(from + at))).length;
}

function placesOf({ tokens: words, prefix }: Phrase, tokens: readonly Token[]): number[][] {
  return words.map((token, at) => {
    const begun = prefix && at === words.length - 1;
    const same = tokens.filter((each) => (begun ? each.token.startsWith(token) : each.token === token));
    return [...new Set(same.map(({ position }) => position))];
  });
}

function choose(places: readonly number[][], phrase: Phrase, chosen: readonly number[]): boolean {
  const at = chosen.length;
  const moved = chosen.map((place, each) => place - each);
  if (moved.length > 0 && Math.max(...moved) - Math.min(...moved) > phrase.slop) return false;
  if (at === places.length) return at > 0;
  return (places[at] as number[]).some((place) => {
    const taken = chosen.some((other, each) => other === place && phrase.tokens[each] === phrase.tokens[at]);
    return !taken && choose(places, phrase, [...chosen, place]);
  });
}
