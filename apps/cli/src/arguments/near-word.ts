/** The word of the list that was most likely meant: one that goes on like it, or of whose letters at most a third differ. */
export function nearWord(wrong: string, words: readonly string[]): string | undefined {
  const plain = wrong.toLowerCase();
  const [best] = words
    .map((word) => ({ word, distance: distance(plain, word.toLowerCase()) }))
    .filter(({ word, distance: typos }) => typos <= Math.max(1, Math.floor(word.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  const longer = plain.length > 1 ? words.find((word) => word.toLowerCase().startsWith(plain)) : undefined;
  return best?.word ?? longer;
}

/** `; did you mean X?`, or nothing. */
export function meant(wrong: string, words: readonly string[], prefix = ''): string {
  const word = nearWord(wrong, words);
  return word === undefined ? '' : `; did you mean ${prefix}${word}?`;
}

/** Optimal string alignment: two letters that changed places count once. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const [before, row] = [rows[i - 1] as number[], [i]];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (before[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? ((rows[i - 2]?.[j - 2] ?? Infinity) as number) + 1 : Infinity;
      row.push(Math.min(replaced, (before[j] as number) + 1, (row[j - 1] as number) + 1, swapped));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] as number;
}
