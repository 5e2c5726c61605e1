/** The fewest digits that tell one 32-bit number from all others, up to which they are enough for any. */
const [FEWEST, MOST] = [6, 9];

/** A double as a `real` of PostgreSQL reads after it was written as text: the shortest number that stands for the same 32 bits. */
export function realOf(value: number): number {
  const real = Math.fround(value);
  for (let digits = FEWEST; digits < MOST; digits++) {
    const shortest = Number(real.toPrecision(digits));
    if (Math.fround(shortest) === real) return shortest;
  }
  return Number(real.toPrecision(MOST));
}
