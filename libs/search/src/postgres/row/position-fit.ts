/** The last position that a tsvector can represent. */
export const LAST_POSITION = 16_383;

export interface FittedPositions {
  /** From 1, in the order of the tokens. */
  readonly positions: readonly number[];
  /** Tokens that share the last position: words find them, phrases do not. */
  readonly crowded: boolean;
}

/**
 * Positions of a field's tokens for a tsvector. Where they do not fit, the gaps between values (jumps of more than one)
 * shrink evenly, down to one free position; what is still too far stands at the last one.
 *
 * @param positions counted from 0, never falling
 */
export function fitPositions(positions: readonly number[]): FittedPositions {
  const last = positions.at(-1) ?? 0;
  if (last < LAST_POSITION) return { positions: positions.map((at) => at + 1), crowded: false };
  const fitted = shrink(positions, largestJump(positions));
  const crowded = (fitted.at(-1) ?? 0) > LAST_POSITION;
  return { positions: fitted.map((at) => Math.min(at, LAST_POSITION)), crowded };
}

function largestJump(positions: readonly number[]): number {
  const jumps = positions.map((at, index) => at - (index === 0 ? 0 : (positions[index - 1] as number)));
  const wide = jumps.filter((jump) => jump > 1);
  const dense = jumps.reduce((sum, jump) => sum + (jump > 1 ? 0 : jump), 1);
  return Math.max(2, Math.floor((LAST_POSITION - dense) / Math.max(1, wide.length)));
}

function shrink(positions: readonly number[], largest: number): number[] {
  let [before, at] = [0, 1];
  return positions.map((position) => {
    at += Math.min(position - before, largest);
    before = position;
    return at;
  });
}
