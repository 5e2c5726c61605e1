import { configureGlobal } from 'fast-check';

/** The seed of property tests: the same inputs on each run, so that no run fails by chance. */
const { PROPERTY_SEED = '1' } = process.env;

/** A busy machine tries fewer inputs, and does not fail for want of time. */
const MOST_MS = 120_000;

/** `random`: other inputs on each run, none is given; a number repeats the run that reported it. */
function seedOf(asked: string): { readonly seed?: number } {
  if (asked === 'random') return {};
  const seed = Number(asked);
  if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED is ${asked}: give a whole number, or random`);
  return { seed };
}

configureGlobal({
  ...seedOf(PROPERTY_SEED),
  interruptAfterTimeLimit: MOST_MS,
});
