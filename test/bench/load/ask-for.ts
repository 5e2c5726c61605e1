import { quantile } from '../measure/quantile';
import type { Asker, TimedAnswer } from './asker';

const FAULTS_SHOWN = 5;

/** What some connections were asked, and what was wrong with an answer, if something was. */
export interface Work {
  readonly next: () => Buffer;
  readonly fault: (answer: TimedAnswer) => string | undefined;
}

export interface AskedSlice {
  readonly requests: number;
  readonly perSecond: number;
  /** Latencies in ms. */
  readonly p50: number;
  readonly p99: number;
  readonly faults: readonly string[];
}

/** Each connection asks as soon as it was answered, until `ms` have passed; what is under way then is waited for. */
export async function askFor(askers: readonly Asker[], ms: number, { next, fault }: Work): Promise<AskedSlice> {
  const latencies: number[] = [];
  const faults: string[] = [];
  const start = performance.now();
  const asking = askers.map(async (asker) => {
    while (performance.now() - start < ms) {
      const answer = await asker.ask(next());
      latencies.push(answer.ms);
      const wrong = fault(answer);
      if (wrong !== undefined && faults.length < FAULTS_SHOWN) faults.push(wrong);
    }
  });
  await Promise.all(asking);
  const seconds = (performance.now() - start) / 1_000;
  const sorted = Float64Array.from(latencies).sort();
  return {
    requests: sorted.length,
    perSecond: sorted.length / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    faults,
  };
}
