import { MostUsed } from '@app/common';
import type { Keeping, MadeAnswer } from '../../engine/search-backend';
import type { IndexVersion } from './index-version';

interface Kept {
  readonly value: unknown;
  /** Of the index, before it was searched. */
  readonly version: string;
  readonly size: number;
}

/** Of all that is kept, what one answer may take at most. */
const LARGEST_SHARE = 1 / 16;
/** How long nothing is kept or looked up after the index was found to have changed, in ms. */
const UNREST_MS = 1_000;

/**
 * Keeps answers that are asked for again, each with the version of the index that it was made of. Before one is given the database is
 * asked whether the index still has that version, so none is older than its request.
 */
export class KeptAnswers implements Pick<Keeping, 'answer'> {
  /** The most that is kept of one answer. */
  private readonly largest: number;
  private readonly kept: MostUsed<Kept>;
  private newest: string | undefined;
  private restlessUntil = -Infinity;

  /** @param most bytes of all answers as JSON */
  constructor(
    private readonly version: Pick<IndexVersion, 'now'>,
    most: number,
  ) {
    this.largest = most * LARGEST_SHARE;
    this.kept = new MostUsed({ most, largest: this.largest, sizeOf: ({ size }) => size });
  }

  async answer<Value>(key: string, make: () => Promise<MadeAnswer<Value>>): Promise<Value> {
    const kept = this.kept.get(key);
    // What is asked once in a while gains nothing.
    const version = this.kept.usesOf(key) < 2 ? undefined : await this.quietVersion();
    if (version === undefined) return (await make()).value;
    if (kept?.version === version) return kept.value as Value;
    const { value, sizeUpTo } = await make();
    if (sizeUpTo) this.kept.set(key, { value, version, size: sizeUpTo(this.largest) });
    return value;
  }

  /** Undefined where the index is being changed: what was kept would be asked for in vain. */
  private async quietVersion(): Promise<string | undefined> {
    if (performance.now() < this.restlessUntil) return undefined;
    // A search meets the same outage, and says what it is.
    const version = await this.version.now().catch(() => undefined);
    const isChanged = this.newest !== undefined && version !== this.newest;
    if (isChanged) this.restlessUntil = performance.now() + UNREST_MS;
    if (version !== undefined) this.newest = version;
    return isChanged ? undefined : version;
  }
}
