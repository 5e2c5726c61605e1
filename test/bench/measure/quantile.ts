/** The value below which the share `q` of the sorted numbers lies (nearest rank). */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  const rank = Math.ceil(q * sorted.length) - 1;
  return sorted[Math.max(0, rank)] ?? NaN;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
