/** The usual words, from data that anyone may read to data that hardly anyone may. No classification binds no more than the lowest. */
const RANKS: readonly (readonly string[])[] = [
  ['public', 'open', 'unclassified', 'none'],
  ['internal', 'private', 'general'],
  ['confidential', 'sensitive', 'pii', 'personal'],
  ['restricted', 'highly confidential', 'highly sensitive'],
  ['secret', 'highly restricted'],
  ['top secret'],
];

const RANK_OF_WORD: ReadonlyMap<string, number> = new Map(
  RANKS.flatMap((words, rank) => words.map((word) => [word, rank] as const)),
);

/** How strict a data classification is, from 0; undefined for a word that has no known rank. */
export function classificationRank(classification: string | undefined): number | undefined {
  if (classification === undefined) return 0;
  return RANK_OF_WORD.get(
    classification
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  );
}
