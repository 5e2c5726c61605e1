import { hasRedisService } from './stack/chaos-redis';

/**
 * How much of everything: `CHAOS_SIZE=full npm test -- chaos` for the sizes of the design, a small size for every change
 * without it. `CHAOS_BACKEND` chooses what carries the queue: postgres, redis, or both; Jest's `-t 'on redis crashes'` one row.
 * The backends run beside each other. That suits the small size, half of which is waiting; the limits of time of a full run are
 * those of a machine that does nothing else, so it takes one backend after the other.
 * A full run also puts a worker and an API of `CHAOS_OLD_COMMIT` (default: the commit before the last) beside these, and
 * meets the way to an index outside where TEST_ELASTICSEARCH_URL names one.
 */
export interface ChaosSize {
  /** Validations that are asked for while processes die. */
  readonly validations: number;
  /** Contracts among which they are spread. */
  readonly contracts: number;
  /** Times that a worker is killed at a moment of chance, beside the named windows. */
  readonly kills: number;
  /** Validate requests at once for one contract, and writers of one timestamp. */
  readonly crowd: number;
  /** Contracts of one batch. */
  readonly batch: number;
}

const SIZES: Record<'ci' | 'full', ChaosSize> = {
  ci: { validations: 240, contracts: 40, kills: 2, crowd: 300, batch: 300 },
  full: { validations: 2_000, contracts: 200, kills: 50, crowd: 1_000, batch: 10_000 },
};

function chosen<T>(name: string, values: Readonly<Record<string, T>>, fallback: string): T {
  const value = process.env[name] || fallback;
  if (Object.hasOwn(values, value)) return values[value]!;
  throw new Error(`${name} is ${value}; allowed: ${Object.keys(values).join(', ')}`);
}

export const isFull = chosen('CHAOS_SIZE', { ci: false, full: true }, 'ci');
export const SIZE = isFull ? SIZES.full : SIZES.ci;

export type ChaosBackend = 'postgres' | 'redis';

/** What carries the queue: both, where a Redis can be had. */
export const BACKENDS: readonly ChaosBackend[] = chosen<readonly ChaosBackend[]>(
  'CHAOS_BACKEND',
  { postgres: ['postgres'], redis: ['redis'], both: ['postgres', 'redis'] },
  hasRedisService ? 'both' : 'postgres',
);
