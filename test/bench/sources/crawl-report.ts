import type { BenchReport } from '../bench';

/** A crawl with what it took. */
export interface Crawled {
  readonly ms: number;
  readonly status: string;
  readonly message: string;
  readonly counts: Readonly<Record<string, number>>;
  /** Asked of the source. */
  readonly statements: number;
  /** Entities, versions and change events that it added. */
  readonly writes: number;
  readonly peakMb: number;
}

export interface CrawlOutcome {
  readonly tables: number;
  readonly rows: number;
  readonly idleMb: number;
  readonly cold: Crawled;
  /** Of a source that has not changed. */
  readonly again: readonly Crawled[];
  readonly alterMs: number;
  readonly profile: { readonly ms: number; readonly statements: number; readonly status: string };
}

/** Of 10,000 tables. A change shows with the crawl that sees it, and a validation. */
const TARGET = { coldMs: 60_000, againMs: 5_000, alterMs: 10_000, memoryMb: 150 };

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export function crawlReport(outcome: CrawlOutcome): BenchReport {
  const { tables, rows, idleMb, cold, again, alterMs, profile } = outcome;
  const times = again.map(({ ms }) => ms).sort((one, other) => one - other);
  const middle = times[Math.floor(times.length / 2)] ?? NaN;
  const peakMb = Math.max(cold.peakMb, ...again.map((one) => one.peakMb));
  const target = (value: number, most: number, text: string) => ({ target: { text, met: value <= most } });
  return {
    name: 'crawl',
    title: 'Tables of a source crawled, unchanged and changed; a table profiled',
    setting: [
      `${tables} tables of 20 columns in ten schemas of a PostgreSQL database, on the server that has the catalog as well; a profile of ${rows} rows of 20 columns`,
      'Times are those of the data runs: listing, comparison and writes. Unchanged: the middle one of three. After an ALTER: from the request for the crawl to the failed result of the contract',
    ],
    measures: [
      {
        what: 'crawls: first',
        value: `${seconds(cold.ms)}, ${((tables / cold.ms) * 1_000).toFixed(0)} tables/s`,
        ...target(cold.ms, TARGET.coldMs, '≤ 60 s'),
      },
      {
        what: 'crawls: unchanged',
        value: `${seconds(middle)} (${times.map(seconds).join(', ')})`,
        ...target(middle, TARGET.againMs, '≤ 5 s'),
      },
      { what: 'crawls: statements in the source', value: [cold, ...again].map((one) => one.statements).join(', ') },
      {
        what: 'memory of the worker above idle, at most',
        value: `${(peakMb - idleMb).toFixed(0)} MB`,
        ...target(peakMb - idleMb, TARGET.memoryMb, '≤ 150 MB'),
      },
      {
        what: 'from the crawl that sees an ALTER to the contract that has failed',
        value: seconds(alterMs),
        ...target(alterMs, TARGET.alterMs, '≤ 10 s'),
      },
      {
        what: 'a profile',
        value: `${seconds(profile.ms)}, ${((rows / profile.ms) * 1_000).toFixed(0)} rows/s, ${profile.statements} queries`,
      },
    ],
    plans: {},
    faults: faultsOf(outcome),
    raw: outcome,
  };
}

function faultsOf({ tables, cold, again, profile }: CrawlOutcome): string[] {
  const faults: string[] = [];
  if (cold.status !== 'Success' || cold.counts.created !== tables)
    faults.push(`the first crawl is ${cold.status}: ${JSON.stringify(cold.counts)} ${cold.message}`);
  for (const { status, counts, writes, message, statements } of again) {
    if (status !== 'Success' || counts.unchanged !== tables)
      faults.push(`a crawl of the same is ${status}: ${JSON.stringify(counts)} ${message}`);
    if (writes !== 0) faults.push(`a crawl of the same wrote ${writes} entities, versions or events`);
    if (statements > 16) faults.push(`a crawl of the same asked the source ${statements} statements`);
  }
  if (profile.status !== 'Success') faults.push(`the profile is ${profile.status}`);
  return faults;
}
