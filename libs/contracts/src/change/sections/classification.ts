/** Common classifications, from public to most restricted. No classification is as strict as the lowest. */
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

/** Strictness of a data classification, from 0; undefined for an unknown one. */
export function classificationRank(classification: string | undefined): number | undefined {
  if (classification === undefined) return 0;
  return RANK_OF_WORD.get(
    classification
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  );
}
