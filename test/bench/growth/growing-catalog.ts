import type { BenchReport } from '../bench';
import { askFor } from '../load/ask-for';
import { Asker } from '../load/asker';
import type { BenchApi } from '../stack/bench-api';
import { exponentOf } from './exponent';
import type { GrownOperation } from './grown-operation';

/** Time that follows the logarithm of 10,000 to 1,000,000 rows has an exponent of 0.09. */
const MOST_EXPONENT = 0.1;

/** What a bench says of itself beside what was measured. */
interface GrowthTold extends Pick<BenchReport, 'name' | 'title' | 'setting'> {
  readonly quick: boolean;
}

/** Times of operations at each size that a catalog had. */
export class GrowingCatalog {
  private readonly points = new Map<string, { target: boolean; points: { size: number; ms: number }[] }>();
  private readonly faults: string[] = [];

  /** @param ms for which each operation is repeated at each size, after half as long to warm up */
  constructor(private readonly ms: number) {}

  /** One request after the other. @param size of what the operations are about */
  async measure(api: BenchApi, size: number, operations: readonly GrownOperation[]): Promise<void> {
    const asker = await Asker.open(api.port);
    try {
      for (const { name, next, findsMore = false } of operations) {
        const fault = ({ status, body }: { status: number; body: Buffer }): string | undefined =>
          status < 300 ? undefined : `${name} of ${size}: ${status} ${body.toString().slice(0, 300)}`;
        const warm = await askFor([asker], this.ms / 2, { next, fault });
        const slice = await askFor([asker], this.ms, { next, fault });
        this.faults.push(...warm.faults, ...slice.faults);
        const { points } = this.points.get(name) ?? { points: [] };
        this.points.set(name, { target: !findsMore, points: [...points, { size, ms: slice.p50 }] });
      }
    } finally {
      asker.close();
    }
  }

  report({ quick, name, title, setting }: GrowthTold): BenchReport {
    const lines = [...this.points].map(([operation, { points }]) => ({ name: operation, points }));
    return {
      name,
      title,
      setting: [
        `One connection, p50 of ${this.ms} ms of requests, each for something else, after half as long to warm up${quick ? ' (--quick)' : ''}`,
        ...setting,
        'The exponent e fits time ≈ c · sizeᵉ: 0 does not grow, 1 grows as the data does, a logarithm has 0.09 from 10,000 to 1,000,000. What finds more in a larger catalog has no target',
      ],
      measures: [...this.points].map(([operation, { target, points }]) => {
        const exponent = exponentOf(points);
        const times = points.map(({ size, ms }) => `${ms.toFixed(2)} ms at ${size.toLocaleString('en')}`).join(', ');
        return {
          what: `${operation}: exponent`,
          value: `${exponent.toFixed(2)}; ${times}`,
          ...(target && { target: { text: `≤ ${MOST_EXPONENT}`, met: exponent <= MOST_EXPONENT } }),
        };
      }),
      plans: {},
      faults: this.faults,
      raw: { quick, lines },
    };
  }
}
