/** A type as a display writes it, taken apart; words are upper case. */
export interface DisplayType {
  /** Without sizes, zone and sign: `CHARACTER VARYING`, `ARRAY`. */
  readonly word: string;
  /** Between parentheses or angle brackets, which mean the same. */
  readonly items: readonly DisplayItem[];
  readonly zone?: 'with' | 'without';
  readonly unsigned?: true;
  /** The display says so itself: Nullable(…), LowCardinality(Nullable(…)). */
  readonly nullable?: true;
  /** `X[n]`: the number between the brackets, where this is the array. */
  readonly bracket?: number;
  /** The text that it was read from, blanks folded. */
  readonly text: string;
}

/** One item of the list behind a word: a size, a value, or a type that may have a name. */
export type DisplayItem =
  | { readonly size: number }
  | { readonly literal: string }
  | { readonly name?: string; readonly type: DisplayType }
  /** `max`, `None`, `*`: no size. */
  | { readonly unsized: true };

export const SIZELESS: ReadonlySet<string> = new Set(['MAX', 'NONE', '*', 'UNLIMITED']);

/** The sizes in their order; undefined if there is none at that index. */
export function sizesOf({ items }: DisplayType): (number | undefined)[] {
  return items.map((item) => ('size' in item ? item.size : undefined));
}

/** The types among the items, in their order. */
export function typesOf({ items }: DisplayType): DisplayType[] {
  return items.flatMap((item) => ('type' in item ? [item.type] : []));
}

export function literalsOf({ items }: DisplayType): string[] {
  return items.flatMap((item) => ('literal' in item ? [item.literal] : []));
}
