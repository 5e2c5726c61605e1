import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { analyze } from '../../../libs/search/src/analysis/analyzer';
import { foldText, keywordForm } from '../../../libs/search/src/analysis/text-form';
import { describeUnless } from '../../support/unless-refused';
import { askLucene, LUCENE_REFUSAL } from './lucene-oracle';
import { seeded } from './random-query';

/** How many made-up words are stemmed beside those of our own texts. */
const WORDS = Number(process.env.LUCENE_WORDS ?? 5_000);

const ROOTS = [
  'relat',
  'condit',
  'happi',
  'hop',
  'fall',
  'order',
  'custom',
  'sky',
  'y',
  'oper',
  'feed',
  'plaster',
  'lög',
];
const SYLLABLES = ['a', 'e', 'i', 'st', 'y', 'll', 'zz', 'b', 'r', 't', 'ou', 'é', '3', '_', 'w', 'x'];
const ENDINGS = [
  ...[
    's',
    'es',
    'ies',
    'sses',
    'ss',
    'ed',
    'eed',
    'ing',
    'y',
    'ational',
    'tional',
    'enci',
    'izer',
    'abli',
    'alli',
    'ousli',
  ],
  ...[
    'ization',
    'ation',
    'ator',
    'alism',
    'iveness',
    'fulness',
    'ousness',
    'aliti',
    'iviti',
    'biliti',
    'icate',
    'ative',
  ],
  ...[
    'alize',
    'iciti',
    'ical',
    'ful',
    'ness',
    'al',
    'ance',
    'ence',
    'er',
    'ic',
    'able',
    'ible',
    'ant',
    'ement',
    'ment',
  ],
  ...['ent', 'ion', 'ism', 'ate', 'iti', 'ous', 'ive', 'ize', 'e', 'll', 'logi', ''],
];

function madeUp(count: number): string[] {
  const random = seeded(11);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const root = () =>
    random() < 0.5 ? pick(ROOTS) : Array.from({ length: 1 + random() * 3 }, () => pick(SYLLABLES)).join('');
  return Array.from({ length: count }, () => root() + pick(ENDINGS) + (random() < 0.3 ? pick(ENDINGS) : ''));
}

function ownWords(): string[] {
  const text = ['README.md', 'docs/architecture.md', 'CONTRIBUTING.md'].map((file) =>
    readFileSync(resolve(__dirname, '../../..', file), 'utf8'),
  );
  return analyze(text.join('\n'), 'parts').map(({ token }) => token);
}

/** The stem of a word as a whole; undefined where it is no chunk. */
function stemOf(word: string): string | undefined {
  return analyze(word, 'stem').find(({ start, end }) => start === 0 && end === word.length)?.token;
}

describeUnless(LUCENE_REFUSAL, 'texts against Lucene itself', () => {
  it('folds every letter, digit and mark of the basic plane as its ASCIIFoldingFilter does', () => {
    const folded = new Map(
      askLucene('fold').map((line) => [String.fromCharCode(parseInt(line, 16)), line.slice(line.indexOf(' ') + 1)]),
    );
    expect(folded.size).toBeGreaterThan(1_000);
    const differing = [];
    for (let unit = 0x80; unit <= 0xffff; unit += 1) {
      const letter = String.fromCharCode(unit);
      if (!/[\p{L}\p{N}\p{M}]/u.test(letter) || keywordForm(letter).length > 1) continue;
      const lowered = keywordForm(letter);
      const wanted = (folded.get(lowered) ?? lowered).toLowerCase();
      if (foldText(letter) !== wanted) differing.push({ letter, ours: foldText(letter), lucene: wanted });
    }
    expect(differing).toEqual([]);
  });

  it('stems as its PorterStemFilter does', () => {
    const words = [...new Set([...ownWords(), ...madeUp(WORDS)])].filter((word) => stemOf(word) !== undefined);
    const stems = askLucene('stem', words.map(foldText));
    const differing = words.flatMap((word, index) =>
      stemOf(word) === stems[index] ? [] : [[word, stemOf(word), stems[index]]],
    );
    expect(words.length).toBeGreaterThan(1_000);
    // No word of any language: the package does not see the second y as a consonant. `byyed` is byi to it, by to Lucene.
    expect(differing.filter(([word]) => !/yy(ed|ing)/.test(word ?? ''))).toEqual([]);
  });
});
