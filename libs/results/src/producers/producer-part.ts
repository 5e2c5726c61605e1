import { truncate } from '@app/common';
import type { ExecutionStatus } from '../document/execution-status';

export type Json = Readonly<Record<string, unknown>>;

/** The newest push of a producer for a contract, or the newest run of ours. */
export interface ProducerPart {
  readonly producer: string;
  /** Timestamp of the push, in epoch ms. */
  readonly timestamp: number;
  readonly status: ExecutionStatus;
  /** Body as it is stored with a result, without columns. */
  readonly body: Json;
  /** The `details` that a result has with fields=details. */
  readonly details: Json;
  /** Whether it counts until the next push of its producer: the producer follows from the tool, or the part speaks for the whole contract. */
  readonly isLasting: boolean;
}

/** How long a part counts, from its timestamp, unless it lasts. */
export const PART_MS = 7 * 24 * 3_600_000;

/** Parts of one contract: each push reads them all. */
export const MOST_PRODUCERS = 100;

/**
 * Characters of a text, and of all items of a list, that are stored for later sums: a contract has many parts, and each push reads them.
 */
const TEXT_LENGTH = 2_000;
const LIST_LENGTH = 16_000;

/** A part as it is stored for later sums. Counts are whole; long texts and lists are cut. */
export function keptPart(part: ProducerPart): ProducerPart {
  return { ...part, body: cutObject(part.body), details: cutObject(part.details) };
}

function cutObject(object: Json): Json {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, cut(value)]));
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return truncate(value, TEXT_LENGTH);
  if (Array.isArray(value)) return cutList(value);
  return typeof value === 'object' && value !== null ? cutObject(value as Json) : value;
}

function cutList(list: readonly unknown[]): unknown[] {
  const kept: unknown[] = [];
  let left = LIST_LENGTH;
  for (const item of list) {
    const one = cut(item);
    left -= JSON.stringify(one).length;
    if (left < 0) break;
    kept.push(one);
  }
  return kept;
}
