import { groupBy, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { ExecutionStatus } from '../document/execution-status';
import { HiddenVerdicts } from '../hidden-verdicts';
import { ContractFinder } from '../store/contract-finder';
import { bucketsUntil, DEFAULT_WINDOW, summaryDurations, type Bucket, type SummaryQuery } from './summary-window';
import { SummaryRepository, type BucketCount, type DimensionCount, type DimensionCounts } from './summary.repository';

type ByStatus = Partial<Record<ExecutionStatus, number>>;

type Dimensions = Partial<Record<keyof DimensionCounts, DimensionCount & Rated>>;

/** The value that `fields` may have. */
export const TREND_DIMENSIONS = 'trendDimensions';

/** In percent, 0 to 100, of results with a verdict; absent if there are none. */
interface Rated {
  readonly passRate?: number;
}

/** Summary of a contract's results in a window. */
export interface ResultSummary extends Rated {
  /** The window, as requested. */
  readonly window: string;
  readonly total: number;
  readonly byStatus: ByStatus;
  /** Dimensions evaluated by at least one result. */
  readonly dimensions: Dimensions;
  /** All buckets, oldest first; `from` in epoch ms. */
  readonly trend: readonly TrendPart[];
}

interface TrendPart extends Rated {
  readonly from: number;
  readonly byStatus: ByStatus;
  /** By request. */
  readonly dimensions?: Dimensions;
}

/** Aborted runs have no verdict, and open runs have none yet. */
const VERDICTS: readonly ExecutionStatus[] = ['Success', 'PartialSuccess', 'Failed'];

/** Summarises the result history of contracts. */
@Injectable()
export class SummaryService {
  constructor(
    private readonly contracts: ContractFinder,
    private readonly summaries: SummaryRepository,
    private readonly hidden: HiddenVerdicts,
  ) {}

  /** @throws {AppError} BAD_REQUEST for an invalid duration of window or bucket, and for too many buckets */
  async summary(actor: Actor, contractId: string, query: SummaryQuery): Promise<ResultSummary> {
    const durations = summaryDurations(query);
    const contract = await this.contracts.byId(actor, contractId, 'ViewBasic');
    const buckets = bucketsUntil(await this.summaries.now(), durations);
    const whole = { from: buckets[0]!.from, to: buckets.at(-1)!.to };
    const inTrend = query.fields === TREND_DIMENSIONS;
    const [counts, dimensions, byBucket, withheld] = await Promise.all([
      this.summaries.counts(contract.node, buckets),
      this.summaries.dimensions(contract.node, whole),
      inTrend ? this.summaries.dimensionsByBucket(contract.node, buckets) : [],
      this.hidden.withholds(actor, contract),
    ]);
    const shown = (counted: DimensionCounts): Dimensions => without(rated(counted), withheld);
    const ofBucket = new Map(byBucket.map((one) => [one.bucket, shown(one.dimensions)]));
    return {
      window: query.window ?? DEFAULT_WINDOW,
      ...summed(counts),
      dimensions: shown(dimensions),
      trend: trend(buckets, counts).map((part, at) =>
        inTrend ? { ...part, dimensions: ofBucket.get(at) ?? {} } : part,
      ),
    };
  }
}

function summed(counts: readonly BucketCount[]): { total: number; byStatus: ByStatus } & Rated {
  const byStatus = statuses(counts);
  return { total: counts.reduce((sum, { n }) => sum + n, 0), byStatus, ...passRate(byStatus) };
}

function trend(buckets: readonly Bucket[], counts: readonly BucketCount[]): TrendPart[] {
  const ofBucket = groupBy(counts, ({ bucket }) => bucket);
  return buckets.map(({ from }, at) => {
    const byStatus = statuses(ofBucket.get(at) ?? []);
    return { from, byStatus, ...passRate(byStatus) };
  });
}

function statuses(counts: readonly BucketCount[]): ByStatus {
  const byStatus: ByStatus = {};
  for (const { status, n } of counts) byStatus[status] = (byStatus[status] ?? 0) + n;
  return byStatus;
}

function rated(dimensions: DimensionCounts): Dimensions {
  const judged = Object.entries(dimensions as unknown as Record<string, DimensionCount>).filter(
    ([, { evaluated }]) => evaluated > 0,
  );
  return Object.fromEntries(
    judged.map(([name, count]) => [name, { ...count, passRate: percent(count.passed, count.evaluated) }]),
  );
}

/** For callers from whom something of the contract is hidden. */
function without(dimensions: Dimensions, withheld: ReadonlySet<string>): Dimensions {
  return Object.fromEntries(Object.entries(dimensions).filter(([name]) => !withheld.has(name)));
}

function passRate(byStatus: ByStatus): Rated {
  const verdicts = VERDICTS.reduce((sum, status) => sum + (byStatus[status] ?? 0), 0);
  return verdicts > 0 ? { passRate: percent(byStatus.Success ?? 0, verdicts) } : {};
}

/** Rounded to two decimals. */
function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 100;
}
