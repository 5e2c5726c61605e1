/**
 * Whether optimal string alignment makes one of the other in so many edits: a swap of neighbours is one. Time grows with the length
 * times the edits: what is further from the diagonal than the edits is never looked at.
 */
export function isWithinEdits(a: readonly string[], b: readonly string[], edits: number): boolean {
  if (Math.abs(a.length - b.length) > edits) return false;
  const far = edits + 1;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  let leastBefore = 0;
  for (let row = 1; row <= a.length; row += 1) {
    const current = new Array<number>(b.length + 1).fill(far);
    if (row <= edits) current[0] = row;
    let least = current[0] as number;
    for (let column = Math.max(1, row - edits); column <= Math.min(b.length, row + edits); column += 1) {
      const value = cell(a, b, row, column, current, last, beforeLast);
      current[column] = value;
      least = Math.min(least, value);
    }
    if (least > edits && leastBefore > edits) return false;
    [beforeLast, last, leastBefore] = [last, current, least];
  }
  return (last[b.length] as number) <= edits;
}

function cell(
  a: readonly string[],
  b: readonly string[],
  row: number,
  column: number,
  current: readonly number[],
  last: readonly number[],
  beforeLast: readonly number[],
): number {
  const replaced = (last[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1);
  const value = Math.min(replaced, (last[column] as number) + 1, (current[column - 1] as number) + 1);
  const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
  return isSwap ? Math.min(value, (beforeLast[column - 2] as number) + 1) : value;
}
