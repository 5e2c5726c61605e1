import type { LoadGenerator } from '../load/load-generator';
import type { Slice, SliceOrder } from '../load/load-message';
import { cpuMicrosBetween, family, peakResidentMb, readCpu } from './process-cost';
import { median } from './quantile';
import { untilSteady } from './until-steady';

/** One of the two that are compared. */
export interface Side {
  /** Of the prepared target. */
  readonly name: string;
  /** Its children count as well. */
  readonly pid: number;
  /** Statements sent since it started; undefined for a side that does not count. */
  readonly statements?: () => Promise<number>;
}

export interface PairsOrder extends Omit<SliceOrder, 'target'> {
  readonly pairs: number;
}

/** The slices of one side, taken together. */
export interface SideResult {
  readonly requests: number;
  readonly notModified: number;
  /** Medians over the slices. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** CPU time per request, in µs: of the side's own processes, and of all of PostgreSQL's. */
  readonly cpuMicros: number;
  readonly databaseCpuMicros: number;
  readonly peakMb: number;
  readonly statements: number | undefined;
  readonly faults: readonly string[];
}

export interface PairsResult {
  readonly floor: SideResult;
  readonly product: SideResult;
  /** product ÷ floor of each pair, in their order. */
  readonly throughputRatios: readonly number[];
  readonly p99Ratios: readonly number[];
}

interface Measured extends Slice {
  readonly cpu: number;
  readonly databaseCpu: number;
  readonly statementCount: number | undefined;
}

/**
 * Floor, product, floor, product …: what disturbs the machine disturbs neighbours alike, so each pair gives a ratio, and the
 * median of them is what counts.
 */
export class Pairs {
  constructor(
    private readonly generator: LoadGenerator,
    private readonly postmaster: number,
    private readonly floor: Side,
    private readonly product: Side,
  ) {}

  async run(order: PairsOrder): Promise<PairsResult> {
    const [result] = await this.runBeside(order, []);
    return result as PairsResult;
  }

  /**
   * With other products in the same turns: floor, product, others, floor …
   * @returns the product's result, then those of the others
   */
  async runBeside({ pairs, ...order }: PairsOrder, others: readonly Side[]): Promise<readonly PairsResult[]> {
    const floor: Measured[] = [];
    const products = [this.product, ...others].map((side) => ({ side, slices: [] as Measured[] }));
    for (let pair = 0; pair < pairs; pair++) {
      floor.push(await this.measure(this.floor, order));
      for (const { side, slices } of products) slices.push(await this.measure(side, order));
    }
    return products.map(({ side, slices }) => {
      const ratios = (of: (slice: Measured) => number): number[] =>
        slices.map((slice, pair) => of(slice) / of(floor[pair] as Measured));
      return {
        floor: together(floor, this.floor),
        product: together(slices, side),
        throughputRatios: ratios(({ perSecond }) => perSecond),
        p99Ratios: ratios(({ p99 }) => p99),
      };
    });
  }

  /**
   * All sides in turn, unmeasured, until the products are steady.
   * @param rounds at most so many
   */
  async warmUp(order: Omit<SliceOrder, 'target'>, rounds: number, others: readonly Side[] = []): Promise<void> {
    const round = async (): Promise<number> => {
      await this.generator.run({ ...order, target: this.floor.name });
      let perSecond = 0;
      for (const { name } of [this.product, ...others])
        perSecond += (await this.generator.run({ ...order, target: name })).perSecond;
      return perSecond;
    };
    await untilSteady(round, rounds);
  }

  private async measure(side: Side, order: Omit<SliceOrder, 'target'>): Promise<Measured> {
    const sentBefore = await side.statements?.();
    const own = readCpu(family(side.pid));
    const database = readCpu(family(this.postmaster));
    const slice = await this.generator.run({ ...order, target: side.name });
    const cpu = cpuMicrosBetween(own, readCpu(family(side.pid)));
    const databaseCpu = cpuMicrosBetween(database, readCpu(family(this.postmaster)));
    const sent = await side.statements?.();
    const statementCount = sent === undefined || sentBefore === undefined ? undefined : sent - sentBefore;
    return { ...slice, cpu, databaseCpu, statementCount };
  }
}

function together(slices: readonly Measured[], { name, pid, statements }: Side): SideResult {
  const sum = (of: (slice: Measured) => number): number => slices.reduce((all, slice) => all + of(slice), 0);
  const middle = (of: (slice: Measured) => number): number => median(slices.map(of));
  const requests = sum((slice) => slice.requests);
  return {
    requests,
    notModified: sum((slice) => slice.notModified),
    perSecond: middle((slice) => slice.perSecond),
    p50: middle((slice) => slice.p50),
    p95: middle((slice) => slice.p95),
    p99: middle((slice) => slice.p99),
    cpuMicros: sum((slice) => slice.cpu) / requests,
    databaseCpuMicros: sum((slice) => slice.databaseCpu) / requests,
    peakMb: peakResidentMb(pid),
    statements: statements && sum((slice) => slice.statementCount ?? 0),
    faults: slices.flatMap((slice) => slice.faults).map((fault) => `${name}: ${fault}`),
  };
}
