/** A longer text has more variants than are worth asking for. */
const LONGEST = 64;

/** The texts that a text becomes by swaps of neighbouring letters, none of which takes part in two. */
export interface Swapped {
  /** With as many swaps as there may be edits. */
  readonly all: readonly string[];
  /** With one swap, where another edit may follow. */
  readonly once: readonly string[];
}

/**
 * By these an edit distance that counts a swap as two edits finds what is near where a swap is one: `edits` of them, of which some are
 * swaps, are fewer from one of these. What it finds has to be checked: letters that were swapped may not be edited once more.
 * @returns undefined for a long text
 */
export function swapped(letters: readonly string[], edits: number): Swapped | undefined {
  if (letters.length > LONGEST) return undefined;
  if (edits === 0) return { all: [], once: [] };
  const once = swaps(letters, 0);
  if (edits === 1) return { all: texts(once), once: [] };
  return { all: texts(once.flatMap(({ letters: made, next }) => swaps(made, next))), once: texts(once) };
}

interface Made {
  readonly letters: readonly string[];
  /** The first letter that a further swap may take. */
  readonly next: number;
}

function swaps(letters: readonly string[], from: number): Made[] {
  return letters.slice(from + 1).flatMap((second, i): Made[] => {
    const at = from + i;
    const first = letters[at] as string;
    if (first === second) return [];
    return [{ letters: [...letters.slice(0, at), second, first, ...letters.slice(at + 2)], next: at + 2 }];
  });
}

const texts = (made: readonly Made[]): string[] => [...new Set(made.map(({ letters }) => letters.join('')))];
