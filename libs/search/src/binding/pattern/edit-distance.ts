/** Whether optimal string alignment makes one of the other in so many edits: a swap of neighbours is one. */
export function isWithinEdits(a: readonly string[], b: readonly string[], edits: number): boolean {
  if (Math.abs(a.length - b.length) > edits) return false;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = nextRow(a, b, row, last, beforeLast);
    if (Math.min(...current) > edits && Math.min(...last) > edits) return false;
    [beforeLast, last] = [last, current];
  }
  return (last[b.length] ?? Infinity) <= edits;
}

function nextRow(
  a: readonly string[],
  b: readonly string[],
  row: number,
  last: readonly number[],
  beforeLast: readonly number[],
): number[] {
  const current = [row];
  for (let column = 1; column <= b.length; column += 1) {
    const isSame = a[row - 1] === b[column - 1];
    const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
    current[column] = Math.min(
      (last[column] ?? Infinity) + 1,
      (current[column - 1] ?? Infinity) + 1,
      (last[column - 1] ?? Infinity) + (isSame ? 0 : 1),
      isSwap ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity,
    );
  }
  return current;
}
