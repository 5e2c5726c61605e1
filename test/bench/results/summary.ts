import type { BenchApi } from '../stack/bench-api';
import type { History } from './history';

export interface SummaryResult {
  readonly ms: readonly number[];
  readonly statements: number;
  readonly faults: readonly string[];
}

interface Summary {
  readonly total: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly dimensions: { readonly schema?: { readonly evaluated: number } };
  readonly trend: readonly { readonly byStatus: Readonly<Record<string, number>> }[];
}

/** Longer than the history, however long ago its last whole hour is. */
const PATH = 'results/summary?window=P400D&bucket=P1D';

/** The summary of the whole history; told beside the lists, since nothing else reads each result. */
export async function measureSummary(api: BenchApi, history: History, times: number): Promise<SummaryResult> {
  const ms: number[] = [];
  const faults: string[] = [];
  const before = await api.statements();
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    const summary = await api.client.must<Summary>('GET', `/dataContracts/${history.contractId}/${PATH}`);
    ms.push(performance.now() - start);
    const failed = Math.ceil(history.count / 10);
    const inTrend = summary.trend.reduce((sum, { byStatus }) => sum + (byStatus['Failed'] ?? 0), 0);
    const { schema } = summary.dimensions;
    const isRight = [summary.total, schema?.evaluated].every((count) => count === history.count);
    if (!isRight || summary.byStatus['Failed'] !== failed || inTrend !== failed)
      faults.push(
        `the summary counts ${summary.total} results, ${inTrend} failed, instead of ${history.count} and ${failed}`,
      );
  }
  return { ms, statements: ((await api.statements()) - before) / times, faults };
}
