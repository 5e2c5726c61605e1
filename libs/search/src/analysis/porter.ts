import { stemmer } from 'stemmer';

/** Words that are nothing but an ending: the package takes a letter of them for the stem, Porter and Lucene do not. */
const BARE_ENDINGS: ReadonlyMap<string, string> = new Map([
  ['ies', 'i'],
  ['eed', 'eed'],
]);

/** Stems stay known up to so many words: names and descriptions say the same ones again and again. */
const MOST_KNOWN = 20_000;

const known = new Map<string, string>();

/** The stem of a lower-cased word by Porter's first algorithm, as Lucene's PorterStemFilter has it. */
export function porterStem(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const stem = BARE_ENDINGS.get(word) ?? stemmer(word);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(word, stem);
  return stem;
}
