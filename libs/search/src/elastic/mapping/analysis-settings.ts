import { LONGEST_TOKEN } from '../../analysis/analyzer';

/** Put between the parts of a chunk where nothing else stands; for private use, so that no text has a meaning for it. */
export const BORDER = '\uE000';

export const ANALYZERS = { parts: 'catalog_parts', stem: 'catalog_stem', exact: 'catalog_exact' } as const;

/** Letters and digits with the marks on them; possessive, since a loop of Java's that can go back is a recursion. */
const WORD = '[\\p{L}\\p{N}\\p{M}\\uE000]';
const CHUNK = `${WORD}++(?:[._\\-']++${WORD}++)*+`;

/** Behind a character with its marks. Java looks back over a bounded number only. */
const behind = (kind: string): string => `(?<=${kind}\\p{M}{0,9})`;

/** Every offset where a part begins without a joint. */
const BORDERS = [
  `${behind('\\p{Ll}')}(?=\\p{Lu})`,
  `${behind('\\p{Lu}')}(?=\\p{Lu}\\p{M}{0,9}\\p{Ll})`,
  `${behind('\\p{L}')}(?=\\p{N})`,
  `${behind('\\p{N}')}(?=\\p{L})`,
  `${behind('\\p{IsHan}')}(?=[\\p{L}\\p{N}])`,
  `${behind('[\\p{L}\\p{N}]')}(?=\\p{IsHan})`,
].join('|');

/** Numbers that the filter takes for punctuation: superscripts and fractions of Latin-1. */
const DIGITS = ['\\u00B2', '\\u00B3', '\\u00B9', '\\u00BC', '\\u00BD', '\\u00BE'];

const TO_LATIN = ['lowercase', 'asciifolding', 'catalog_cut'];

/**
 * The analyzers of libs/search/src/analysis, said in the filters of Elasticsearch. Texts come in NFC already.
 *
 * The borders that parts have are all put in by the char filter, not only those that `word_delimiter_graph` does not know: it
 * distinguishes small letters from capitals with no regard to marks. The filter splits at joints and borders; behind it the borders go.
 */
export const ANALYSIS = {
  char_filter: {
    catalog_borders: { type: 'pattern_replace', pattern: BORDERS, replacement: BORDER },
  },
  tokenizer: {
    catalog_chunks: { type: 'pattern', pattern: CHUNK, group: 0 },
  },
  filter: {
    catalog_delimit: {
      type: 'word_delimiter_graph',
      preserve_original: true,
      split_on_case_change: false,
      split_on_numerics: false,
      stem_english_possessive: false,
      adjust_offsets: false,
      type_table: DIGITS.map((character) => `${character} => DIGIT`),
    },
    catalog_unborder: { type: 'pattern_replace', pattern: BORDER, replacement: '' },
    catalog_cut: { type: 'truncate', length: LONGEST_TOKEN },
  },
  analyzer: {
    [ANALYZERS.parts]: {
      type: 'custom',
      char_filter: ['catalog_borders'],
      tokenizer: 'catalog_chunks',
      filter: ['catalog_delimit', 'flatten_graph', 'catalog_unborder', ...TO_LATIN],
    },
    [ANALYZERS.stem]: {
      type: 'custom',
      char_filter: ['catalog_borders'],
      tokenizer: 'catalog_chunks',
      filter: ['catalog_delimit', 'flatten_graph', 'catalog_unborder', ...TO_LATIN, 'porter_stem'],
    },
    // For phrases whose tokens we made ourselves.
    [ANALYZERS.exact]: { type: 'custom', tokenizer: 'whitespace' },
  },
} as const;
