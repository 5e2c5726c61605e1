/** Which of its parts a group asks for. */
export type GroupKind = 'all' | 'any' | 'none';

/** The value of a condition: an empty text where nothing is entered; a half-typed number as a text. */
export type RuleValue = string | number | readonly string[];

/** A question about one field of the asset. */
export interface Condition {
  /** A name of `FIELDS`, or `extension.` and the name of a custom property. */
  readonly field: string;
  /** A name among the operators of the field. */
  readonly operator: string;
  /** Absent where the operator takes none. */
  readonly value?: RuleValue;
}

export interface Group {
  readonly kind: GroupKind;
  readonly parts: readonly Part[];
}

export type Part = Group | Condition;

export const isGroup = (part: Part): part is Group => Object.hasOwn(part, 'parts');

/** Levels of JSON that the service permits in a rule. */
export const MOST_LEVELS = 64;

/** Levels that a condition takes at most. */
const LEVELS_OF_CONDITION = 5;

/** The levels of JSON that a group adds above its parts: `none` is `!` of `or`. */
const levelsOf = ({ kind }: Group): number => (kind === 'none' ? 2 : 1);

/** The levels of JSON of a part, as the service counts them, with room for a condition in each group. */
function depthOf(part: Part): number {
  if (!isGroup(part)) return LEVELS_OF_CONDITION;
  return levelsOf(part) + Math.max(LEVELS_OF_CONDITION, ...part.parts.map(depthOf));
}

export const isTooDeep = (tree: Group): boolean => depthOf(tree) > MOST_LEVELS;
