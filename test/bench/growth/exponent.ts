/** What an operation takes at a size. */
export interface Point {
  readonly size: number;
  readonly ms: number;
}

/** The exponent e of ms ≈ c · sizeᵉ that fits the points best (least squares of the logarithms); 0: the size does not matter. */
export function exponentOf(points: readonly Point[]): number {
  const logs = points.map(({ size, ms }) => ({ x: Math.log(size), y: Math.log(ms) }));
  const mean = (of: (log: (typeof logs)[number]) => number): number =>
    logs.reduce((sum, log) => sum + of(log), 0) / logs.length;
  const [x, y] = [mean((log) => log.x), mean((log) => log.y)];
  return mean((log) => (log.x - x) * (log.y - y)) / mean((log) => (log.x - x) ** 2);
}
