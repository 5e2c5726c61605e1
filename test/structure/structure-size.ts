/**
 * How much of everything: a small size for every change, `SUITE_SIZE=full npm test -- structure` for the whole.
 * `STRUCTURE_SEED` repeats the requests of a run; in which order they meet is up to the machine.
 */
interface StructureSize {
  readonly rounds: number;
  /** Requests of each client in a round. */
  readonly steps: number;
  /** Entities among which the clients of a round choose: the fewer, the more they meet. */
  readonly crowded: number;
  /** After so many rounds each, and after the last, both checks of operators are run. */
  readonly checked: number;
}

const SIZES: Readonly<Record<string, StructureSize>> = {
  ci: { rounds: 24, steps: 6, crowded: 14, checked: 8 },
  full: { rounds: 400, steps: 8, crowded: 14, checked: 10 },
};

const wanted = process.env.SUITE_SIZE || 'ci';

function sizeNamed(name: string): StructureSize {
  const size = Object.hasOwn(SIZES, name) ? SIZES[name] : undefined;
  if (!size) throw new Error(`SUITE_SIZE is ${name}; allowed: ${Object.keys(SIZES).join(', ')}`);
  return size;
}

export const SIZE = sizeNamed(wanted);
export const CLIENTS = 8;
export const SEED = Number(process.env.STRUCTURE_SEED ?? Date.now() % 1_000_000_007);
