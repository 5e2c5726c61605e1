import type { SearchPool } from '../search-pool';
import { PREFIX_FREQUENCIES } from './dictionary-statement';

/** It decides how a search is run, never what it finds, and changes by little in this time. In ms. */
const REMEMBERED_MS = 10_000;

const MOST_REMEMBERED = 2_000;

type Frequencies = ReadonlyMap<string, number>;

/** How many documents have a word that begins so, roughly, by the codes of fields. */
export class PrefixFrequencies {
  private readonly remembered = new Map<string, { readonly until: number; readonly found: Frequencies }>();

  constructor(private readonly pool: SearchPool) {}

  async of(codes: readonly string[], text: string): Promise<Frequencies> {
    const key = JSON.stringify([text, ...codes]);
    const known = this.remembered.get(key);
    if (known && known.until > Date.now()) return known.found;
    const rows = await this.pool.read<{ field: string; df: number }>(PREFIX_FREQUENCIES, [codes, text]);
    const found = new Map(rows.map(({ field, df }) => [field, df]));
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
    this.remembered.set(key, { until: Date.now() + REMEMBERED_MS, found });
    return found;
  }
}
